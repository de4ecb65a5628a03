package dev.palloc.memory;

import dev.palloc.MemoryExhaustedException;

/** Calls that change and free chunks, each followed by what must hold then. */
final class ModelReallocations {
    private final ModelState state;
    private final ModelRandom random;

    ModelReallocations(ModelState state) {
        this.state = state;
        this.random = state.random;
    }

    void free(ModelNode node, int at) {
        state.history.add("pfree", node, node.chunks.pointer(at), node.chunks.size(at));
        node.chunks.requireContent(at);
        state.manager.pfree(node.chunks.pointer(at));
        node.chunks.remove(at);
        state.accounts.account(node);
    }

    void reallocate(ModelNode node, int at) {
        boolean slab = node.type == ContextType.SLAB;
        long size = slab ? node.shape.slabRequest() : ModelSizes.changed(node.chunks.size(at), random);
        int flags = random.oneIn(4) ? random.next(4) : 0;
        reallocate(node, at, size, flags, random.oneIn(2));
    }

    /** The chunk stays as it is. */
    void reallocateTooMuch(ModelNode node, int at) {
        if (node.type != ContextType.SLAB) {
            state.history.add("too much for a chunk of", node, node.chunks.pointer(at), node.chunks.size(at));
            int flags = AllocFlags.HUGE | random.next(2) * AllocFlags.NO_OOM;
            state.makeScarce(node, 0);
            try {
                long moved = state.manager.repallocExtended(node.chunks.pointer(at), ModelSizes.tooMuch(random), flags);
                state.requireRefused(node, moved, flags, null);
            } catch (MemoryExhaustedException e) {
                state.requireRefused(node, 0, flags, e);
            }
            state.endScarcity();
            node.chunks.requireContent(at);
        }
    }

    private void reallocate(ModelNode node, int at, long size, int flags, boolean plain) {
        ModelChunks chunks = node.chunks;
        long old = chunks.pointer(at);
        state.history.add("repalloc", node, old, size);
        chunks.requireContent(at);
        state.mayBecomeScarce(node);
        long pointer;
        MemoryExhaustedException exhausted = null;
        try {
            pointer = plain && flags == 0
                    ? state.manager.repalloc(old, size)
                    : state.manager.repallocExtended(old, size, flags);
        } catch (MemoryExhaustedException e) {
            pointer = 0;
            exhausted = e;
        }
        state.history.result(pointer);
        state.memory.saw(pointer, chunks.alignment(at));
        if (pointer == 0) {
            state.requireUntouched(node, exhausted, (flags & AllocFlags.NO_OOM) != 0);
            chunks.requireContent(at);
        } else {
            moved(node, at, pointer, size);
        }
        state.endScarcity();
    }

    private void moved(ModelNode node, int at, long pointer, long size) {
        ModelChunks chunks = node.chunks;
        if (pointer != chunks.pointer(at) && chunks.alignment(at) <= ModelNewChunk.MIN_ALIGNMENT) {
            ModelNewChunk.require(state.memory, node, pointer, size, ModelNewChunk.MIN_ALIGNMENT);
        } else if ((pointer & chunks.alignment(at) - 1) != 0 || !state.memory.holds(pointer, size)) {
            throw new AssertionError(BadChunk.hex(pointer) + " lost its alignment or its block");
        }
        chunks.requireContent(at, pointer, Math.min(size, chunks.size(at)));
        chunks.rewrite(at, pointer, size, random.bits());
        state.accounts.accountChunk(node, Long.MAX_VALUE);
    }
}
