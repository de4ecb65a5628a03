package dev.palloc.lwlock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A lightweight lock in one mode, as the JDK's interface. */
final class LockView implements Lock {
    private final LWLock lock;
    private final LWLockMode mode;

    LockView(LWLock lock, LWLockMode mode) {
        this.lock = lock;
        this.mode = mode;
    }

    private ThreadParticipants threads() {
        return lock.locks().threads();
    }

    @Override
    public void lock() {
        Participant participant = threads().findOrJoin();
        try {
            lock.acquire(participant, mode);
        } finally {
            threads().done(participant);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        Participant participant = threads().findOrJoin();
        try {
            lock.acquireInterruptibly(participant, mode);
        } finally {
            threads().done(participant);
        }
    }

    @Override
    public boolean tryLock() {
        Participant participant = threads().findOrJoin();
        try {
            return lock.tryAcquire(participant, mode);
        } finally {
            threads().done(participant);
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        Participant participant = threads().findOrJoin();
        try {
            return lock.tryAcquire(participant, mode, time, unit);
        } finally {
            threads().done(participant);
        }
    }

    @Override
    public void unlock() {
        Participant participant = threads().find();
        if (participant == null || !lock.isHeldBy(participant, mode)) {
            throw new IllegalMonitorStateException(lock + " is not held by this thread in mode " + mode);
        }
        lock.release(participant);
        threads().done(participant);
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("lightweight locks have no conditions: use acquireOrWait or"
                + " waitForVariable of LWLock, or a lock of the JDK");
    }

    @Override
    public String toString() {
        return lock + ", " + mode + " as a Lock";
    }
}
