package dev.palloc.bench.suite;

import com.fasterxml.jackson.databind.JsonNode;
import dev.palloc.atomic.AtomicStrategy;
import dev.palloc.bench.atomics.AtomicsBenchmark;
import dev.palloc.bench.atomics.SharingBenchmark;
import dev.palloc.bench.contexts.Contender;
import dev.palloc.bench.contexts.GrowthBenchmark;
import dev.palloc.bench.contexts.LifetimeBenchmark;
import dev.palloc.bench.contexts.ReadersBenchmark;
import dev.palloc.bench.contexts.ResetBenchmark;
import dev.palloc.bench.contexts.RingBenchmark;
import dev.palloc.bench.contexts.SegmentResetBenchmark;
import dev.palloc.bench.contexts.TreeBenchmark;
import dev.palloc.bench.contexts.UseBenchmark;
import dev.palloc.bench.locks.LockBenchmark;
import dev.palloc.bench.locks.LockKind;
import dev.palloc.bench.locks.UncontendedBenchmark;
import dev.palloc.bench.locks.VirtualLockBenchmark;
import dev.palloc.bench.report.Effort;
import java.util.ArrayList;
import java.util.List;
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
    GROWTH(GrowthBenchmark.class, "one growth from 64 bytes to 1 MiB", Map.of()),
    ATOMICS(AtomicsBenchmark.class, "one operation of one thread alone", Map.of("bits", "32")),
    SHARING(
            SharingBenchmark.class,
            "one operation, counting those of all threads",
            Map.of("operation", "FETCH_OR", "place", "SAME_WORD,SAME_LINE,PADDED_LINES")),
    UNCONTENDED(UncontendedBenchmark.class, "one lock taken and released by one thread alone", Map.of()),
    LOCKS(LockBenchmark.class, "one acquisition, counting those of all threads", Map.of("threads", "1,4,64")),
    VIRTUAL_LOCKS(
            VirtualLockBenchmark.class,
            "one acquisition, counting those of all virtual threads",
            Map.of("threads", "1,64,1000"));

    /** The form of 2017, which the others are compared with. */
    static final String BASE_STRATEGY = AtomicStrategy.CONTINUING_CAS.name();

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
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

    /** Whether the table has a column for it; contests make threads, so theirs would mean nothing. */
    boolean showsHeap() {
        return this != LOCKS && this != VIRTUAL_LOCKS;
    }

    /** JMH's threads, one run for each number; none if the benchmark has its own. */
    List<Integer> threads(Effort effort) {
        if (this != SHARING) {
            return List.of();
        }
        return effort.quick() ? List.of(1, 4) : List.of(1, 2, 16, 64);
    }

    /** What the ratios are to. */
    String comparedWith() {
        return switch (this) {
            case READERS -> "the raw tier with the same parameters; here to the reader that nobody disturbs";
            case ATOMICS, SHARING -> BASE_STRATEGY + " with the same parameters";
            case UNCONTENDED -> "ReentrantReadWriteLock in the same mode";
            case LOCKS, VIRTUAL_LOCKS -> LockKind.LWLOCK.label() + " with as many threads";
            default -> "the raw tier with the same parameters";
        };
    }

    /** The table in Markdown, and what it means. */
    List<String> lines(JsonNode results, JsonNode cResults) {
        return switch (this) {
            case LOCKS, VIRTUAL_LOCKS -> {
                List<LockRow> rows = LockRow.of(results);
                List<String> lines = new ArrayList<>(new LockTable(rows).lines());
                lines.add("");
                lines.add(LockInterpretation.of(rows));
                yield lines;
            }
            case ATOMICS, SHARING -> {
                List<Row> rows = new ArrayList<>(Row.of(this, results));
                rows.addAll(CLoops.rows(cResults));
                List<String> lines = new ArrayList<>(new SuiteTable(this, rows).lines());
                lines.add("");
                lines.add(this == ATOMICS ? AtomicsInterpretation.alone(rows) : AtomicsInterpretation.sharing(rows));
                yield lines;
            }
            default -> new SuiteTable(this, Row.of(this, results)).lines();
        };
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
            case UNCONTENDED ->
                row.contender().matches(".*(Shared|ReadLock)")
                        ? UncontendedBenchmark.BASE_SHARED
                        : UncontendedBenchmark.BASE_EXCLUSIVE;
            case ATOMICS, SHARING -> BASE_STRATEGY;
            case SEGMENTS -> "raw";
            case READERS ->
                ReadersBenchmark.READER.equals(row.parameters().get(Row.THREAD))
                        ? ReadersBenchmark.Disturbance.SLEEPING.name()
                        : null;
            default -> Contender.baseline(row.contender());
        };
    }
}
