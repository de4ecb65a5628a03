package dev.palloc.lwlock.interleaving;

import java.util.Arrays;

/**
 * Memory and threads at one moment, as one array so that states can be compared. Links and modes are here as the
 * protocol wrote them; the rest is kept for the checks.
 *
 * <pre>
 *   state, head, tail | variable | owner of the wait list
 *   a slot each:   waiting, mode, next, previous | taken off by | announced thread
 *   a thread each: permit, interrupted | operation, history, mode held
 * </pre>
 */
final class State {
    static final long LOCK = 1024;
    static final long SLOTS = 4096;
    static final long VARIABLE = 2048;

    private static final int SLOT_BYTES = 128;
    private static final int VARIABLE_INDEX = 3;
    private static final int LIST_OWNER = 4;
    private static final int FIRST_SLOT = 5;
    private static final int SLOT_WORDS = 6;
    private static final int THREAD_WORDS = 5;

    static final int NOBODY = -1;

    final int slots;
    final int threads;
    final int[] words;

    State(int slots, int threads) {
        this(slots, threads, new int[FIRST_SLOT + SLOT_WORDS * slots + THREAD_WORDS * threads]);
        words[LIST_OWNER] = NOBODY;
        for (int slot = 0; slot < slots; slot++) {
            words[takerOf(slot)] = NOBODY;
            words[announced(slot)] = NOBODY;
        }
    }

    private State(int slots, int threads, int[] words) {
        this.slots = slots;
        this.threads = threads;
        this.words = words;
    }

    State copy() {
        return new State(slots, threads, words.clone());
    }

    /** Index of the 4 or 8 bytes at an address. */
    static int index(long address) {
        if (address == VARIABLE) {
            return VARIABLE_INDEX;
        }
        if (address < VARIABLE) {
            return (int) (address - LOCK) / Integer.BYTES - 1;
        }
        long offset = address - SLOTS;
        return FIRST_SLOT + SLOT_WORDS * (int) (offset / SLOT_BYTES) + (int) (offset % SLOT_BYTES) / Integer.BYTES;
    }

    static boolean isLockState(int index) {
        return index == 0;
    }

    /** The slot that a word is of, or NOBODY if it is the lock's. */
    int slotOf(int index) {
        return index < FIRST_SLOT ? NOBODY : (index - FIRST_SLOT) / SLOT_WORDS;
    }

    static int waiting(int slot) {
        return FIRST_SLOT + SLOT_WORDS * slot;
    }

    static int takerOf(int slot) {
        return FIRST_SLOT + SLOT_WORDS * slot + 4;
    }

    static int announced(int slot) {
        return FIRST_SLOT + SLOT_WORDS * slot + 5;
    }

    private int thread(int number) {
        return FIRST_SLOT + SLOT_WORDS * slots + THREAD_WORDS * number;
    }

    int permit(int number) {
        return thread(number);
    }

    int interrupted(int number) {
        return thread(number) + 1;
    }

    int operation(int number) {
        return thread(number) + 2;
    }

    int history(int number) {
        return thread(number) + 3;
    }

    int held(int number) {
        return thread(number) + 4;
    }

    int listOwner() {
        return words[LIST_OWNER];
    }

    void setListOwner(int thread) {
        words[LIST_OWNER] = thread;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof State && Arrays.equals(words, ((State) other).words);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int word : words) {
            hash = (hash ^ word) * 0x9E3779B1;
            hash ^= hash >>> 15;
        }
        return hash;
    }
}
