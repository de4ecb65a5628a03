package dev.palloc.bench.locks;

import dev.palloc.atomic.SpinLock;
import dev.palloc.lwlock.LWLock;
import dev.palloc.lwlock.LWLockMode;
import dev.palloc.lwlock.LWLocks;
import dev.palloc.lwlock.Participant;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.SharedArena;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/** The locks that are measured, all of them exclusively. */
public enum LockKind {
    /** Ours; each thread has its participant. */
    LWLOCK("LWLock") {
        @Override
        Supplier<Holder> open(SharedArena arena, int threads) {
            LWLocks locks = LWLocks.open(arena, "measured", threads);
            LWLock lock = locks.tranche("measured", 1).lock(0);
            return () -> new ParticipantHolder(lock, locks.join());
        }
    },
    /** Ours as a Lock of the JDK, which looks the participant up by the thread. */
    LWLOCK_VIEW("LWLock view") {
        @Override
        Supplier<Holder> open(SharedArena arena, int threads) {
            LWLocks locks = LWLocks.open(arena, "measured", threads);
            return of(locks.tranche("measured", 1).lock(0).asLock());
        }
    },
    /** Ours; not made for more waiters than processors. */
    SPIN_LOCK("SpinLock") {
        @Override
        Supplier<Holder> open(SharedArena arena, int threads) {
            long lock = arena.initStruct("spinlock", Integer.BYTES, 128).address();
            return () -> section -> {
                SpinLock.acquire(lock);
                long held = section.enter();
                SpinLock.release(lock);
                return held;
            };
        }
    },
    /** The JDK's queue lock. */
    REENTRANT_LOCK("ReentrantLock") {
        @Override
        Supplier<Holder> open(SharedArena arena, int threads) {
            return of(new ReentrantLock());
        }
    },
    /** Its write lock. */
    REENTRANT_READ_WRITE_LOCK("ReentrantReadWriteLock") {
        @Override
        Supplier<Holder> open(SharedArena arena, int threads) {
            return of(new ReentrantReadWriteLock().writeLock());
        }
    },
    /** Its write lock. */
    STAMPED_LOCK("StampedLock") {
        @Override
        Supplier<Holder> open(SharedArena arena, int threads) {
            StampedLock lock = new StampedLock();
            return () -> section -> {
                long stamp = lock.writeLock();
                long held = section.enter();
                lock.unlockWrite(stamp);
                return held;
            };
        }
    },
    /** The monitor of an object. */
    SYNCHRONIZED("synchronized") {
        @Override
        Supplier<Holder> open(SharedArena arena, int threads) {
            Object monitor = new Object();
            return () -> section -> {
                synchronized (monitor) {
                    return section.enter();
                }
            };
        }
    };

    private final String label;

    LockKind(String label) {
        this.label = label;
    }

    /**
     * The name in tables.
     *
     * @return the name
     */
    public String label() {
        return label;
    }

    /** Makes a lock; the supplier is asked once by each thread, in that thread. */
    abstract Supplier<Holder> open(SharedArena arena, int threads);

    private static Supplier<Holder> of(Lock lock) {
        return () -> section -> {
            lock.lock();
            long held = section.enter();
            lock.unlock();
            return held;
        };
    }

    private record ParticipantHolder(LWLock lock, Participant me) implements Holder {
        @Override
        public long hold(Section section) {
            lock.acquire(me, LWLockMode.EXCLUSIVE);
            long held = section.enter();
            lock.release(me);
            return held;
        }

        @Override
        public void leave() {
            me.close();
        }
    }

    static Section section(SharedArena arena) {
        long counter = arena.initStruct("counter", Long.BYTES, 128).address();
        RawMemory.putLong(counter, 0);
        return new Section(counter);
    }
}
