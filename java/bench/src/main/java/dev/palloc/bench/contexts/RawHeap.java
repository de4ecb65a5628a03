package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.AddressHeap;
import dev.palloc.memory.ContextType;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;

/** Chunks of one context, as the raw tier's user has them. */
final class RawHeap implements AddressHeap {
    private final MemoryManager manager = new MemoryManager(Platform.get());
    private final MemoryContext context;

    RawHeap(ContextType type, long chunkSize) {
        context = Contender.create(manager, null, type, chunkSize);
    }

    @Override
    public long allocate(long size) {
        return context.palloc(size);
    }

    @Override
    public void free(long address) {
        manager.pfree(address);
    }

    @Override
    public long reallocate(long address, long size) {
        return manager.repalloc(address, size);
    }

    @Override
    public void close() {
        manager.close();
    }
}
