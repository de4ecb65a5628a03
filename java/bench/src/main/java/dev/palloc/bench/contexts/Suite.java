package dev.palloc.bench.contexts;

import dev.palloc.bench.report.Effort;
import java.util.Locale;
import java.util.Map;

/** What can be run by name: a benchmark class, how its score is to be read, and what is left out when it must be quick. */
enum Suite {
    RING(
            RingBenchmark.class,
            "one free and one allocation",
            Map.of("chunk", "64,1024", "keep", "1048576", "touch", "true")),
    RESET(ResetBenchmark.class, "one allocation and its share of the reset", Map.of("chunk", "64")),
    LIFETIME(LifetimeBenchmark.class, "one life: create, allocate 64 bytes so many times, delete", Map.of()),
    TREE(TreeBenchmark.class, "one operation", Map.of()),
    USE(UseBenchmark.class, "one chunk allocated, used and freed", Map.of("size", "64,4096")),
    SEGMENTS(SegmentResetBenchmark.class, "one allocation of 64 bytes and a reset", Map.of("type", "ALLOC_SET")),
    READERS(
            ReadersBenchmark.class,
            "one sum over the segment, or one round of the other thread",
            Map.of("bytes", "65536")),
    GROWTH(GrowthBenchmark.class, "one growth from 64 bytes to 1 MiB", Map.of());

    private final Class<?> benchmark;
    private final String unit;
    private final Map<String, String> quickParameters;

    Suite(Class<?> benchmark, String unit, Map<String, String> quickParameters) {
        this.benchmark = benchmark;
        this.unit = unit;
        this.quickParameters = quickParameters;
    }

    /** For commands and files. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    Class<?> benchmark() {
        return benchmark;
    }

    /** What the times in the table are for. */
    String unit() {
        return unit;
    }

    /** For the name of a parameter the only values, comma separated, that a quick run takes. */
    Map<String, String> quickParameters() {
        return quickParameters;
    }

    /** Two threads that measure leave the compiler of a small machine little time, so it is given longer. */
    int warmupIterations(Effort effort) {
        return effort.warmupIterations() * (this == READERS ? 5 : 1);
    }

    /** By how much a score is divided to be about one {@link #unit}. */
    double units(Map<String, String> parameters) {
        return this == RESET
                ? Double.parseDouble(parameters.get("keep")) / Double.parseDouble(parameters.get("chunk"))
                : 1;
    }

    /** The contender that stands for 1 in the ratios, or null if there is none for this one. */
    String baseline(Row row) {
        return switch (this) {
            case TREE -> null;
            case SEGMENTS -> "raw";
            case READERS ->
                ReadersBenchmark.READER.equals(row.parameters().get(Row.THREAD))
                        ? ReadersBenchmark.Disturbance.SLEEPING.name()
                        : null;
            default -> Contender.baseline(row.contender());
        };
    }
}
