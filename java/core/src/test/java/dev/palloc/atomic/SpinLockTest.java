package dev.palloc.atomic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(200)
class SpinLockTest {
    private static final int SIZE = 256;

    private final Platform platform = Platform.get();
    private long lock;
    /** On a line of its own. */
    private long counter;

    @BeforeEach
    void allocate() {
        lock = platform.allocate(SIZE, 128);
        RawMemory.fill(lock, SIZE, (byte) 0);
        counter = lock + 128;
    }

    @AfterEach
    void free() {
        platform.free(lock, SIZE);
    }

    @Test
    void isFreeWhenZeroAndNamesItsHolderWhenNot() {
        SpinLock.acquire(lock);
        assertThat(RawMemory.getLong(lock))
                .as("lock word and the word behind it")
                .isEqualTo(0x8000_0000L | Thread.currentThread().threadId());
        assertThat(SpinLock.isHeld(lock)).isTrue();

        SpinLock.release(lock);
        assertThat(RawMemory.getLong(lock)).isZero();
        assertThat(SpinLock.isHeld(lock)).isFalse();
    }

    @Test
    void tryAcquireTakesItOnce() {
        assertThat(SpinLock.tryAcquire(lock)).isTrue();
        assertThat(SpinLock.tryAcquire(lock)).isFalse();
        SpinLock.release(lock);
        assertThat(SpinLock.tryAcquire(lock)).isTrue();
    }

    @Test
    void releaseOfAFreeLockIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SpinLock.release(lock))
                .withMessage(
                        "the spinlock at 0x" + Long.toHexString(lock)
                                + " is not held by this thread (it is free): release follows acquire, once, in the same thread");
        SpinLock.acquire(lock);
        SpinLock.release(lock);
        assertThatIllegalStateException().isThrownBy(() -> SpinLock.release(lock));
        assertThat(RawMemory.getInt(lock)).isZero();
    }

    @Test
    void aMisalignedLockWordIsRefused() {
        for (long address = lock + 1; address < lock + 4; address++) {
            long misaligned = address;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SpinLock.acquire(misaligned))
                    .withMessageContaining(Long.toString(misaligned));
            assertThatIllegalArgumentException().isThrownBy(() -> SpinLock.tryAcquire(misaligned));
            RawMemory.putInt(misaligned, 1);
            assertThatIllegalArgumentException().isThrownBy(() -> SpinLock.release(misaligned));
            RawMemory.putInt(misaligned, 0);
        }
    }

    @Test
    void countsOfSeveralThreadsAddUp() throws InterruptedException {
        int threads = 4;
        int rounds = 25_000;
        run(threads, () -> {
            for (int i = 0; i < rounds; i++) {
                SpinLock.acquire(lock);
                RawMemory.putLong(counter, RawMemory.getLong(counter) + 1);
                SpinLock.release(lock);
            }
        });

        assertThat(RawMemory.getLong(counter)).isEqualTo((long) threads * rounds);
        assertThat(RawMemory.getInt(lock)).isZero();
    }

    @Test
    void countsWithTryAcquireAddUp() throws InterruptedException {
        int threads = 4;
        int rounds = 25_000;
        run(threads, () -> {
            for (int i = 0; i < rounds; i++) {
                while (!SpinLock.tryAcquire(lock)) {
                    Thread.yield();
                }
                RawMemory.putLong(counter, RawMemory.getLong(counter) + 1);
                SpinLock.release(lock);
            }
        });

        assertThat(RawMemory.getLong(counter)).isEqualTo((long) threads * rounds);
    }

    /** Two words that are equal while the lock is free: a holder that sees them differ saw half of another's work. */
    @Test
    void aHolderSeesAllOfThePreviousOnesWork() throws InterruptedException {
        long[] torn = new long[1];
        run(3, () -> {
            for (int i = 0; i < 20_000; i++) {
                SpinLock.acquire(lock);
                long first = RawMemory.getLong(counter);
                if (RawMemory.getLong(counter + 64) != first) {
                    torn[0]++;
                }
                RawMemory.putLong(counter, first + 1);
                RawMemory.putLong(counter + 64, first + 1);
                SpinLock.release(lock);
            }
        });

        assertThat(torn[0]).isZero();
        assertThat(RawMemory.getLong(counter)).isEqualTo(60_000);
    }

    @Test
    void aWaiterWaitsUntilRelease() throws InterruptedException {
        SpinLock.acquire(lock);
        Thread waiter = waiter();
        waiter.start();

        // Long enough for the waiter to have gone to sleep between its looks.
        waiter.join(100);
        assertThat(waiter.isAlive()).as("waits while the lock is held").isTrue();
        assertThat(RawMemory.getLong(counter)).isZero();
        SpinLock.release(lock);
        waiter.join(60_000);

        assertThat(waiter.isAlive()).isFalse();
        assertThat(RawMemory.getLong(counter)).isEqualTo(1);
    }

    @Test
    void anInterruptDoesNotLetAWaiterPass() throws InterruptedException {
        SpinLock.acquire(lock);
        Thread waiter = waiter();
        waiter.start();
        waiter.interrupt();
        waiter.join(50);
        assertThat(waiter.isAlive()).isTrue();
        SpinLock.release(lock);
        waiter.join(60_000);

        assertThat(waiter.isAlive()).isFalse();
        assertThat(RawMemory.getLong(counter)).isEqualTo(1);
        assertThat(RawMemory.getLong(counter + 8))
                .as("the interrupt is still there")
                .isEqualTo(1);
    }

    private Thread waiter() {
        return new Thread(() -> {
            SpinLock.acquire(lock);
            RawMemory.putLong(counter, 1);
            RawMemory.putLong(counter + 8, Thread.currentThread().isInterrupted() ? 1 : 0);
            SpinLock.release(lock);
        });
    }

    private static void run(int threads, Runnable work) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    work.run();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    end.countDown();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        start.countDown();
        assertThat(end.await(150, TimeUnit.SECONDS))
                .as("all threads came through")
                .isTrue();
    }
}
