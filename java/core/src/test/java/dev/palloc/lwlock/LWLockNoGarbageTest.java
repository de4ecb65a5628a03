package dev.palloc.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.atomic.Atomic32;
import dev.palloc.atomic.Atomic64;
import dev.palloc.atomic.SpinLock;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Free locks and atomics make nothing on the Java heap, interpreted or compiled. */
class LWLockNoGarbageTest {
    private static final int ROUNDS = 50_000;

    @Test
    void uncontendedLocksAndAtomicsMakeNoGarbage() throws JMException {
        try (LockFixture fixture = new LockFixture()) {
            Participant me = fixture.locks.join();
            long word = fixture.variable("word");
            long spin = fixture.variable("spin");
            work(fixture.lock, me, word, spin, ROUNDS);

            long before = allocatedBytes();
            long overhead = allocatedBytes() - before;
            before = allocatedBytes();
            work(fixture.lock, me, word, spin, ROUNDS);
            long allocated = allocatedBytes() - before - overhead;

            // Less than a byte a round is not the work's.
            assertThat(allocated).isLessThan(ROUNDS);
            fixture.assertAtRest();
        }
    }

    /** By name: the module that declares the method is not one that the library reads. */
    private static long allocatedBytes() throws JMException {
        return (long) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(
                        ObjectName.getInstance(ManagementFactory.THREAD_MXBEAN_NAME), "CurrentThreadAllocatedBytes");
    }

    private static void work(LWLock lock, Participant me, long word, long spin, int rounds) {
        for (int i = 0; i < rounds; i++) {
            lock.acquire(me, EXCLUSIVE);
            lock.updateVariable(me, word, i);
            lock.release(me);
            lock.acquire(me, SHARED);
            lock.release(me, SHARED);
            if (lock.tryAcquire(me, EXCLUSIVE)) {
                lock.release(me);
            }
            Atomic64.fetchAdd(word, 3);
            Atomic32.fetchOr(word, 4);
            Atomic32.fetchAnd(word, ~4);
            SpinLock.acquire(spin);
            SpinLock.release(spin);
        }
    }
}
