package dev.palloc.bench.report;

import static dev.palloc.bench.report.Examples.comparison;
import static dev.palloc.bench.report.Examples.trace;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void columnsAreAligned() {
        assertThat(TextTable.lines(comparison(trace("short", 7, 7.7), trace("a longer name", 10.25, 20.5))))
                .containsExactly(
                        "trace          records  native ns/record  Java ns/record  Java/native  blocks taken  peak bytes  digest",
                        "short          1000000              7.00            7.70         1.10          2000     3145728  0123456789abcdef",
                        "a longer name  1000000             10.25           20.50         2.00          2000     3145728  0123456789abcdef");
    }

    @Test
    void digestsThatDifferAreBothShown() {
        assertThat(TextTable.lines(comparison(trace("a", 7, 7, "fedcba9876543210")))
                        .get(1))
                .endsWith("0123456789abcdef native, fedcba9876543210 Java");
    }
}
