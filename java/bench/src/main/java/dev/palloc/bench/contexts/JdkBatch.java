package dev.palloc.bench.contexts;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/** Allocations of what the JDK has for memory that dies together. Segments are not kept. */
final class JdkBatch {
    private JdkBatch() {}

    /** A confined arena, new in each round. It clears what it hands out. */
    static final class Confined extends Batch {
        private Arena arena;

        @Override
        void begin() {
            arena = Arena.ofConfined();
        }

        @Override
        long allocate(long size) {
            return arena.allocate(size, Long.BYTES).address();
        }

        @Override
        void releaseAll() {
            arena.close();
        }
    }

    /** A slicing allocator, new in each round, over a segment that is used again and never cleared nor freed. */
    static final class Slicing extends Batch {
        private final Arena arena = Arena.ofConfined();
        private final MemorySegment segment;
        private SegmentAllocator allocator;

        Slicing(long bytes) {
            segment = arena.allocate(bytes, Long.BYTES);
        }

        @Override
        void begin() {
            allocator = SegmentAllocator.slicingAllocator(segment);
        }

        @Override
        long allocate(long size) {
            return allocator.allocate(size, Long.BYTES).address();
        }

        @Override
        void releaseAll() {
            allocator = null;
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
