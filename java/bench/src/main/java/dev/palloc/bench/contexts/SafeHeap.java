package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.ObjectHeap;
import dev.palloc.memory.ContextType;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Segments of one confined context, as the safe tier's user has them. */
final class SafeHeap implements ObjectHeap<MemorySegment> {
    private final MemoryManager manager = new MemoryManager(Platform.get());
    private final MemoryContext context;

    SafeHeap(ContextType type, long chunkSize) {
        context = Contender.create(manager, null, type, chunkSize);
    }

    @Override
    public MemorySegment allocate(long size) {
        return context.allocate(size, Long.BYTES);
    }

    @Override
    public void free(MemorySegment segment) {
        context.free(segment);
    }

    @Override
    public MemorySegment reallocate(MemorySegment segment, long size) {
        return context.reallocate(segment, size);
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

    @Override
    public void close() {
        manager.close();
    }
}
