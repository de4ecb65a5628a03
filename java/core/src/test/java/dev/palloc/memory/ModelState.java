package dev.palloc.memory;

import dev.palloc.MemoryExhaustedException;

/** What the operations of one run share. */
final class ModelState {
    private static final long MIB = 1024 * 1024;

    final ModelRandom random;
    final ModelMemory memory;
    final MemoryManager manager;
    final ModelAccounts accounts;
    final ModelTree tree;
    final ModelHistory history = new ModelHistory();
    private final ModelSnapshot snapshot;
    private boolean scarce;

    ModelState(long seed, ModelMemory memory) {
        this.random = new ModelRandom(seed);
        this.memory = memory;
        this.manager = memory.manager;
        this.accounts = new ModelAccounts(memory);
        this.tree = new ModelTree(memory, accounts);
        this.snapshot = new ModelSnapshot(memory);
    }

    ModelSnapshot snapshot() {
        return snapshot;
    }

    /**
     * Before a call that may need a block: now and then makes memory scarce, so that no block is to be had, or none
     * above a few sizes that AllocSet's halving reaches. The node may be null.
     */
    void mayBecomeScarce(ModelNode node) {
        scarce = random.oneIn(30);
        if (scarce) {
            makeScarce(node, random.oneIn(3) ? MIB << random.next(3) : 0);
        }
    }

    /** Before a call that cannot succeed. */
    void makeScarce(ModelNode node, long largest) {
        scarce = true;
        memory.refuseAbove(largest);
        if (node != null) {
            snapshot.take(node);
        }
    }

    /** The call ended without memory, by an exception or, without one, by returning 0. */
    void requireUntouched(ModelNode node, MemoryExhaustedException exception, boolean noOom) {
        if (!scarce || noOom != (exception == null)) {
            throw new AssertionError(
                    (exception == null ? "0 was returned" : "the call threw") + ", memory was "
                            + (scarce ? "scarce" : "not scarce") + ", NO_OOM was " + (noOom ? "set" : "not set"),
                    exception);
        }
        if (node != null) {
            snapshot.requireSame(node);
        }
        accounts.requireBytes();
    }

    /** The call asked for more than there is: it ended like one without memory. */
    void requireRefused(ModelNode node, long pointer, int flags, MemoryExhaustedException exception) {
        if (pointer != 0) {
            throw new AssertionError("more than there is was given: " + BadChunk.hex(pointer));
        }
        requireUntouched(node, exception, (flags & AllocFlags.NO_OOM) != 0);
    }

    /** After the call, however it ended. */
    void endScarcity() {
        if (scarce) {
            scarce = false;
            memory.refuseNothing();
        }
    }
}
