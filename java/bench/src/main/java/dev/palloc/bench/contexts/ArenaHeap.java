package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.ObjectHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What the JDK offers for a segment that is to be freed alone: an arena of its own. One at a time. */
final class ArenaHeap implements ObjectHeap<MemorySegment> {
    private Arena arena;

    @Override
    public MemorySegment allocate(long size) {
        arena = Arena.ofConfined();
        return arena.allocate(size, Long.BYTES);
    }

    @Override
    public void free(MemorySegment segment) {
        arena.close();
    }

    @Override
    public MemorySegment reallocate(MemorySegment segment, long size) {
        throw new UnsupportedOperationException("an arena reallocates nothing");
    }

    @Override
    public void putLong(MemorySegment segment, long offset, long value) {
        segment.set(ValueLayout.JAVA_LONG, offset, value);
    }

    @Override
    public long getLong(MemorySegment segment, long offset) {
        return segment.get(ValueLayout.JAVA_LONG, offset);
    }

    @Override
    public long address(MemorySegment segment) {
        return segment.address();
    }
}
