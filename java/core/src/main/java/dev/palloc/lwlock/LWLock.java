package dev.palloc.lwlock;

import dev.palloc.atomic.Atomic64;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A lightweight lock: LWLock of PostgreSQL (storage/lmgr/lwlock.c). Held by one participant exclusively or by many
 * shared; who has to wait parks. This object is a handle without state; the lock is 16 bytes off-heap.
 *
 * <p>What to expect of it: <ul>
 * <li>Not fair. Woken waiters compete with newcomers, and shared lockers do not queue behind a waiting exclusive one.
 *     Throughput is what it is for.
 * <li>Not recursive. To acquire what the same participant holds is an error where it would wait for itself; shared on
 *     shared is allowed.
 * <li>No deadlock detection, no upgrade or downgrade.
 * <li>Taking it happens after every release before it, in whatever mode: all that was written under the lock is seen.
 * </ul>
 *
 * <p>Thread safe; each thread brings a {@link Participant} of its own. An uncontended pair of calls is two atomic
 * instructions and makes no Java garbage. Every method throws IllegalStateException if the arena or the participant is
 * closed, and IllegalArgumentException if the participant is of another set of locks.
 */
public final class LWLock {
    private final LWLocks locks;
    private final LockProtocol protocol;
    private final long address;

    LWLock(LWLocks locks, long address) {
        this.locks = locks;
        this.protocol = locks.protocol();
        this.address = address;
    }

    /**
     * Takes the lock, waiting as long as it takes. An interrupt does not end the wait; it stays set.
     *
     * @param participant who
     * @param mode how
     * @return whether it was free: false after a wait, when what was looked at before may have changed
     * @throws IllegalStateException if the participant holds the lock and would wait for itself, or holds
     *     {@value Participant#MAX_HELD} locks
     */
    public boolean acquire(Participant participant, LWLockMode mode) {
        prepare(participant, mode);
        int code = LockWord.code(mode);
        int result = protocol.acquire(address, participant.number(), code, false, Parking.FOREVER);
        participant.held().add(address, code);
        return result == LockProtocol.AT_ONCE;
    }

    /**
     * Takes the lock unless the thread is interrupted, before or while it waits.
     *
     * @param participant who
     * @param mode how
     * @return whether it was free
     * @throws InterruptedException if the thread is interrupted; the lock is not held then, the flag is clear
     * @throws IllegalStateException as of {@link #acquire}
     */
    public boolean acquireInterruptibly(Participant participant, LWLockMode mode) throws InterruptedException {
        prepare(participant, mode);
        int code = LockWord.code(mode);
        int result = interruptibly(participant, code, Parking.FOREVER);
        participant.held().add(address, code);
        return result == LockProtocol.AT_ONCE;
    }

    /**
     * Takes the lock if it is free for the mode now: LWLockConditionalAcquire.
     *
     * @param participant who
     * @param mode how
     * @return whether it is held now; false too if the participant itself is in the way
     * @throws IllegalStateException if the participant holds {@value Participant#MAX_HELD} locks
     */
    public boolean tryAcquire(Participant participant, LWLockMode mode) {
        Objects.requireNonNull(mode, "mode");
        Participant.check(participant, locks);
        checkRoom(participant);
        int code = LockWord.code(mode);
        if (!LockWord.attempt(address, code)) {
            return false;
        }
        participant.held().add(address, code);
        return true;
    }

    /**
     * Takes the lock if it becomes free in time and the thread is not interrupted.
     *
     * @param participant who
     * @param mode how
     * @param timeout at most so long; without waiting if not positive
     * @param unit of the timeout
     * @return whether it is held now
     * @throws InterruptedException if the thread is interrupted; the lock is not held then, the flag is clear
     * @throws IllegalStateException as of {@link #acquire}
     */
    public boolean tryAcquire(Participant participant, LWLockMode mode, long timeout, TimeUnit unit)
            throws InterruptedException {
        long nanos = Objects.requireNonNull(unit, "unit").toNanos(timeout);
        prepare(participant, mode);
        if (nanos <= 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return tryAcquire(participant, mode);
        }
        int code = LockWord.code(mode);
        // Half the range of the clock is centuries, and keeps differences of two times positive.
        long deadline = System.nanoTime() + Math.min(nanos, Long.MAX_VALUE / 2);
        int result = interruptibly(participant, code, deadline == Parking.FOREVER ? deadline - 1 : deadline);
        if (result == Parking.TIMED_OUT) {
            return false;
        }
        participant.held().add(address, code);
        return true;
    }

