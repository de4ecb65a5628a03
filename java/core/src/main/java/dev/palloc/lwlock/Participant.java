package dev.palloc.lwlock;

import java.util.Objects;

/**
 * Who takes locks: a wait slot in the arena and the list of what is held, as a backend has in PostgreSQL. Each thread
 * that takes locks has its own; get one by {@link LWLocks#join()} and keep it.
 *
 * <p>For one thread at a time. It may be handed from one to another with what it holds, if the hand-over is ordered as
 * that of any object is.
 */
public final class Participant implements AutoCloseable {
    /** Locks that one participant can hold at a time. */
    public static final int MAX_HELD = HeldLocks.MAX;

    private final LWLocks locks;
    private final int number;
    private final HeldLocks held = new HeldLocks();
    private boolean closed;

    Participant(LWLocks locks, int number) {
        this.locks = locks;
        this.number = number;
    }

    /**
     * Number of the wait slot, the same in all processes. Given to another when this one is closed.
     *
     * @return 0 to the capacity of the set less 1
     */
    public int number() {
        return number;
    }

    /**
     * How many locks this participant holds. A lock held shared several times counts as often.
     *
     * @return 0 to {@value #MAX_HELD}
     */
    public int heldCount() {
        return held.count();
    }

    /**
     * Whether a lock of an array is held in any mode: LWLockAnyHeldByMe. For assertions.
     *
     * @param first address of the first lock
     * @param count how many locks, not negative
     * @param stride bytes from one to the next, positive
     * @return whether one of them is held by this participant
     * @throws IllegalArgumentException if count or stride is out of range
     */
    public boolean holdsAnyOf(long first, int count, long stride) {
        if (count < 0 || stride < 1) {
            throw new IllegalArgumentException(
                    count + " locks " + stride + " bytes apart: a count is at least 0, a" + " stride at least 1");
        }
        for (int i = 0; i < held.count(); i++) {
            long distance = held.lock(i) - first;
            if (distance >= 0 && distance % stride == 0 && distance / stride < count) {
                return true;
            }
        }
        return false;
    }

    /**
     * Releases all that is held, newest first: LWLockReleaseAll. What a server does after an error, when it no longer
     * knows where it was.
     */
    public void releaseAll() {
        checkUsable();
        while (held.count() > 0) {
            int last = held.count() - 1;
            long lock = held.lock(last);
            int mode = held.mode(last);
            held.remove(last);
            locks.protocol().release(lock, mode);
        }
    }

    /** Releases all that is held and gives the wait slot back. A second time, nothing. */
    @Override
    public void close() {
        if (!closed) {
            if (locks.isOpen()) {
                releaseAll();
                locks.leave(this);
            }
            closed = true;
        }
    }

    /**
     * For messages.
     *
     * @return number and what is held
     */
    @Override
    public String toString() {
        return "participant " + number + " of " + locks.name() + (closed ? ", closed" : ", holds " + held.count());
    }

    LWLocks locks() {
        return locks;
    }

    HeldLocks held() {
        return held;
    }

    void checkUsable() {
        if (closed) {
            throw new IllegalStateException("participant " + number + " of " + locks.name() + " is closed: join anew");
        }
        locks.checkOpen();
    }

    /** Of this set, open, and the set too. */
    static void check(Participant participant, LWLocks locks) {
        Objects.requireNonNull(participant, "participant");
        if (participant.locks != locks) {
            throw new IllegalArgumentException(
                    "participant " + participant.number + " is of " + participant.locks.name() + " and the lock of "
                            + locks.name() + ": a thread joins each set that it takes locks of");
        }
        participant.checkUsable();
    }
}
