package dev.palloc.bench.locks;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Virtual threads, up to 10,000; the rest is {@link LockBenchmark}'s. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class VirtualLockBenchmark {
    private static final ThreadFactory FACTORY = Thread.ofVirtual().factory();

    /** Which. */
    @Param
    public LockKind lock;

    /** How many want it. */
    @Param({"1", "2", "4", "16", "64", "256", "1000", "10000"})
    public int threads;

    /** For JMH. */
    public VirtualLockBenchmark() {}

    /**
     * One contest.
     *
     * @param found takes the result
     * @throws InterruptedException if JMH ends it
     */
    @Benchmark
    public void contest(LockBenchmark.Found found) throws InterruptedException {
        found.take(Contest.run(lock, threads, FACTORY, LockBenchmark.MILLIS));
    }
}
