package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;

/** What a call that fails must leave as it was: every byte of the context itself, its counters, and the blocks. */
final class ModelSnapshot {
    private final ModelMemory memory;
    private final long[] words = new long[AllocSet.CONTEXT_SIZE / Long.BYTES];
    private ContextCounters counters;
    private long bytes;

    ModelSnapshot(ModelMemory memory) {
        this.memory = memory;
    }

    private static int words(ModelNode node) {
        int size = switch (node.type) {
            case ALLOC_SET -> AllocSet.CONTEXT_SIZE;
            case GENERATION -> Generation.CONTEXT_SIZE;
            case SLAB -> Slab.CONTEXT_SIZE;
            case BUMP -> Bump.CONTEXT_SIZE;
        };
        return size / Long.BYTES;
    }

    void take(ModelNode node) {
        long address = node.context.liveAddress("look at it");
        for (int word = words(node) - 1; word >= 0; word--) {
            words[word] = getLong(address + 8L * word);
        }
        counters = node.context.counters();
        bytes = memory.bytes();
    }

    /** Right after {@link #take} of the same node and a call that failed. */
    void requireSame(ModelNode node) {
        long address = node.context.liveAddress("look at it");
        for (int word = words(node) - 1; word >= 0; word--) {
            if (words[word] != getLong(address + 8L * word)) {
                throw new AssertionError("a call that failed changed " + node + " at offset " + 8 * word);
            }
        }
        if (!counters.equals(node.context.counters()) || bytes != memory.bytes()) {
            throw new AssertionError("a call that failed changed " + node + " from " + counters + " to "
                    + node.context.counters() + ", the bytes out from " + bytes + " to " + memory.bytes());
        }
    }

    /** The link back, which only deletion and moving use and no other call shows. */
    static MemoryContext previousSibling(MemoryContext context) {
        long address = getLong(context.liveAddress("look at it") + ContextLayout.PREV_CHILD);
        return context.manager().contextAt(address);
    }
}
