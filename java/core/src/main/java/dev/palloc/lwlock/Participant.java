package dev.palloc.lwlock;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Who takes locks: a wait slot in the arena and the list of what is held, as a backend has in PostgreSQL. Each thread
 * that takes locks has its own; get one by {@link LWLocks#join()} and keep it.
 *
 * <p>For one thread at a time. It may be handed from one to another with what it holds, if the hand-over is ordered as
 * that of any object is.
 */
public final class Participant extends HeldLocks implements AutoCloseable {
    /** Locks that one participant can hold at a time. */
    public static final int MAX_HELD = HeldLocks.MAX;

    private final LWLocks locks;
    private final int number;

    /** As in the set. Here too, because each load on the way to a locked instruction is waited for. */
    private final MemorySegment.Scope life;

    /** The set while this participant is open, then null: one comparison tells both. */
    private LWLocks usableIn;

    Participant(LWLocks locks, int number, MemorySegment.Scope life) {
        this.locks = locks;
        this.number = number;
        this.life = life;
        this.usableIn = locks;
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
        return count();
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
        for (int i = 0; i < count(); i++) {
            long distance = lock(i) - first;
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
        check(this, locks);
        while (count() > 0) {
            int last = count() - 1;
            long lock = lock(last);
            int mode = mode(last);
            remove(last);
            locks.protocol().release(lock, mode);
        }
    }

    /** Releases all that is held and gives the wait slot back. A second time, nothing. */
    @Override
    public void close() {
        if (usableIn != null) {
            if (locks.isOpen()) {
                releaseAll();
                locks.leave(this);
            }
            usableIn = null;
        }
    }

    /**
     * For messages.
     *
     * @return number and what is held
     */
    @Override
    public String toString() {
        return "participant " + number + " of " + locks.name() + (usableIn == null ? ", closed" : ", holds " + count());
    }

    LWLocks locks() {
        return locks;
    }

    /** This, as the list of what it holds. */
    HeldLocks held() {
        return this;
    }

    /** Of this set, open, and the set too. */
    static void check(Participant participant, LWLocks locks) {
        Objects.requireNonNull(participant, "participant");
        if (participant.usableIn != locks || participant.life != null && !participant.life.isAlive()) {
            throw participant.unusable(locks);
        }
    }

    private RuntimeException unusable(LWLocks wanted) {
        if (locks != wanted) {
            return new IllegalArgumentException("participant " + number + " is of " + locks.name() + " and the lock of "
                    + wanted.name() + ": a thread joins each set that it takes locks of");
        }
        if (usableIn == null) {
            return new IllegalStateException("participant " + number + " of " + locks.name() + " is closed: join anew");
        }
        return locks.closed();
    }
}
