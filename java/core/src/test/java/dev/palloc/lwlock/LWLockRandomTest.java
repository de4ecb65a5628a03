package dev.palloc.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads that take locks at random, in every way there is. Beside each lock stands a book of its own of who is inside, and
 * two words that are equal whenever nobody is.
 */
@Timeout(300)
class LWLockRandomTest {
    private static final int THREADS = 6;
    private static final int LOCKS = 3;
    private static final int ROUNDS = 10_000;
    private static final int WRITER = 1_000_000;

    private final AtomicInteger[] inside = new AtomicInteger[LOCKS];
    private long seed;

    @Test
    void nobodyIsInsideBesideAWriterAndAllComeThrough() throws Exception {
        seed = System.nanoTime();
        try (LockFixture fixture = new LockFixture()) {
            long data = fixture.arena.initStruct("data", LOCKS * 128, 128).address();
            for (int i = 0; i < LOCKS; i++) {
                inside[i] = new AtomicInteger();
            }
            List<Thread> interruptible = new ArrayList<>();
            List<Future<Long>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long threadSeed = seed + i;
                results.add(LockFixture.start(() -> {
                    synchronized (interruptible) {
                        interruptible.add(Thread.currentThread());
                    }
                    return run(fixture, data, new Random(threadSeed), interruptible);
                }));
            }
            long written = 0;
            for (Future<Long> result : results) {
                written += LockFixture.result(result);
            }
            long counted = 0;
            for (int i = 0; i < LOCKS; i++) {
                counted += RawMemory.getLong(data + i * 128L);
                assertThat(LockFixture.state(fixture.tranche.lock(i)))
                        .as("state at the end, seed %d", seed)
                        .isEqualTo(LockFixture.AT_REST);
            }
            assertThat(written).as("writes, seed %d", seed).isGreaterThan(THREADS * ROUNDS / 20);
            assertThat(counted).as("writes, seed %d", seed).isEqualTo(written);
        }
    }

    private long run(LockFixture fixture, long data, Random random, List<Thread> others) {
        long written = 0;
        try (Participant me = fixture.locks.join()) {
            for (int round = 0; round < ROUNDS; round++) {
                int index = random.nextInt(LOCKS);
                LWLock lock = fixture.tranche.lock(index);
                LWLockMode mode = random.nextInt(3) == 0 ? EXCLUSIVE : SHARED;
                if (acquire(lock, me, mode, random)) {
                    written += work(data + index * 128L, inside[index], mode);
                    lock.release(me, mode);
                }
                if (random.nextInt(50) == 0) {
                    synchronized (others) {
                        others.get(random.nextInt(others.size())).interrupt();
                    }
                }
            }
        }
        return written;
    }

    private boolean acquire(LWLock lock, Participant me, LWLockMode mode, Random random) {
        try {
            switch (random.nextInt(5)) {
                case 0:
                    return lock.tryAcquire(me, mode);
                case 1:
                    return lock.tryAcquire(me, mode, random.nextInt(200), TimeUnit.MICROSECONDS);
                case 2:
                    lock.acquireInterruptibly(me, mode);
                    return true;
                case 3:
                    return lock.acquireOrWait(me, mode);
                default:
                    lock.acquire(me, mode);
                    return true;
            }
        } catch (InterruptedException e) {
            return false;
        }
    }

    private long work(long data, AtomicInteger book, LWLockMode mode) {
        int mine = mode == EXCLUSIVE ? WRITER : 1;
        int before = book.getAndAdd(mine);
        check(mode == EXCLUSIVE ? before == 0 : before < WRITER, "came in beside " + before);
        long first = RawMemory.getLong(data);
        if (mode == EXCLUSIVE) {
            RawMemory.putLong(data, first + 1);
        }
        check(mode == EXCLUSIVE || RawMemory.getLong(data + 64) == first, "saw half of a write");
        if (mode == EXCLUSIVE) {
            RawMemory.putLong(data + 64, first + 1);
        }
        book.getAndAdd(-mine);
        return mode == EXCLUSIVE ? 1 : 0;
    }

    private void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError("someone " + otherwise + ", seed " + seed);
        }
    }
}
