package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * Deleted AllocSets of the two common shapes, kept whole with their keeper block for the next creation (aset.c). One list
 * for the default sizes, one for the small ones; the largest block size plays no part, hence small contexts that may
 * grow large share the second list. Chained through the next-sibling field, last in first out. A list of
 * {@value #MAX} is emptied before the next is added: a burst of contexts is over by then and its memory is wanted.
 */
final class RecycledContexts {
    static final int MAX = 100;
    static final int NONE = -1;

    private static final int LISTS = 2;

    private final MemoryManager manager;
    private final long[] heads = new long[LISTS];
    private final int[] counts = new int[LISTS];

    RecycledContexts(MemoryManager manager) {
        this.manager = manager;
    }

    static int indexFor(long minContextSize, long initBlockSize) {
        if (minContextSize == BlockSizes.DEFAULT.minContextSize()) {
            if (initBlockSize == BlockSizes.DEFAULT.initBlockSize()) {
                return 0;
            }
            if (initBlockSize == BlockSizes.SMALL.initBlockSize()) {
                return 1;
            }
        }
        return NONE;
    }

    /** A context, or 0 if there is none or the shape is not kept. */
    long pop(int list) {
        if (list == NONE || heads[list] == 0) {
            return 0;
        }
        long set = heads[list];
        heads[list] = getLong(set + ContextLayout.NEXT_CHILD);
        counts[list]--;
        return set;
    }

    /** Takes over a context that has been reset. */
    void push(long set, int list) {
        if (counts[list] >= MAX) {
            clear(list);
        }
        putLong(set + ContextLayout.NEXT_CHILD, heads[list]);
        heads[list] = set;
        counts[list]++;
    }

    long head(int list) {
        return heads[list];
    }

    int lists() {
        return LISTS;
    }

    void clear() {
        for (int list = 0; list < LISTS; list++) {
            clear(list);
        }
    }

    private void clear(int list) {
        while (heads[list] != 0) {
            AllocSet.giveContext(manager, pop(list));
        }
    }
}
