package dev.palloc.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TimeoutAndInterruptTest {
    private final LockFixture fixture = new LockFixture();
    private final LWLock lock = fixture.lock;
    private Participant holder;
    private Participant second;
    private Participant third;

    @BeforeEach
    void hold() {
        holder = fixture.locks.join();
        second = fixture.locks.join();
        third = fixture.locks.join();
        lock.acquire(holder, EXCLUSIVE);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void assertHeldAsBefore() {
        assertThat(LockFixture.state(lock)).isEqualTo(LockFixture.AT_REST | 1 << 18);
        assertThat(second.heldCount()).isZero();
        assertThat(lock.hasWaiters()).isFalse();
    }

    @Test
    void whoRunsOutOfTimeIsNoLongerInTheQueue() throws Exception {
        long start = System.nanoTime();
        assertThat(lock.tryAcquire(second, SHARED, 20, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);

        assertHeldAsBefore();
        lock.release(holder);
        fixture.assertAtRest();
    }

    @Test
    void noTimeIsATry() throws Exception {
        assertThat(lock.tryAcquire(second, SHARED, 0, TimeUnit.DAYS)).isFalse();
        assertThat(lock.tryAcquire(second, SHARED, -1, TimeUnit.DAYS)).isFalse();
        assertHeldAsBefore();
        lock.release(holder);
        assertThat(lock.tryAcquire(second, SHARED, -1, TimeUnit.DAYS)).isTrue();
    }

    @Test
    void aTimeBeyondTheClockIsLong() throws Exception {
        Future<Boolean> waiter =
                LockFixture.start(() -> lock.tryAcquire(second, EXCLUSIVE, Long.MAX_VALUE, TimeUnit.DAYS));
        fixture.awaitQueued(second);
        lock.release(holder);
        assertThat(LockFixture.result(waiter)).isTrue();
        assertThat(lock.isHeldBy(second, EXCLUSIVE)).isTrue();
    }

    @Test
    void anInterruptBeforeIsNoticedEvenIfTheLockIsFree() {
        LWLock free = fixture.tranche.lock(5);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> free.acquireInterruptibly(second, EXCLUSIVE));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> free.tryAcquire(second, EXCLUSIVE, 1, TimeUnit.DAYS));
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> free.tryAcquire(second, EXCLUSIVE, 0, TimeUnit.DAYS));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(LockFixture.state(free)).isEqualTo(LockFixture.AT_REST);
        assertThat(second.heldCount()).isZero();
    }

    @Test
    void anInterruptEndsAnInterruptibleWait() throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<Boolean> waiter = LockFixture.start(() -> {
            thread.set(Thread.currentThread());
            try {
                return lock.acquireInterruptibly(second, SHARED);
            } catch (InterruptedException e) {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                return null;
            }
        });
        fixture.awaitQueued(second);
        thread.get().interrupt();
        assertThat(LockFixture.result(waiter)).isNull();
        assertHeldAsBefore();
        lock.release(holder);
        fixture.assertAtRest();
    }

    @Test
    void anInterruptDoesNotEndAnOrdinaryWaitAndStaysSet() throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<Boolean> waiter = LockFixture.start(() -> {
            thread.set(Thread.currentThread());
            lock.acquire(second, EXCLUSIVE);
            lock.release(second);
            return Thread.currentThread().isInterrupted();
        });
        fixture.awaitQueued(second);
        thread.get().interrupt();
        Thread.sleep(20);
        assertThat(waiter.isDone()).isFalse();
        assertThat(fixture.queue()).containsExactly(second.number());

        lock.release(holder);
        assertThat(LockFixture.result(waiter)).isTrue();
        fixture.assertAtRest();
    }

    /** Who gives up may have been chosen by a release already, and then another must be. */
    @Test
    void whoGivesUpPassesItsWakeupOn() throws Exception {
        lock.release(holder);
        for (int round = 0; round < 300; round++) {
            lock.acquire(holder, EXCLUSIVE);
            long nanos = 1_000 + round * 500L;
            Future<Boolean> impatient = LockFixture.start(() -> {
                boolean held = lock.tryAcquire(second, EXCLUSIVE, nanos, TimeUnit.NANOSECONDS);
                if (held) {
                    lock.release(second);
                }
                return held;
            });
            Future<Boolean> patient = LockFixture.start(() -> {
                lock.acquire(third, EXCLUSIVE);
                lock.release(third);
                return true;
            });
            Thread.sleep(0, round * 1_000);
            lock.release(holder);
            LockFixture.result(impatient);
            assertThat(LockFixture.result(patient)).as("round %d", round).isTrue();
            fixture.assertAtRest();
        }
    }
}
