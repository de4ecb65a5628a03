package dev.palloc.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures that came with the traces. */
class ShippedTracesTest {

    @ParameterizedTest
    @CsvSource({
        "pgbench-select-simple, 752932, 600000, 10592",
        "pgbench-tpcb-simple, 730009, 600000, 10459",
        "pgbench-select-prepared, 1085937, 600000, 50620",
        "analytic-mixed, 943743, 600000, 257",
        "logical-decoding, 179941, 137401, 139",
        "vacuum-tsvector, 517030, 300000, 153"
    })
    void haveAllTheirRecords(String name, int records, int allocations, int contexts) {
        assertThat(TraceSource.SHIPPED).hasSize(6).contains(name);
        Trace trace = TraceFile.read(TraceSource.shipped(name));
        assertThat(trace.records()).isEqualTo(records);
        assertThat(trace.allocations()).isEqualTo(allocations);
        assertThat(trace.contexts()).hasSize(contexts);
        assertThat(trace.cutBytes()).isZero();
    }
}
