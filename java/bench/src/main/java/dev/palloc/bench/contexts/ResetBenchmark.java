package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.MallocThresholds;
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
 * The reset test of PostgreSQL's developers: chunks are allocated until so many bytes are out, then all are given back by
 * one reset. JMH's score is a round; the table divides it by the chunks of a round, so that carving and a share of the
 * reset is what it shows. At 4 KiB a round stays within the context's first block; at 1 MiB blocks are taken and given
 * back each time.
 *
 * <p>The sum of all addresses is the result, so none may be left out; what they are depends on memory that the compiler
 * knows nothing of, or on a segment in a field. Sizes are fields.
 *
 * <p>What does not count: opening. Segments are dropped at once, and the compiler may leave out the object; to keep them
 * costs what the ring test shows. Nobody touches a chunk but its allocator: that is where Arena.ofConfined, which clears
 * what it hands out, does more than the others, and the slicing allocator, which neither clears nor frees and never
 * leaves its segment, less. glibc's thresholds are pinned for all alike.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ResetBenchmark {
    /** Who allocates. */
    @Param({
        Contender.RAW_ALLOC_SET,
        Contender.SAFE_ALLOC_SET,
        Contender.RAW_GENERATION,
        Contender.SAFE_GENERATION,
        Contender.RAW_SLAB,
        Contender.SAFE_SLAB,
        Contender.RAW_BUMP,
        Contender.SAFE_BUMP,
        Contender.ARENA,
        Contender.SLICING
    })
    public String allocator;

    /** Bytes of a chunk. */
    @Param({"8", "64", "256", "1024"})
    public int chunk;

    /** Bytes of all chunks in a round. */
    @Param({"4096", "1048576"})
    public int keep;

    private Batch batch;

    /** For JMH. */
    public ResetBenchmark() {}

    /** Opens the allocator. */
    @Setup(Level.Trial)
    public void open() {
        MallocThresholds.pin();
        batch = Contender.batch(allocator, keep / chunk, chunk, true);
    }

    /**
     * One round.
     *
     * @return the sum of the addresses
     */
    @Benchmark
    public long allocateAndReset() {
        return batch.run(keep / chunk, chunk);
    }

    /** Gives all memory back. */
    @TearDown(Level.Trial)
    public void close() {
        batch.close();
    }
}
