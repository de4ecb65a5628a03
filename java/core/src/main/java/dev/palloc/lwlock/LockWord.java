package dev.palloc.lwlock;

import dev.palloc.platform.RawMemory;

/**
 * Layout of a lock, and the step that takes it: LWLockAttemptLock of PostgreSQL (lwlock.c). Package-info has the
 * picture.
 */
final class LockWord {
    /** Bytes of a lock; of a lock that has its cache lines for itself. */
    static final int BYTES = 16;

    static final int PADDED_BYTES = 128;

    static final int TRANCHE_OFFSET = 0;
    static final int STATE_OFFSET = 4;
    static final int HEAD_OFFSET = 8;
    static final int TAIL_OFFSET = 12;

    static final int HAS_WAITERS = 1 << 31;
    static final int RELEASE_OK = 1 << 30;
    static final int LIST_LOCKED = 1 << 29;
    static final int EXCLUSIVE_HELD = 1 << 18;
    static final int ONE_SHARED = 1;
    static final int SHARED_MASK = EXCLUSIVE_HELD - 1;
    static final int LOCK_MASK = EXCLUSIVE_HELD | SHARED_MASK;

    /** Modes as they stand in a wait slot. */
    static final int EXCLUSIVE = 0;

    static final int SHARED = 1;
    static final int WAIT_UNTIL_FREE = 2;

    private LockWord() {}

    /** Before the lock is shared. */
    static void init(long lock, int tranche) {
        RawMemory.putInt(lock + TRANCHE_OFFSET, tranche);
        RawMemory.putInt(lock + HEAD_OFFSET, WaitSlots.NONE);
        RawMemory.putInt(lock + TAIL_OFFSET, WaitSlots.NONE);
        RawMemory.putIntRelease(lock + STATE_OFFSET, RELEASE_OK);
    }

    static int tranche(long lock) {
        return RawMemory.getInt(lock + TRANCHE_OFFSET);
    }

    static int state(long lock) {
        return RawMemory.getIntAcquire(lock + STATE_OFFSET);
    }

    static int code(LWLockMode mode) {
        return mode == LWLockMode.EXCLUSIVE ? EXCLUSIVE : SHARED;
    }

    /** What a holder in this mode has added to the state. */
    static int share(int mode) {
        return mode == EXCLUSIVE ? EXCLUSIVE_HELD : ONE_SHARED;
    }

    /**
     * Takes the lock in a mode if it is free for that.
     *
     * <p>PostgreSQL swaps the word for itself where the lock is not free, to have a barrier. None is needed: what a
     * waiter must not miss is a release after it queued, and both change this one word. Either the release comes before
     * the waiter's HAS_WAITERS in the word's order of changes, then the waiter's next read sees it; or after, then the
     * releaser sees HAS_WAITERS.
     */
    static boolean attempt(long lock, int mode) {
        int seen = RawMemory.getIntAcquire(lock + STATE_OFFSET);
        while (isFree(seen, mode)) {
            int witness = RawMemory.compareAndExchangeInt(lock + STATE_OFFSET, seen, seen + share(mode));
            if (witness == seen) {
                return true;
            }
            seen = witness;
        }
        return false;
    }

    /** One share more than the mask holds would turn into an exclusive lock. */
    static boolean isFree(int state, int mode) {
        return mode == EXCLUSIVE
                ? (state & LOCK_MASK) == 0
                : (state & EXCLUSIVE_HELD) == 0 && (state & SHARED_MASK) != SHARED_MASK;
    }

    /** Whether it is for the releaser who left this state to wake someone. */
    static boolean wantsWakeup(int state) {
        return (state & (HAS_WAITERS | RELEASE_OK)) == (HAS_WAITERS | RELEASE_OK) && (state & LOCK_MASK) == 0;
    }
}
