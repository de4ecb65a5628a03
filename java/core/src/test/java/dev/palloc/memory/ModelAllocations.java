package dev.palloc.memory;

import dev.palloc.MemoryExhaustedException;

/** Calls that make chunks, each followed by what must hold then. */
final class ModelAllocations {
    private static final String[] NAMES = {
        "palloc", "pallocZeroed", "pallocExtended", "pallocAligned", "pallocAligned with flags"
    };
    private static final int PALLOC = 0;
    private static final int ZEROED = 1;
    private static final int EXTENDED = 2;
    private static final int ALIGNED = 3;
    private static final int ALIGNED_EXTENDED = 4;

    private final ModelState state;
    private final ModelRandom random;

    ModelAllocations(ModelState state) {
        this.state = state;
        this.random = state.random;
    }

    /** Any size and any way to ask for it. */
    void allocate(ModelNode node) {
        int dice = random.next(16);
        if (dice < 9) {
            allocate(node, PALLOC, size(node), 0, ModelNewChunk.MIN_ALIGNMENT);
        } else if (dice < 11) {
            allocate(node, ZEROED, size(node), 0, ModelNewChunk.MIN_ALIGNMENT);
        } else if (dice < 14 || node.type == ContextType.SLAB) {
            allocate(node, EXTENDED, size(node), random.next(8), ModelNewChunk.MIN_ALIGNMENT);
        } else {
            boolean extended = dice == 14;
            long alignment = ModelSizes.alignment(random);
            long size = ModelSizes.next(random);
            allocate(node, extended ? ALIGNED_EXTENDED : ALIGNED, size, extended ? random.next(8) : 0, alignment);
        }
    }

    private long size(ModelNode node) {
        return node.type == ContextType.SLAB ? node.shape.slabRequest() : ModelSizes.next(random);
    }

    /** A few bytes at an address that only a block of many MiB holds. */
    void allocateFarAligned(ModelNode node, long alignment) {
        if (node.type != ContextType.SLAB) {
            allocate(node, ALIGNED, random.next(100), 0, alignment);
        }
    }

    /** More than there is. */
    void allocateTooMuch(ModelNode node) {
        if (node.type == ContextType.SLAB) {
            return;
        }
        boolean aligned = random.oneIn(2);
        int flags = AllocFlags.HUGE | random.next(2) * AllocFlags.NO_OOM;
        long alignment = aligned ? 16 << random.next(4) : ModelNewChunk.MIN_ALIGNMENT;
        long size = ModelSizes.tooMuch(random);
        state.history.add("too much from", node, size, flags);
        state.makeScarce(node, 0);
        try {
            long pointer = aligned
                    ? node.context.pallocAligned(size, alignment, flags)
                    : node.context.pallocExtended(size, flags);
            state.requireRefused(node, pointer, flags, null);
        } catch (MemoryExhaustedException e) {
            state.requireRefused(node, 0, flags, e);
        }
        state.endScarcity();
    }

    private void allocate(ModelNode node, int call, long size, int flags, long alignment) {
        state.history.add(NAMES[call], node, size, alignment | (long) flags << 32);
        state.mayBecomeScarce(node);
        long pointer;
        MemoryExhaustedException exhausted = null;
        try {
            pointer = call(node.context, call, size, flags, alignment);
        } catch (MemoryExhaustedException e) {
            pointer = 0;
            exhausted = e;
        }
        state.history.result(pointer);
        state.memory.saw(pointer, alignment);
        if (pointer == 0) {
            state.requireUntouched(node, exhausted, (flags & AllocFlags.NO_OOM) != 0);
        } else {
            ModelNewChunk.require(state.memory, node, pointer, size, alignment);
            if (call == ZEROED || (flags & AllocFlags.ZERO) != 0) {
                ModelNewChunk.requireZero(pointer, size);
            }
            node.chunks.add(pointer, size, Math.max(alignment, ModelNewChunk.MIN_ALIGNMENT), random.bits());
            node.used = true;
            state.accounts.accountChunk(node, alignment > ModelNewChunk.MIN_ALIGNMENT ? Long.MAX_VALUE : size);
        }
        state.endScarcity();
    }

    private static long call(MemoryContext context, int call, long size, int flags, long alignment) {
        return switch (call) {
            case PALLOC -> context.palloc(size);
            case ZEROED -> context.pallocZeroed(size);
            case EXTENDED -> context.pallocExtended(size, flags);
            case ALIGNED -> context.pallocAligned(size, alignment);
            default -> context.pallocAligned(size, alignment, flags);
        };
    }
}
