package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.MallocThresholds;
import dev.palloc.bench.peers.Peers;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The ring test of PostgreSQL's developers: a ring of chunks, of which the oldest is freed and replaced, over and over.
 * Measured is one such pair, free and allocate, with the load and the store of the handle in the ring; segments and
 * buffers are objects that outlive the call, so that their making and the garbage collection are part of the price.
 *
 * <p>Every handle is stored in an array that other code can see and is read again when its turn comes, so no allocation
 * is dead; size and number of slots are fields, so nothing is known when the loop is compiled. An invocation is many
 * pairs, so that JMH's own work does not show, and the ring goes on where the last one stopped.
 *
 * <p>What does not count: opening the allocator and filling the ring twice, before the warm-up. Chunks are not touched by
 * anybody but the allocator unless asked for; the JVM's own arenas, which clear what they hand out and free nothing
 * alone, cannot run it, and neither can a bump context.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RingBenchmark {
    static final int STEPS = 1024;

    /** Who allocates. */
    @Param({
        Contender.RAW_ALLOC_SET,
        Contender.SAFE_ALLOC_SET,
        Contender.RAW_GENERATION,
        Contender.SAFE_GENERATION,
        Contender.RAW_SLAB,
        Contender.SAFE_SLAB,
        Peers.NETTY_POOLED,
        Peers.NETTY_ADAPTIVE,
        Peers.MALLOC,
        Peers.JEMALLOC,
        Peers.MIMALLOC
    })
    public String allocator;

    /** Bytes of a chunk. */
    @Param({"8", "16", "32", "64", "128", "256", "512", "1024"})
    public int chunk;

    /** Bytes of all chunks in the ring: what stays in the first-level cache, and what does not. */
    @Param({"1024", "1048576"})
    public int keep;

    /** Whether 8 bytes are written into each new chunk. */
    @Param({"false", "true"})
    public boolean touch;

    HeapWork work;

    /** For JMH. */
    public RingBenchmark() {}

    /** Opens the allocator and fills the ring. */
    @Setup(Level.Trial)
    public void open() {
        MallocThresholds.pin();
        int slots = keep / chunk;
        work = Contender.work(allocator, chunk);
        work.openRing(slots, chunk, touch);
        // The second time round frees what the first has put there, so that the allocator has seen both.
        work.ring(2 * slots);
    }

    /** Many pairs. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public void replaceOldest() {
        work.ring(STEPS);
    }

    /** Gives all memory back. */
    @TearDown(Level.Trial)
    public void close() {
        work.close();
    }
}
