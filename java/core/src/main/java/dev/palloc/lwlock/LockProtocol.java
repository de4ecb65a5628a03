package dev.palloc.lwlock;

import dev.palloc.atomic.Atomic32;
import dev.palloc.atomic.Atomic64;
import dev.palloc.platform.RawMemory;

/**
 * The operations on a lock, without the bookkeeping of who holds what: LWLockAcquire and its kin (lwlock.c).
 *
 * <p>To take a lock has four phases: try; queue; try again, because the lock may have become free before the queue was
 * joined; sleep. Who is woken starts over: the lock is never handed over, and a newcomer may be faster. That keeps a
 * contended lock in use while the woken one gets its processor.
 */
final class LockProtocol {
    /** Results of {@link #acquire}. The reasons of Parking follow. */
    static final int AT_ONCE = -1;

    static final int AFTER_WAITING = Parking.WOKEN;

    private final WaitSlots slots;
    private final Parking parking;
    private final WaitQueue queue;

    LockProtocol(WaitSlots slots, Parking parking) {
        this.slots = slots;
        this.parking = parking;
        this.queue = new WaitQueue(slots, parking);
    }

    /** AT_ONCE, AFTER_WAITING, or without the lock Parking's TIMED_OUT or INTERRUPTED. */
    int acquire(long lock, int me, int mode, boolean interruptible, long deadline) {
        return LockWord.attempt(lock, mode) ? AT_ONCE : acquireSlowly(lock, me, mode, interruptible, deadline);
    }

    private int acquireSlowly(long lock, int me, int mode, boolean interruptible, long deadline) {
        int result = AT_ONCE;
        do {
            queue.add(lock, me, mode);
            if (LockWord.attempt(lock, mode)) {
                queue.remove(lock, me);
                return result;
            }
            int reason = parking.await(slots, me, interruptible, deadline);
            if (reason != Parking.WOKEN) {
                queue.abandon(lock, me);
                return reason;
            }
            // This participant has run: releases may wake the next.
            Atomic32.fetchOr(lock + LockWord.STATE_OFFSET, LockWord.RELEASE_OK);
            result = AFTER_WAITING;
        } while (!LockWord.attempt(lock, mode));
        return result;
    }

    /** True with the lock; false after it was free once, without it: LWLockAcquireOrWait. */
    boolean acquireOrWait(long lock, int me, int mode) {
        if (LockWord.attempt(lock, mode)) {
            return true;
        }
        queue.add(lock, me, LockWord.WAIT_UNTIL_FREE);
        if (LockWord.attempt(lock, mode)) {
            queue.remove(lock, me);
            return true;
        }
        // RELEASE_OK is not touched: nobody clears it for one who does not want the lock.
        parking.await(slots, me);
        return false;
    }

    /**
     * Until the lock is not held exclusively, or the variable has another value: LWLockWaitForVar. Returns the old value
     * if the lock was free.
     */
    long waitForVariable(long lock, int me, long variable, long old) {
        while (true) {
            if (isFreeOfExclusive(lock)) {
                return old;
            }
            long value = RawMemory.getLongAcquire(variable);
            if (value != old) {
                return value;
            }
            queue.add(lock, me, LockWord.WAIT_UNTIL_FREE);
            // Someone who was woken to take the lock may not have run yet; this one must be woken in any case.
            Atomic32.fetchOr(lock + LockWord.STATE_OFFSET, LockWord.RELEASE_OK);
            // The updater stores first and locks the wait list then: it finds this participant there, or the value is
            // seen here.
            boolean free = isFreeOfExclusive(lock);
            value = RawMemory.getLongAcquire(variable);
            if (free || value != old) {
                queue.remove(lock, me);
                return free ? old : value;
            }
            parking.await(slots, me);
        }
    }

    private static boolean isFreeOfExclusive(long lock) {
        return (LockWord.state(lock) & LockWord.EXCLUSIVE_HELD) == 0;
    }

    /** By the exclusive holder. The exchange is a full barrier: LWLockUpdateVar. */
    void updateVariable(long lock, long variable, long value) {
        Atomic64.exchange(variable, value);
        queue.wakeForVariable(lock);
    }

    /** The lock is free before the list is looked at, so that newcomers need not wait for that. */
    void release(long lock, int mode) {
        int state = Atomic32.subFetch(lock + LockWord.STATE_OFFSET, LockWord.share(mode));
        if (LockWord.wantsWakeup(state)) {
            queue.wake(lock);
        }
    }
}
