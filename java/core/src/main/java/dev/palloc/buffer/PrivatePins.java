package dev.palloc.buffer;

/**
 * How often one participant pins which buffers: PrivateRefCount of PostgreSQL (bufmgr.c). The shared count has each
 * participant once, so a second pin of a page by the same participant touches no shared memory.
 *
 * <p>PostgreSQL has an array of 8 and behind it a hash table. Here it is one table with linear probing, small enough to be
 * as good as the array when there are few. On the Java heap, as it is that thread's alone; grown before a pin is taken,
 * so that counting it cannot fail.
 */
final class PrivatePins {
    private static final int FIRST_CAPACITY = 16;
    private static final int FACTOR = 0x9E3779B9;

    /** What is done for each buffer that is pinned. */
    interface Action {
        void accept(int buffer, int count);
    }

    /** Number of the buffer and 1; 0 where there is none. */
    private int[] keys = new int[FIRST_CAPACITY];

    private int[] counts = new int[FIRST_CAPACITY];
    private int shift = Integer.SIZE - Integer.numberOfTrailingZeros(FIRST_CAPACITY);
    private int size;

    /** How many buffers are pinned. */
    int size() {
        return size;
    }

    /** Makes room for one more, at least half of the table being empty. */
    void reserve() {
        if (size * 2 >= keys.length) {
            grow();
        }
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldCounts = counts;
        int[] newCounts = new int[oldKeys.length * 2];
        keys = new int[oldKeys.length * 2];
        counts = newCounts;
        shift--;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                counts[slot] = oldCounts[i];
            }
        }
    }

    /** How often a buffer is pinned. */
    int count(int buffer) {
        return counts[slot(buffer + 1)];
    }

    /** Counts a pin, for which room was made. How many there are then. */
    int add(int buffer) {
        int slot = slot(buffer + 1);
        if (keys[slot] == 0) {
            keys[slot] = buffer + 1;
            size++;
        }
        return ++counts[slot];
    }

    /** Counts a pin of which there is one off. How many there are then. */
    int remove(int buffer) {
        int slot = slot(buffer + 1);
        int left = --counts[slot];
        if (left == 0) {
            size--;
            close(slot);
        }
        return left;
    }

    void forEach(Action action) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                action.accept(keys[i] - 1, counts[i]);
            }
        }
    }

    /** Where the key is or would go. */
    private int slot(int key) {
        int mask = keys.length - 1;
        int slot = home(key);
        while (keys[slot] != key && keys[slot] != 0) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private int home(int key) {
        return key * FACTOR >>> shift;
    }

    /** Moves up what would no longer be found behind an empty slot. */
    private void close(int emptied) {
        int mask = keys.length - 1;
        int gap = emptied;
        for (int slot = gap + 1 & mask; keys[slot] != 0; slot = slot + 1 & mask) {
            // Only what has its home at the gap or before may go there.
            if ((slot - home(keys[slot]) & mask) >= (slot - gap & mask)) {
                keys[gap] = keys[slot];
                counts[gap] = counts[slot];
                gap = slot;
            }
        }
        keys[gap] = 0;
        counts[gap] = 0;
    }
}
