package dev.palloc.lwlock;

import dev.palloc.atomic.Atomic32;

/**
 * How participants come into a lock's wait list and out of it: LWLockQueueSelf, LWLockDequeueSelf, LWLockWakeup and the
 * wakeup of LWLockUpdateVar (lwlock.c). For one set of participants.
 */
final class WaitQueue {
    private final WaitSlots slots;
    private final Parking parking;

    WaitQueue(WaitSlots slots, Parking parking) {
        this.slots = slots;
        this.parking = parking;
    }

    /** From here on a releaser will look for this participant. It must attempt the lock once more before it sleeps. */
    void add(long lock, int me, int mode) {
        if (slots.waiting(me) != WaitSlots.NOT_WAITING) {
            throw new IllegalStateException(
                    "participant " + me + " waits for a lock already: a participant is for one thread at a time");
        }
        // First: whoever takes this participant off the list knows whom to wake.
        parking.announce(me);
        WaitList.lock(lock);
        Atomic32.fetchOr(lock + LockWord.STATE_OFFSET, LockWord.HAS_WAITERS);
        slots.setMode(me, mode);
        slots.setWaiting(me, WaitSlots.WAITING);
        if (mode == LockWord.WAIT_UNTIL_FREE) {
            WaitList.pushHead(lock, slots, me);
        } else {
            WaitList.pushTail(lock, slots, me);
        }
        WaitList.unlock(lock);
    }

    /**
     * Leaves the queue after the lock could be taken after all. A waker that was faster has spent its wakeup on this
     * participant: RELEASE_OK makes the next release, which is this participant's, wake another.
     */
    void remove(long lock, int me) {
        if (!removeFromList(lock, me)) {
            Atomic32.fetchOr(lock + LockWord.STATE_OFFSET, LockWord.RELEASE_OK);
            parking.await(slots, me);
        }
    }

    /**
     * Leaves the queue without the lock, for a timeout or an interrupt. PostgreSQL has nothing like it. If a waker was
     * faster, the wakeup has to be passed on: nobody else has been woken, and if the lock is free by now, no release
     * will come that could do it.
     */
    void abandon(long lock, int me) {
        if (!removeFromList(lock, me)) {
            parking.await(slots, me);
            int state = Atomic32.fetchOr(lock + LockWord.STATE_OFFSET, LockWord.RELEASE_OK) | LockWord.RELEASE_OK;
            if (LockWord.wantsWakeup(state)) {
                wake(lock);
            }
        }
    }

    /** False if a waker has taken this participant off the list before. */
    private boolean removeFromList(long lock, int me) {
        WaitList.lock(lock);
        boolean queued = slots.waiting(me) == WaitSlots.WAITING;
        if (queued) {
            WaitList.remove(lock, slots, me);
            slots.setWaiting(me, WaitSlots.NOT_WAITING);
        }
        if (WaitList.isEmpty(lock) && (LockWord.state(lock) & LockWord.HAS_WAITERS) != 0) {
            Atomic32.fetchAnd(lock + LockWord.STATE_OFFSET, ~LockWord.HAS_WAITERS);
        }
        WaitList.unlock(lock);
        return queued;
    }

    /**
     * Wakes all who wait until the lock is free, and of the others either the first, if that one wants it exclusive, or
     * all who want it shared. Until one of the woken has run, RELEASE_OK stays clear: further releases need not wake.
     */
    void wake(long lock) {
        int woken = WaitSlots.NONE;
        int lastWoken = WaitSlots.NONE;
        boolean releaseOk = true;

        WaitList.lock(lock);
        int next;
        for (int number = WaitList.head(lock); number != WaitSlots.NONE; number = next) {
            next = slots.next(number);
            int mode = slots.mode(number);
            if (!releaseOk && mode == LockWord.EXCLUSIVE) {
                continue;
            }
            takeOff(lock, number, lastWoken);
            lastWoken = number;
            if (woken == WaitSlots.NONE) {
                woken = number;
            }
            if (mode != LockWord.WAIT_UNTIL_FREE) {
                releaseOk = false;
            }
            if (mode == LockWord.EXCLUSIVE) {
                break;
            }
        }
        unlockAfterWakeup(lock, releaseOk);
        wakeAll(woken);
    }

    /** Wakes those who wait for the variable of a lock that stays held: they are in front. */
    void wakeForVariable(long lock) {
        int woken = WaitSlots.NONE;
        int lastWoken = WaitSlots.NONE;

        WaitList.lock(lock);
        int number = WaitList.head(lock);
        while (number != WaitSlots.NONE && slots.mode(number) == LockWord.WAIT_UNTIL_FREE) {
            int next = slots.next(number);
            takeOff(lock, number, lastWoken);
            lastWoken = number;
            if (woken == WaitSlots.NONE) {
                woken = number;
            }
            number = next;
        }
        WaitList.unlock(lock);
        wakeAll(woken);
    }

    /** From the lock's list to the waker's own, which is linked by next alone. */
    private void takeOff(long lock, int number, int lastWoken) {
        WaitList.remove(lock, slots, number);
        slots.setNext(number, WaitSlots.NONE);
        if (lastWoken != WaitSlots.NONE) {
            slots.setNext(lastWoken, number);
        }
        slots.setWaiting(number, WaitSlots.PENDING_WAKEUP);
    }

    /** All three bits in one step, or a release in between would act on half of them. */
    private static void unlockAfterWakeup(long lock, boolean releaseOk) {
        int clear = LockWord.LIST_LOCKED | LockWord.RELEASE_OK;
        if (WaitList.isEmpty(lock)) {
            clear |= LockWord.HAS_WAITERS;
        }
        int set = releaseOk ? LockWord.RELEASE_OK : 0;
        int seen = LockWord.state(lock);
        while (true) {
            int witness = Atomic32.compareExchange(lock + LockWord.STATE_OFFSET, seen, seen & ~clear | set);
            if (witness == seen) {
                return;
            }
            seen = witness;
        }
    }

    private void wakeAll(int first) {
        int next;
        for (int number = first; number != WaitSlots.NONE; number = next) {
            next = slots.next(number);
            slots.unlink(number);
            // Asked before the store: after it the participant may be someone else's already.
            Thread sleeper = parking.sleeper(number);
            slots.setWaiting(number, WaitSlots.NOT_WAITING);
            parking.wake(sleeper);
        }
    }
}
