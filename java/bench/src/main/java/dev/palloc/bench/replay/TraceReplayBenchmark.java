package dev.palloc.bench.replay;

import dev.palloc.bench.trace.Trace;
import dev.palloc.bench.trace.TraceFile;
import dev.palloc.bench.trace.TraceSource;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Time of one whole replay; the score divided by the trace's records is the figure of interest. What the trace leaves
 * alive is deleted between replays, outside the measured time.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TraceReplayBenchmark {
    /** A shipped trace or the path of a file. */
    @Param({
        "shipped:pgbench-select-simple",
        "shipped:pgbench-tpcb-simple",
        "shipped:pgbench-select-prepared",
        "shipped:analytic-mixed",
        "shipped:logical-decoding",
        "shipped:vacuum-tsvector"
    })
    public String trace;

    /** Where blocks come from. */
    @Param({"native", "java"})
    public String platform;

    private MemoryManager manager;
    private TraceReplay replay;
    private int records;

    /** For JMH. */
    public TraceReplayBenchmark() {}

    /** Reads the trace. */
    @Setup(Level.Trial)
    public void open() {
        Trace read = TraceFile.read(TraceSource.of(trace));
        manager = new MemoryManager(Platform.of(platform));
        replay = new TraceReplay(read, manager);
        records = read.records();
    }

    /**
     * One replay. At tens of thousands of records a call, what JMH adds for the deletion between calls does not show.
     *
     * @return the number of chunks, so that there is a result
     */
    @Benchmark
    public int replay() {
        return replay.run(0, records);
    }

    /** Back to an empty manager. */
    @TearDown(Level.Invocation)
    public void deleteAll() {
        replay.deleteAll();
    }

    /** Gives all memory back. */
    @TearDown(Level.Trial)
    public void close() {
        manager.close();
    }
}
