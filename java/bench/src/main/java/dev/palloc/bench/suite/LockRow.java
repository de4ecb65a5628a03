package dev.palloc.bench.suite;

import com.fasterxml.jackson.databind.JsonNode;
import dev.palloc.bench.locks.LockKind;
import dev.palloc.bench.report.Samples;
import java.util.ArrayList;
import java.util.List;

/**
 * One lock wanted by so many threads.
 *
 * @param threads how many
 * @param lock which
 * @param nanos wall time for each acquisition, one figure for each contest
 * @param wait99 nanoseconds that one of a hundred waits takes at least, the same
 * @param longestWait nanoseconds, the same
 * @param fairness Jain's index, the same
 */
record LockRow(int threads, LockKind lock, Samples nanos, Samples wait99, Samples longestWait, Samples fairness) {
    static final String PICOS = "picosPerAcquisition";
    static final double PICOS_PER_NANO = 1000;
    private static final double MILLIONTH = 1e-6;

    /** From JMH's array: what the contests have put into the counters. */
    static List<LockRow> of(JsonNode results) {
        List<LockRow> rows = new ArrayList<>();
        for (JsonNode result : results) {
            JsonNode counters = result.path("secondaryMetrics");
            rows.add(new LockRow(
                    result.path("params").path("threads").asInt(),
                    LockKind.valueOf(result.path("params").path("lock").asText()),
                    samples(counters, PICOS, 1 / PICOS_PER_NANO),
                    samples(counters, "wait99Nanos", 1),
                    samples(counters, "longestWaitNanos", 1),
                    samples(counters, "fairnessMillionths", MILLIONTH)));
        }
        return rows;
    }

    private static Samples samples(JsonNode counters, String name, double unit) {
        List<Double> values = new ArrayList<>();
        for (JsonNode fork : counters.path(name).path("rawData")) {
            fork.forEach(value -> values.add(value.asDouble() * unit));
        }
        return new Samples(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
