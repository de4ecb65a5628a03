package dev.palloc.lwlock;

import java.util.Arrays;

/**
 * What one participant holds, newest last: held_lwlocks of PostgreSQL. On the Java heap, as it is that thread's alone.
 *
 * <p>A hold is the lock's address with the mode in the low bits, which an address of aligned memory leaves free: one word
 * to write when a lock is taken and one to compare when it is released. A base of {@link Participant} and not a part of
 * it, because what a locked instruction waits for is the longest chain of loads before it, and this makes it shorter.
 */
class HeldLocks {
    /** MAX_SIMUL_LWLOCKS. */
    static final int MAX = 200;

    private static final int FIRST_CAPACITY = 8;
    private static final long MODE_MASK = Integer.BYTES - 1;

    private long[] holds = new long[FIRST_CAPACITY];
    private int count;

    int count() {
        return count;
    }

    boolean hasRoom() {
        return count < holds.length;
    }

    /** False if there are as many as there can be. Called before a lock is taken, so that recording it cannot fail. */
    boolean makeRoom() {
        if (count == MAX) {
            return false;
        }
        holds = Arrays.copyOf(holds, Math.min(count * 4, MAX));
        return true;
    }

    void add(long lock, int mode) {
        int last = count;
        holds[last] = lock | mode;
        count = last + 1;
    }

    /** Place of the newest hold of a lock, or -1. Locks are mostly released in the opposite order. */
    int find(long lock) {
        int index = count - 1;
        while (index >= 0 && lock(index) != lock) {
            index--;
        }
        return index;
    }

    long lock(int index) {
        return holds[index] & ~MODE_MASK;
    }

    int mode(int index) {
        return (int) (holds[index] & MODE_MASK);
    }

    void remove(int index) {
        int last = count - 1;
        if (index != last) {
            System.arraycopy(holds, index + 1, holds, index, last - index);
        }
        count = last;
    }
}
