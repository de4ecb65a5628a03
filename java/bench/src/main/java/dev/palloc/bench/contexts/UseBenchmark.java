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
 * A chunk is allocated, its last 8 bytes are written and read, and it is freed, all in one method. The segment of the
 * safe tier does not leave it, so the compiler should make no object; the column of heap bytes shows whether it does.
 *
 * <p>What is read is the result, and what is written differs from call to call, so no call is like the one before. The
 * size is a field. The compiler may know that it reads what it has just written; it cannot leave the write out, and
 * neither allocation nor free, which work on memory that it cannot follow.
 *
 * <p>What does not count: opening the allocator. At most one chunk is out at a time, every allocator's best case. An
 * arena is opened and closed for each chunk, because it frees nothing alone; it clears the chunk, the others do not.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UseBenchmark {
    /** Who allocates. */
    @Param({
        Contender.RAW_ALLOC_SET,
        Contender.SAFE_ALLOC_SET,
        Contender.RAW_GENERATION,
        Contender.SAFE_GENERATION,
        Contender.RAW_SLAB,
        Contender.SAFE_SLAB,
        Contender.ARENA,
        Peers.NETTY_POOLED,
        Peers.NETTY_ADAPTIVE,
        Peers.MALLOC,
        Peers.JEMALLOC,
        Peers.MIMALLOC
    })
    public String allocator;

    /** Bytes of the chunk. */
    @Param({"64", "256", "1024", "4096"})
    public int size;

    private HeapWork work;
    private long value;

    /** For JMH. */
    public UseBenchmark() {}

    /** Opens the allocator. */
    @Setup(Level.Trial)
    public void open() {
        MallocThresholds.pin();
        work = Contender.work(allocator, size);
    }

    /**
     * One chunk's life.
     *
     * @return what was written
     */
    @Benchmark
    public long allocateUseFree() {
        return work.use(size, value++);
    }

    /** Gives all memory back. */
    @TearDown(Level.Trial)
    public void close() {
        work.close();
    }
}
