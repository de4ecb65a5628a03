package dev.palloc.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class ContestTest {
    @ParameterizedTest
    @EnumSource
    void everyLockIsHeldByOneAtATimeAndByAll(LockKind kind) throws InterruptedException {
        Contest.Outcome outcome =
                Contest.run(kind, 3, Thread.ofPlatform().daemon().factory(), 30);

        assertThat(outcome.acquisitions()).isPositive();
        assertThat(outcome.shares()).hasSize(3);
        assertThat(Arrays.stream(outcome.shares()).sum()).isEqualTo(outcome.acquisitions());
        assertThat(outcome.nanos()).isGreaterThanOrEqualTo(30_000_000);
        assertThat(outcome.longest()).isPositive();
        assertThat(outcome.fairness()).isBetween(1.0 / 3, 1.0);
    }

    @ParameterizedTest
    @EnumSource
    void virtualThreadsContendToo(LockKind kind) throws InterruptedException {
        Contest.Outcome outcome = Contest.run(kind, 20, Thread.ofVirtual().factory(), 20);

        assertThat(outcome.acquisitions()).isPositive();
    }

    @Test
    void fairnessIsJainsIndex() {
        assertThat(new Contest.Outcome(1, new Histogram(1), 0, new long[] {5, 5, 5, 5}).fairness())
                .isCloseTo(1, within(1e-9));
        assertThat(new Contest.Outcome(1, new Histogram(1), 0, new long[] {7, 0, 0, 0}).fairness())
                .isCloseTo(0.25, within(1e-9));
    }
}