    private int interruptibly(Participant participant, int code, long deadline) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int result = protocol.acquire(address, participant.number(), code, true, deadline);
        if (result == Parking.INTERRUPTED) {
            Thread.interrupted();
            throw new InterruptedException();
        }
        return result;
    }

    /**
     * Takes the lock if it is free; if not, waits until it was free once and returns without it: LWLockAcquireOrWait. For
     * work that one does on behalf of all, such as a flush: who comes second need only know that it has been done.
     *
     * @param participant who
     * @param mode how
     * @return whether it is held now
     * @throws IllegalStateException as of {@link #acquire}
     */
    public boolean acquireOrWait(Participant participant, LWLockMode mode) {
        prepare(participant, mode);
        int code = LockWord.code(mode);
        if (!protocol.acquireOrWait(address, participant.number(), code)) {
            return false;
        }
        participant.held().add(address, code);
        return true;
    }

    /**
     * Waits until the lock is not held exclusively or a variable that its holder updates has changed:
     * LWLockWaitForVar. Shared holders do not matter. The lock is not taken.
     *
     * @param participant who
     * @param variable raw address of 8 bytes of live memory, a multiple of 8
     * @param old value that is to be waited away
     * @return the value seen: the old one if and only if the lock was free
     * @throws IllegalArgumentException if the variable is not aligned
     * @throws IllegalStateException if the participant itself holds the lock exclusively
     */
    public long waitForVariable(Participant participant, long variable, long old) {
        Participant.check(participant, locks);
        checkVariable(variable);
        int held = participant.held().find(address);
        if (held >= 0 && participant.held().mode(held) == LockWord.EXCLUSIVE) {
            throw new IllegalStateException(
                    this + " is held exclusively by " + participant + " itself, which would wait for its own update");
        }
        return protocol.waitForVariable(address, participant.number(), variable, old);
    }

    /**
     * Stores into the variable and wakes those who wait for it to change: LWLockUpdateVar. Full barrier.
     *
     * @param participant who holds the lock exclusively
     * @param variable raw address of 8 bytes of live memory, a multiple of 8
     * @param value what to store
     * @throws IllegalArgumentException if the variable is not aligned
     * @throws IllegalStateException if the participant does not hold the lock exclusively
     */
    public void updateVariable(Participant participant, long variable, long value) {
        checkVariable(variable);
        checkHeldBy(participant, LWLockMode.EXCLUSIVE);
        protocol.updateVariable(address, variable, value);
    }

    /**
     * Stores into the variable and releases the lock: LWLockReleaseClearVar.
     *
     * @param participant who holds the lock exclusively
     * @param variable raw address of 8 bytes of live memory, a multiple of 8
     * @param value what to store
     * @throws IllegalArgumentException if the variable is not aligned
     * @throws IllegalStateException if the participant does not hold the lock exclusively
     */
    public void releaseClearVariable(Participant participant, long variable, long value) {
        checkVariable(variable);
        checkHeldBy(participant, LWLockMode.EXCLUSIVE);
        Atomic64.exchange(variable, value);
        release(participant);
    }

    /**
     * Releases the lock, in the mode of its newest hold, and wakes whose turn it is.
     *
     * @param participant who holds it
     * @throws IllegalStateException if the participant does not hold it
     */
    public void release(Participant participant) {
        Participant.check(participant, locks);
        HeldLocks held = participant.held();
        int index = held.find(address);
        if (index < 0) {
            throw notHeld(participant);
        }
        int code = held.mode(index);
        held.remove(index);
        protocol.release(address, code);
    }

    /**
     * Releases the lock and checks that it was held in the mode that the program believes.
     *
     * @param participant who holds it
     * @param mode how
     * @throws IllegalStateException if the participant does not hold it, or in another mode; nothing is released then
     */
    public void release(Participant participant, LWLockMode mode) {
        checkHeldBy(participant, mode);
        release(participant);
    }

    /**
     * Lets go of the lock without releasing it: LWLockDisown. From now on it is for whoever is told, who releases it by
     * {@link #releaseDisowned}.
     *
     * @param participant who holds it
     * @return the mode of the newest hold
     * @throws IllegalStateException if the participant does not hold it
     */
    public LWLockMode disown(Participant participant) {
        Participant.check(participant, locks);
        HeldLocks held = participant.held();
        int index = held.find(address);
        if (index < 0) {
            throw notHeld(participant);
        }
        int code = held.mode(index);
        held.remove(index);
        return modeOf(code);
    }

    /**
     * Releases a lock that its holder has let go of: LWLockReleaseDisowned.
     *
     * @param mode as {@link #disown} returned it
     * @throws IllegalStateException if nobody holds the lock in that mode
     */
    public void releaseDisowned(LWLockMode mode) {
        Objects.requireNonNull(mode, "mode");
        locks.checkOpen();
        int state = LockWord.state(address);
        boolean held = mode == LWLockMode.EXCLUSIVE
                ? (state & LockWord.EXCLUSIVE_HELD) != 0
                : (state & LockWord.SHARED_MASK) != 0;
        if (!held) {
            throw new IllegalStateException(this + " is not held " + text(mode) + ": it was released already");
        }
        protocol.release(address, LockWord.code(mode));
    }

    /**
     * Whether a participant holds the lock in any mode: LWLockHeldByMe. For assertions.
     *
     * @param participant who
     * @return whether it does
     */
    public boolean isHeldBy(Participant participant) {
        Participant.check(participant, locks);
        return participant.held().find(address) >= 0;
    }

    /**
     * Whether a participant holds the lock in a mode: LWLockHeldByMeInMode. For assertions.
     *
     * @param participant who
     * @param mode how
     * @return whether it does
     */
    public boolean isHeldBy(Participant participant, LWLockMode mode) {
        Objects.requireNonNull(mode, "mode");
        Participant.check(participant, locks);
        int index = participant.held().find(address);
        return index >= 0 && participant.held().mode(index) == LockWord.code(mode);
    }

    /**
     * Insists that a participant holds the lock in a mode.
     *
     * @param participant who
     * @param mode how
     * @throws IllegalStateException if it does not
     */
    public void checkHeldBy(Participant participant, LWLockMode mode) {
        if (!isHeldBy(participant, mode)) {
            if (participant.held().find(address) < 0) {
                throw notHeld(participant);
            }
            LWLockMode other = mode == LWLockMode.EXCLUSIVE ? LWLockMode.SHARED : LWLockMode.EXCLUSIVE;
            throw new IllegalStateException(
                    this + " is held " + text(other) + " by " + participant + ", not " + text(mode));
        }
    }

    /**
     * The lock in exclusive mode, for code that knows {@link Lock}. Each thread takes part without further ado; see
     * {@link LWLocks} on how many can. Differs from ReentrantLock: not reentrant, which IllegalStateException says, and
     * without conditions.
     *
     * @return a view; unlock throws IllegalMonitorStateException if the thread does not hold the lock
     */
    public Lock asLock() {
        return new LockView(this, LWLockMode.EXCLUSIVE);
    }

    /**
     * The lock in both modes, for code that knows {@link ReadWriteLock}. As {@link #asLock}; a thread may take the read
     * lock several times, but not the write lock while it reads, nor the read lock while it writes.
     *
     * @return a view
     */
    public ReadWriteLock asReadWriteLock() {
        return new ReadWriteLockView(this);
    }

    /**
     * Where the lock is, in this process.
     *
     * @return raw address, valid until the arena is closed
     */
    public long address() {
        return address;
    }

    /**
     * Name of the tranche that the lock is of.
     *
     * @return the name
     */
    public String trancheName() {
        locks.checkOpen();
        return locks.tranches().name(LockWord.tranche(address));
    }

    /**
     * How many participants hold the lock shared. Old news by the time it is read, as the two below.
     *
     * @return 0 if none, or one has it exclusively
     */
    public int sharedHolders() {
        locks.checkOpen();
        return LockWord.state(address) & LockWord.SHARED_MASK;
    }

    /**
     * Whether someone holds the lock exclusively.
     *
     * @return whether so
     */
    public boolean isHeldExclusively() {
        locks.checkOpen();
        return (LockWord.state(address) & LockWord.EXCLUSIVE_HELD) != 0;
    }

    /**
     * Whether participants are in the lock's queue.
     *
     * @return whether so
     */
    public boolean hasWaiters() {
        locks.checkOpen();
        return (LockWord.state(address) & LockWord.HAS_WAITERS) != 0;
    }

    /**
     * For messages.
     *
     * @return tranche, number in its array if it is there, and address
     */
    @Override
    public String toString() {
        return locks.describe(address);
    }

    LWLocks locks() {
        return locks;
    }

    private void prepare(Participant participant, LWLockMode mode) {
        Objects.requireNonNull(mode, "mode");
        Participant.check(participant, locks);
        checkRoom(participant);
        HeldLocks held = participant.held();
        if (held.count() > 0) {
            int index = held.find(address);
            if (index >= 0 && (mode == LWLockMode.EXCLUSIVE || held.mode(index) == LockWord.EXCLUSIVE)) {
                throw new IllegalStateException(
                        this + " is held " + text(modeOf(held.mode(index))) + " by " + participant
                                + ", which would wait for itself to take it " + text(mode) + ": release it first");
            }
        }
    }

    private void checkRoom(Participant participant) {
        if (!participant.held().hasRoom() && !participant.held().makeRoom()) {
            throw new IllegalStateException(
                    participant + " locks already, the most there can be, and cannot take " + this);
        }
    }

    private static void checkVariable(long variable) {
        if ((variable & (Long.BYTES - 1)) != 0) {
            throw new IllegalArgumentException("the variable at address 0x" + Long.toHexString(variable)
                    + " is not aligned to " + Long.BYTES + " bytes");
        }
    }

    private IllegalStateException notHeld(Participant participant) {
        return new IllegalStateException(this + " is not held by " + participant + ": release follows acquire, once");
    }

    private static LWLockMode modeOf(int code) {
        return code == LockWord.EXCLUSIVE ? LWLockMode.EXCLUSIVE : LWLockMode.SHARED;
    }

    private static String text(LWLockMode mode) {
        return mode == LWLockMode.EXCLUSIVE ? "exclusively" : "shared";
    }
}
