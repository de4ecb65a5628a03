package dev.palloc.memory;

/**
 * Random operations of every kind on every type of context, each checked against the model. The same seed gives the same
 * operations on every platform and architecture.
 */
final class ModelRun {
    private static final int MOST_CONTEXTS = 48;
    private static final int FEW_CONTEXTS = 16;
    private static final int MOST_CHUNKS_OF_ONE = 2000;
    private static final long MOST_BYTES = 192L * 1024 * 1024;

    /** How many chunks there are to be, by turns: most paths are about becoming full or empty. */
    private static final int[] TARGETS = {4000, 100, 8000, 2000, 500};

    private static final int PHASE = 50_000;

    private final long seed;
    private final String platform;
    private final int checkInterval;
    private final ModelMemory memory;
    private final ModelState state;
    private final ModelRandom random;
    private final ModelTree tree;
    private final ModelAllocations allocations;
    private final ModelReallocations reallocations;
    private final ModelContextCalls contexts;
    private final ModelBadCalls badCalls;
    private final ModelCheck check;
    private long operation;

    ModelRun(long seed, String platform, ModelMemory memory, int checkInterval) {
        this.seed = seed;
        this.platform = platform;
        this.checkInterval = checkInterval;
        this.memory = memory;
        this.state = new ModelState(seed, memory);
        this.random = state.random;
        this.tree = state.tree;
        this.allocations = new ModelAllocations(state);
        this.reallocations = new ModelReallocations(state);
        this.contexts = new ModelContextCalls(state);
        this.badCalls = new ModelBadCalls(state);
        this.check = new ModelCheck(state);
    }

    /** Goes on for so many operations. Whatever goes wrong is reported with the seed and the last operations. */
    void run(long operations) {
        try {
            for (long end = operation + operations; operation < end; operation++) {
                step();
                if (operation % checkInterval == checkInterval - 1) {
                    check.everything();
                    memory.image();
                }
            }
        } catch (RuntimeException | AssertionError e) {
            throw failure(e);
        }
    }

    private AssertionError failure(Throwable cause) {
        return new AssertionError(
                "model with seed " + seed + " on the " + platform + " platform, operation " + operation + ": "
                        + cause.getMessage() + "\nrepeat with -Ddev.palloc.model.seed=" + seed
                        + "\nlast operations:\n" + state.history,
                cause);
    }

    /** Deletes all that is left; then no block is out. */
    void close() {
        try {
            memory.close();
            tree.requireAllDeleted();
        } catch (RuntimeException | AssertionError e) {
            throw failure(e);
        }
    }

    ModelTree tree() {
        return tree;
    }

    private void step() {
        if (tree.count() == 0 || tree.count() < FEW_CONTEXTS && random.oneIn(20)) {
            contexts.create();
        } else if (operation % 100_000 == 60_000) {
            // Rare, because pure Java clears such a block.
            allocations.allocateFarAligned(tree.any(random), 1L << 21 + random.next(7));
        } else if (operation % 50_000 == 10_000) {
            contexts.burst();
        } else if (memory.bytes() > MOST_BYTES) {
            contexts.resetOnly(tree.largest());
        } else if (random.oneIn(100)) {
            contextStep();
        } else {
            chunkStep();
        }
    }

    private void contextStep() {
        ModelNode node = tree.any(random);
        int dice = random.next(100);
        if (dice < 16) {
            if (tree.count() < MOST_CONTEXTS) {
                contexts.create();
            }
        } else if (dice < 18) {
            contexts.delete(node);
        } else if (dice < 20) {
            contexts.reset(node);
        } else if (dice < 22) {
            contexts.resetOnly(node);
        } else if (dice < 23) {
            contexts.resetChildren(node);
        } else if (dice < 24) {
            contexts.deleteChildren(node);
        } else if (dice < 45) {
            contexts.setParent(node);
        } else if (dice < 50) {
            contexts.identify(node);
        } else if (dice < 62) {
            badCalls.onContext(node);
        } else if (dice < 68) {
            badCalls.onDead(node);
        } else if (dice < 72) {
            badCalls.withPointer(node);
        } else if (dice < 80) {
            allocations.allocateTooMuch(node);
        } else {
            rareChunkStep(nodeWithHeaders(), dice);
        }
    }

    private void rareChunkStep(ModelNode node, int dice) {
        if (node == null) {
            return;
        }
        int at = random.next(node.chunks.count());
        if (dice < 87) {
            badCalls.onChunk(node, at);
        } else if (dice < 93) {
            reallocations.reallocateTooMuch(node, at);
        } else {
            // All of one context, the last first or at random, so that whole blocks become empty.
            boolean lastFirst = random.oneIn(2);
            for (int left = node.chunks.count(); left > 0; left--) {
                reallocations.free(node, lastFirst ? left - 1 : random.next(left));
            }
            node.requireFlags();
        }
    }

    private void chunkStep() {
        boolean many = tree.chunksWithHeaders() > TARGETS[(int) (operation / PHASE % TARGETS.length)];
        int dice = random.next(100);
        if (dice < (many ? 30 : 50)) {
            ModelNode node = tree.any(random);
            if (node.chunks.count() < MOST_CHUNKS_OF_ONE) {
                allocations.allocate(node);
            } else {
                contexts.resetOnly(node);
            }
            return;
        }
        ModelNode node = nodeWithHeaders();
        if (node == null) {
            return;
        }
        int at = random.next(node.chunks.count());
        if (dice < 75) {
            reallocations.free(node, at);
        } else if (dice < 95) {
            reallocations.reallocate(node, at);
        } else {
            node.chunks.requireContent(at);
        }
    }

    /** A context with chunks that can be freed; null if some tries find none. */
    private ModelNode nodeWithHeaders() {
        for (int tries = 0; tries < 8; tries++) {
            ModelNode node = tree.any(random);
            if (node.type != ContextType.BUMP && node.chunks.count() > 0) {
                return node;
            }
        }
        return null;
    }
}
