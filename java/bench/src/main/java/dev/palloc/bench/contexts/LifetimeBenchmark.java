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
 * The life of a request: a context or an arena is created, some chunks of 64 bytes are allocated, all of it is deleted.
 * An allocator that can only free one by one keeps the handles and frees each. The score is the whole life.
 *
 * <p>The sum of all addresses is the result, so none may be left out; it depends on memory that the compiler knows
 * nothing of. The number of chunks is a field. The context is a child of one that stays, and its handle is an object.
 *
 * <p>What does not count: opening the manager or the allocator. Nobody touches a chunk but its allocator, of which
 * Arena.ofConfined clears what it hands out. glibc's thresholds are pinned for all alike.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LifetimeBenchmark {
    static final long SIZE = 64;

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
        Peers.NETTY_POOLED,
        Peers.NETTY_ADAPTIVE,
        Peers.MALLOC,
        Peers.JEMALLOC,
        Peers.MIMALLOC
    })
    public String allocator;

    /** Allocations in one life. */
    @Param({"1", "10", "1000"})
    public int chunks;

    private Batch batch;

    /** For JMH. */
    public LifetimeBenchmark() {}

    /** Opens the allocator. */
    @Setup(Level.Trial)
    public void open() {
        MallocThresholds.pin();
        batch = Contender.batch(allocator, chunks, SIZE, false);
    }

    /**
     * One life.
     *
     * @return the sum of the addresses
     */
    @Benchmark
    public long createAllocateDelete() {
        return batch.run(chunks, SIZE);
    }

    /** Gives all memory back. */
    @TearDown(Level.Trial)
    public void close() {
        batch.close();
    }
}
