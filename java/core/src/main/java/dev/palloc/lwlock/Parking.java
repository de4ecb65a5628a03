package dev.palloc.lwlock;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * How a participant of this process sleeps: by parking its thread, virtual ones too, in place of PostgreSQL's semaphore
 * for each process. What it waits for is its slot's NOT_WAITING, so a wakeup is not counted: one too many is harmless,
 * and none is lost, since the waker stores that first and unparks then.
 */
final class Parking {
    static final int WOKEN = 0;
    static final int TIMED_OUT = 1;
    static final int INTERRUPTED = 2;

    /** No time limit. */
    static final long FOREVER = Long.MAX_VALUE;

    /** By number of the participant: who waits, or has waited last. Written by that thread alone. */
    private final AtomicReferenceArray<Thread> threads;

    Parking(int participants) {
        threads = new AtomicReferenceArray<>(participants);
    }

    int participants() {
        return threads.length();
    }

    /** Before the participant is queued. The wait-list lock publishes it. */
    void announce(int me) {
        threads.setOpaque(me, Thread.currentThread());
    }

    /** Lets go of the thread when the participant is given back. */
    void forget(int me) {
        threads.setOpaque(me, null);
    }

    Thread sleeper(int number) {
        return threads.getOpaque(number);
    }

    void wake(Thread sleeper) {
        LockSupport.unpark(sleeper);
    }

    /** Until the waker is done with the slot. An interrupt is kept for afterwards. */
    void await(WaitSlots slots, int me) {
        await(slots, me, false, FOREVER);
    }

    /**
     * Until the waker is done with the slot, or earlier.
     *
     * @param interruptible whether an interrupt ends the wait; it stays set
     * @param deadline of System.nanoTime(), or {@link #FOREVER}
     * @return {@link #WOKEN}, {@link #TIMED_OUT} or {@link #INTERRUPTED}
     */
    int await(WaitSlots slots, int me, boolean interruptible, long deadline) {
        boolean interrupted = false;
        int reason = WOKEN;
        while (slots.waiting(me) != WaitSlots.NOT_WAITING) {
            if (Thread.currentThread().isInterrupted()) {
                if (interruptible) {
                    reason = INTERRUPTED;
                    break;
                }
                // A set flag would make park return at once, again and again.
                interrupted |= Thread.interrupted();
            }
            if (deadline == FOREVER) {
                LockSupport.park(this);
            } else {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    reason = TIMED_OUT;
                    break;
                }
                LockSupport.parkNanos(this, left);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return reason;
    }
}
