package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.MallocThresholds;
import dev.palloc.bench.peers.Peers;
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
 * A buffer that grows: 64 bytes, doubled to 1 MiB in fourteen steps by repalloc, reallocate, realloc or the buffer's
 * capacity, then freed. The score is the whole growth, copies of the content included where it had to move.
 *
 * <p>The last 8 bytes of each size are written and, at the end, summed to the result, so every step must have moved the
 * content. The sizes are fields.
 *
 * <p>What does not count: opening the allocator. All but those 8 bytes is never written, so what is copied is whatever
 * the memory held. glibc's thresholds are pinned for all alike, so no allocator asks the kernel in every round because of
 * them. Slab and bump contexts cannot reallocate.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GrowthBenchmark {
    /** Who allocates. */
    @Param({
        Contender.RAW_ALLOC_SET,
        Contender.SAFE_ALLOC_SET,
        Contender.RAW_GENERATION,
        Contender.SAFE_GENERATION,
        Peers.NETTY_POOLED,
        Peers.NETTY_ADAPTIVE,
        Peers.MALLOC,
        Peers.JEMALLOC,
        Peers.MIMALLOC
    })
    public String allocator;

    /** Bytes at first. */
    @Param("64")
    public int from;

    /** Bytes at the end. */
    @Param("1048576")
    public int to;

    private HeapWork work;

    /** For JMH. */
    public GrowthBenchmark() {}

    /** Opens the allocator. */
    @Setup(Level.Trial)
    public void open() {
        MallocThresholds.pin();
        work = Contender.work(allocator, from);
    }

    /**
     * One growth.
     *
     * @return the sum of all sizes
     */
    @Benchmark
    public long grow() {
        return work.grow(from, to);
    }

    /** Gives all memory back. */
    @TearDown(Level.Trial)
    public void close() {
        work.close();
    }
}
