package dev.palloc.atomic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.palloc.StuckLockException;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The numbers of s_lock.c: 100 spins at first, 10 to 1000, a sleep of 1 ms that grows up to 1 s, stuck after so many. */
@Timeout(200)
@Isolated("the estimate of spins is the process' own")
class SpinDelayTest {
    private static final Supplier<String> UNASKED = () -> {
        throw new AssertionError("the description is for the exception alone");
    };

    @BeforeEach
    @AfterEach
    void forget() {
        SpinDelay.adopt(100);
    }

    private static SpinDelay sleptOnce() {
        SpinDelay delay = new SpinDelay();
        int spins = SpinDelay.spinsPerDelay();
        for (int i = 0; i < spins; i++) {
            delay.pause(UNASKED);
        }
        return delay;
    }

    @Test
    void aWaitWithoutSleepRaisesTheEstimateBy100UpTo1000() {
        for (int expected : new int[] {200, 300, 400, 500, 600, 700, 800, 900, 1000, 1000}) {
            SpinDelay delay = new SpinDelay();
            delay.pause(UNASKED);
            delay.finish();
            assertThat(SpinDelay.spinsPerDelay()).isEqualTo(expected);
        }
    }

    @Test
    void aWaitWithSleepLowersTheEstimateBy1DownTo10() {
        sleptOnce().finish();
        assertThat(SpinDelay.spinsPerDelay()).isEqualTo(99);
        SpinDelay.adopt(11);
        sleptOnce().finish();
        assertThat(SpinDelay.spinsPerDelay()).isEqualTo(10);
        sleptOnce().finish();
        assertThat(SpinDelay.spinsPerDelay()).isEqualTo(10);
    }

    @Test
    void whatProcessesShareIsBroughtIntoRangeAndMovesByASixteenth() {
        SpinDelay.adopt(0);
        assertThat(SpinDelay.spinsPerDelay()).isEqualTo(10);
        SpinDelay.adopt(Integer.MAX_VALUE);
        assertThat(SpinDelay.spinsPerDelay()).isEqualTo(1000);
        assertThat(SpinDelay.foldInto(100)).isEqualTo((100 * 15 + 1000) / 16);
        SpinDelay.adopt(10);
        assertThat(SpinDelay.foldInto(100)).isEqualTo((100 * 15 + 10) / 16);
    }

    @Test
    void sleepsGrowByAtMostTheDoubleFromOneMillisecond() {
        SpinDelay.adopt(10);
        SpinDelay delay = new SpinDelay();
        long before = delay.sleepMicros();
        assertThat(before).isEqualTo(1_000);
        for (int sleep = 0; sleep < 5; sleep++) {
            for (int i = 0; i < 10; i++) {
                delay.pause(UNASKED);
            }
            assertThat(delay.sleepMicros()).isBetween(before, before * 2 + 1);
            before = delay.sleepMicros();
        }
        delay.finish();
    }

    @Test
    void sleepsStartOverBeyondTheLongest() {
        SpinDelay.adopt(10);
        // The longest short one is a millisecond, so this is soon.
        SpinDelay delay = SpinDelay.ofShortSleeps();
        assertThat(delay.sleepMicros()).isEqualTo(50);
        boolean startedOver = false;
        long before = 50;
        for (int sleep = 0; sleep < 200 && !startedOver; sleep++) {
            for (int i = 0; i < 10; i++) {
                delay.pause(UNASKED);
            }
            startedOver = delay.sleepMicros() < before;
            before = delay.sleepMicros();
            assertThat(before).isBetween(50L, 1_000L);
        }
        assertThat(startedOver).isTrue();
        assertThat(before).isEqualTo(50);
        delay.finish();
    }

    @Test
    void aStuckLockNamesItselfItsHolderAndTheCaller() {
        Platform platform = Platform.get();
        long lock = platform.allocateZeroed(64, 64);
        try {
            SpinDelay.adopt(10);
            SpinLock.acquire(lock);
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(StuckLockException.class)
                    .isThrownBy(() -> SpinLock.acquireSlowly(lock, "freelist", new SpinDelay(2)))
                    .withMessageMatching("stuck spinlock \"freelist\" at 0x" + Long.toHexString(lock)
                            + " \\(held by thread " + Thread.currentThread().threadId() + " \""
                            + Thread.currentThread().getName()
                            + "\"\\), waited for at SpinDelayTest\\.java:[0-9]+ through 2 sleeps: its holder has died or"
                            + " blocks inside, or this thread holds it already");
            assertThat(Thread.interrupted()).as("the interrupt is still there").isTrue();
            assertThat(RawMemory.getInt(lock)).as("still held").isNotZero();
            SpinLock.release(lock);
        } finally {
            platform.free(lock, 64);
        }
    }
}
