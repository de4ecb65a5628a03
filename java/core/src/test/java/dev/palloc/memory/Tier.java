package dev.palloc.memory;

import java.lang.foreign.MemorySegment;

/** The two ways to the same chunks, so that a test can go both. */
enum Tier {
    RAW {
        @Override
        TierChunk allocate(MemoryContext context, long size) {
            return new TierChunk(context, context.palloc(size), size, null);
        }

        @Override
        TierChunk allocateAligned(MemoryContext context, long size, long alignment) {
            return new TierChunk(context, context.pallocAligned(size, alignment), size, null);
        }
    },
    SAFE {
        @Override
        TierChunk allocate(MemoryContext context, long size) {
            return TierChunk.of(context, context.allocate(size, 1));
        }

        @Override
        TierChunk allocateAligned(MemoryContext context, long size, long alignment) {
            return TierChunk.of(context, context.allocate(size, alignment));
        }
    };

    abstract TierChunk allocate(MemoryContext context, long size);

    abstract TierChunk allocateAligned(MemoryContext context, long size, long alignment);

    /** A chunk that is freed the way it came. */
    record TierChunk(MemoryContext context, long pointer, long size, MemorySegment segment) {
        static TierChunk of(MemoryContext context, MemorySegment segment) {
            return new TierChunk(context, segment.address(), segment.byteSize(), segment);
        }

        void free() {
            if (segment == null) {
                context.manager().pfree(pointer);
            } else {
                context.free(segment);
            }
        }

        TierChunk resize(long newSize) {
            return segment == null
                    ? new TierChunk(context, context.manager().repalloc(pointer, newSize), newSize, null)
                    : of(context, context.reallocate(segment, newSize));
        }

        /** What the caller says of it when something is wrong. */
        String hex() {
            return "0x" + Long.toHexString(pointer);
        }
    }
}
