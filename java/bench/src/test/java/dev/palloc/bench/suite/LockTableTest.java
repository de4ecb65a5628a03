package dev.palloc.bench.suite;

import static dev.palloc.bench.suite.MadeUpResults.array;
import static dev.palloc.bench.suite.MadeUpResults.contest;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LockTableTest {
    private final List<LockRow> rows = LockRow.of(array(
            contest(1, "SYNCHRONIZED", 20, 30, 40_000, 1_000_000),
            contest(1, "LWLOCK", 40, 30, 50_000, 1_000_000),
            contest(4, "LWLOCK", 80, 9_000, 2_000_000, 900_000),
            contest(4, "SYNCHRONIZED", 40, 4_000, 6_000_000, 250_000),
            contest(64, "SYNCHRONIZED", 400, 9_000, 8_000_000, 500_000),
            contest(64, "LWLOCK", 160, 7_000, 9_000_000, 750_000)));

    @Test
    void locksOfOneNumberOfThreadsStandTogetherAndAreComparedWithOurs() {
        assertThat(new LockTable(rows).lines())
                .containsSubsequence(
                        "| 1 | LWLock | 40.0 | 40.0 - 40.0 | 1.00 | 0.0 | 50 | 1.000 |",
                        "| 1 | synchronized | 20.0 | 20.0 - 20.0 | 0.50 | 0.0 | 40 | 1.000 |",
                        "| 4 | LWLock | 80.0 | 80.0 - 80.0 | 1.00 | 9.0 | 2000 | 0.900 |",
                        "| 64 | synchronized | 400.0 | 400.0 - 400.0 | 2.50 | 9.0 | 8000 | 0.500 |");
    }

    @Test
    void theInterpretationFollowsTheFigures() {
        assertThat(LockInterpretation.of(rows))
                .contains(
                        "LWLock: 40 ns with one thread, 160 ns with 64 threads, 80 to 160 ns contended; the curve"
                                + " flattens.",
                        "synchronized: 20 ns with one thread, 400 ns with 64 threads, 40 to 400 ns contended; the"
                                + " curve collapses, to 10 times its best contended time.",
                        "Longest wait with 64 threads: synchronized 8.0 ms, LWLock 9.0 ms.");
    }
}
