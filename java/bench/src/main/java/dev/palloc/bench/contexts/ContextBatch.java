package dev.palloc.bench.contexts;

import dev.palloc.memory.ContextType;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;

/** Allocations of one context of the raw tier; the subclass {@link Safe} takes segments. */
class ContextBatch extends Batch {
    private final MemoryManager manager = new MemoryManager(Platform.get());
    private final MemoryContext parent;
    private final ContextType type;
    private final long chunkSize;
    private final boolean lasting;
    MemoryContext context;

    /** If the context is lasting, each round ends by its reset; otherwise it is created and deleted in each. */
    ContextBatch(ContextType type, long chunkSize, boolean lasting) {
        this.parent = Contender.create(manager, null, ContextType.ALLOC_SET, 0);
        this.type = type;
        this.chunkSize = chunkSize;
        this.lasting = lasting;
        if (lasting) {
            create();
        }
    }

    private void create() {
        context = Contender.create(manager, parent, type, chunkSize);
    }

    @Override
    void begin() {
        if (!lasting) {
            create();
        }
    }

    @Override
    long allocate(long size) {
        return context.palloc(size);
    }

    @Override
    void releaseAll() {
        if (lasting) {
            context.reset();
        } else {
            context.delete();
        }
    }

    @Override
    public void close() {
        manager.close();
    }

    /** The safe tier. Segments are not kept. */
    static final class Safe extends ContextBatch {
        Safe(ContextType type, long chunkSize, boolean lasting) {
            super(type, chunkSize, lasting);
        }

        @Override
        long allocate(long size) {
            return context.allocate(size, Long.BYTES).address();
        }
    }
}
