package dev.palloc.atomic;

import dev.palloc.platform.RawMemory;
import java.util.concurrent.locks.LockSupport;

/**
 * A spinlock in 4 bytes of off-heap memory: 0 free, 1 held. For a handful of instructions, never across a call that may
 * block, not recursive, without an owner.
 *
 * <p>Test and test-and-set (s_lock.h of PostgreSQL): the first try goes straight for the word; a waiter only reads
 * until the word looks free, so that waiting does not take the line away from the holder. After
 * {@value #SPINS_PER_DELAY} looks it sleeps, first 1 ms and longer each time, because a holder that lost its processor
 * needs one to go on.
 */
public final class SpinLock {
    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final int SPINS_PER_DELAY = 1000;
    private static final long FIRST_DELAY_NANOS = 1_000_000;
    private static final long LAST_DELAY_NANOS = 100_000_000;

    private SpinLock() {}

    /**
     * Takes the lock, waiting as long as it takes.
     *
     * @param address the lock word, a multiple of 4
     */
    public static void acquire(long address) {
        if (!tryAcquire(address)) {
            acquireSlowly(address);
        }
    }

    /**
     * Takes the lock if it is free. Acquire ordering on success: what the previous holder wrote is visible.
     *
     * @param address the lock word, a multiple of 4
     * @return whether the caller now holds it
     */
    public static boolean tryAcquire(long address) {
        return RawMemory.compareAndSetInt(address, FREE, HELD);
    }

    /**
     * Releases the lock. Release ordering: everything written while holding it is visible to the next holder.
     *
     * @param address the lock word
     * @throws IllegalStateException if the lock is not held
     */
    public static void release(long address) {
        if (RawMemory.getInt(address) != HELD) {
            throw new IllegalStateException(
                    "the spinlock at 0x" + Long.toHexString(address) + " is not held: release follows acquire, once");
        }
        RawMemory.putIntRelease(address, FREE);
    }

    private static void acquireSlowly(long address) {
        long delay = FIRST_DELAY_NANOS;
        int spins = 0;
        while (RawMemory.getIntAcquire(address) != FREE || !tryAcquire(address)) {
            Thread.onSpinWait();
            if (++spins == SPINS_PER_DELAY) {
                LockSupport.parkNanos(delay);
                delay = Math.min(delay * 2, LAST_DELAY_NANOS);
                spins = 0;
            }
        }
    }
}
