package dev.palloc.lwlock;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/** A lightweight lock in both modes, as the JDK's interface. */
final class ReadWriteLockView implements ReadWriteLock {
    private final Lock read;
    private final Lock write;

    ReadWriteLockView(LWLock lock) {
        read = new LockView(lock, LWLockMode.SHARED);
        write = new LockView(lock, LWLockMode.EXCLUSIVE);
    }

    @Override
    public Lock readLock() {
        return read;
    }

    @Override
    public Lock writeLock() {
        return write;
    }

    @Override
    public String toString() {
        return read + " and " + write;
    }
}
