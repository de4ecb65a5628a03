package dev.palloc.memory;

import dev.palloc.InvalidChunkException;
import dev.palloc.platform.RawMemory;

/** Calls that must throw and change nothing. */
final class ModelBadCalls {
    private static final long[] SIZES = {
        -1, Long.MIN_VALUE, AllocFlags.MAX_ALLOC_SIZE + 1, 1L << 40, AllocFlags.MAX_ALLOC_HUGE_SIZE
    };
    private static final long[] POINTERS = {0, -8, 1, 12, Long.MIN_VALUE, 0x7001};
    private static final long[] ALIGNMENTS = {0, -8, 3, 24, 1L << 28, Long.MIN_VALUE};

    private final ModelState state;
    private final ModelRandom random;

    ModelBadCalls(ModelState state) {
        this.state = state;
        this.random = state.random;
    }

    private static long any(long[] values, ModelRandom random) {
        return values[random.next(values.length)];
    }

    void onContext(ModelNode node) {
        int call = random.next(6);
        state.history.add("bad call", node, call, 0);
        MemoryContext context = node.context;
        long size = any(SIZES, random);
        switch (call) {
            case 0 -> expect(node, IllegalArgumentException.class, () -> badSize(context, size));
            case 1 -> {
                long wrong = node.type == ContextType.SLAB ? ModelSizes.next(random) : size;
                if (node.type != ContextType.SLAB || wrong != node.shape.slabRequest()) {
                    expect(node, IllegalArgumentException.class, () -> badSize(context, wrong));
                }
            }
            case 2 -> {
                int flags = 8 << random.next(29) | random.next(8);
                expect(node, IllegalArgumentException.class, () -> context.pallocExtended(8, flags));
            }
            case 3 -> {
                long alignment = any(ALIGNMENTS, random);
                expect(node, IllegalArgumentException.class, () -> context.pallocAligned(8, alignment));
            }
            case 4 -> {
                ModelNode below = state.tree.any(random);
                MemoryContext parent = below.isSelfOrBelow(node) ? below.context : context;
                expect(node, IllegalArgumentException.class, () -> context.setParent(parent));
            }
            default ->
                expect(
                        node,
                        IllegalArgumentException.class,
                        () -> state.manager.createSlab(context, "bad", 8192, random.oneIn(2) ? 8192 : -1));
        }
    }

    private void badSize(MemoryContext context, long size) {
        switch (random.next(4)) {
            case 0 -> context.palloc(size);
            case 1 -> context.pallocZeroed(size);
            case 2 -> context.pallocExtended(size, random.next(4) * AllocFlags.NO_OOM);
            default -> context.pallocAligned(Math.max(size, AllocFlags.MAX_ALLOC_SIZE - 15), 16, AllocFlags.NO_OOM);
        }
    }

    /** On a context that is gone; another one shows that nothing happened. */
    void onDead(ModelNode witness) {
        ModelNode dead = state.tree.anyDead(random);
        if (dead == null) {
            return;
        }
        MemoryContext context = dead.context;
        Runnable[] calls = {
            () -> context.palloc(8),
            () -> context.pallocZeroed(100),
            () -> context.pallocExtended(8, AllocFlags.NO_OOM),
            () -> context.pallocAligned(8, 64),
            context::reset,
            context::resetOnly,
            context::resetChildren,
            context::delete,
            context::deleteChildren,
            context::parent,
            context::counters,
            () -> context.setParent(witness.context),
            () -> witness.context.setParent(context),
            () -> context.setIdentifier("dead"),
            () -> context.memAllocated(true),
            () -> ModelShape.any(random).create(state.manager, context, "orphan")
        };
        int call = random.next(calls.length);
        state.history.add("call on a dead context", dead, call, 0);
        expect(witness, IllegalStateException.class, calls[call]);
    }

    /** With a pointer that is none. */
    void withPointer(ModelNode witness) {
        long pointer = any(POINTERS, random);
        state.history.add("bad pointer", witness, pointer, 0);
        expect(witness, IllegalArgumentException.class, () -> withPointer(pointer));
    }

    private void withPointer(long pointer) {
        switch (random.next(4)) {
            case 0 -> state.manager.pfree(pointer);
            case 1 -> state.manager.repalloc(pointer, 8);
            case 2 -> state.manager.chunkSpace(pointer);
            default -> state.manager.chunkContext(pointer);
        }
    }

    /** With a live chunk of a type that has headers. */
    void onChunk(ModelNode node, int at) {
        long pointer = node.chunks.pointer(at);
        int call = random.next(3);
        state.history.add("bad call on a chunk", node, pointer, call);
        if (call == 0) {
            long size = any(SIZES, random);
            expect(node, IllegalArgumentException.class, () -> state.manager.repalloc(pointer, size));
        } else if (call == 1) {
            int flags = AllocFlags.ZERO << random.next(29);
            expect(node, IllegalArgumentException.class, () -> state.manager.repallocExtended(pointer, 8, flags));
        } else if (node.chunks.size(at) >= 8) {
            withinChunk(node, at);
        }
        node.chunks.requireContent(at);
    }

    /** With the address behind a word that is no header: of an id without chunks, or external without the magic. */
    private void withinChunk(ModelNode node, int at) {
        long pointer = node.chunks.pointer(at);
        long content = RawMemory.getLong(pointer);
        int id = random.next(16);
        RawMemory.putLong(pointer, random.bits() & ~0x1F | (MethodId.of(id).isChunk() ? 0x10 : 0) | id);
        expect(node, InvalidChunkException.class, () -> withPointer(pointer + 8));
        RawMemory.putLong(pointer, content);
    }

    private void expect(ModelNode node, Class<? extends RuntimeException> type, Runnable call) {
        state.snapshot().take(node);
        int contexts = state.manager.contextCount();
        try {
            call.run();
        } catch (RuntimeException e) {
            if (!type.isInstance(e)) {
                throw new AssertionError("a bad call threw something else than " + type.getName(), e);
            }
            state.snapshot().requireSame(node);
            if (contexts != state.manager.contextCount()) {
                throw new AssertionError("a bad call created or deleted a context", e);
            }
            return;
        }
        throw new AssertionError("a bad call did not throw " + type.getName());
    }
}
