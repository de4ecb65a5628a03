package dev.palloc.lwlock;

import java.util.Arrays;

/** What one participant holds, newest last: held_lwlocks of PostgreSQL. On the Java heap, as it is that thread's alone. */
final class HeldLocks {
    /** MAX_SIMUL_LWLOCKS. */
    static final int MAX = 200;

    private static final int FIRST_CAPACITY = 8;

    private long[] locks = new long[FIRST_CAPACITY];
    private byte[] modes = new byte[FIRST_CAPACITY];
    private int count;

    int count() {
        return count;
    }

    /** Grown before a lock is taken, so that recording it cannot fail. */
    void ensureRoom() {
        if (count == locks.length) {
            int larger = Math.min(count * 4, MAX);
            long[] grownLocks = Arrays.copyOf(locks, larger);
            modes = Arrays.copyOf(modes, larger);
            locks = grownLocks;
        }
    }

    void add(long lock, int mode) {
        locks[count] = lock;
        modes[count] = (byte) mode;
        count++;
    }

    /** Place of the newest hold of a lock, or -1. Locks are mostly released in the opposite order. */
    int find(long lock) {
        int index = count - 1;
        while (index >= 0 && locks[index] != lock) {
            index--;
        }
        return index;
    }

    long lock(int index) {
        return locks[index];
    }

    int mode(int index) {
        return modes[index];
    }

    void remove(int index) {
        count--;
        System.arraycopy(locks, index + 1, locks, index, count - index);
        System.arraycopy(modes, index + 1, modes, index, count - index);
    }
}
