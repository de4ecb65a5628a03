package dev.palloc.bench.locks;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Platform threads, up to 256. One iteration is one contest with threads of its own; JMH's score is only its length, what
 * was found stands in the counters. The section changes memory that is checked at the end, so nothing is dead.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class LockBenchmark {
    /** Of one contest, and so of the longest wait that can be found. */
    public static final long MILLIS = 200;

    private static final ThreadFactory FACTORY = Thread.ofPlatform().daemon().factory();

    /** Which. */
    @Param
    public LockKind lock;

    /** How many want it. */
    @Param({"1", "2", "4", "8", "16", "32", "64", "128", "256"})
    public int threads;

    /** For JMH. */
    public LockBenchmark() {}

    /** What a contest has found. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Found {
        /** Wall time for each acquisition, in picoseconds. */
        public long picosPerAcquisition;

        /** The wait, in nanoseconds, that one of a hundred acquisitions takes at least. */
        public long wait99Nanos;

        /** In nanoseconds. */
        public long longestWaitNanos;

        /** Jain's index of the threads' shares in millionths. */
        public long fairnessMillionths;

        /** For JMH. */
        public Found() {}

        void take(Contest.Outcome outcome) {
            picosPerAcquisition = outcome.nanos() * 1000 / Math.max(1, outcome.acquisitions());
            wait99Nanos = outcome.waits().getValueAtPercentile(99);
            longestWaitNanos = outcome.longest();
            fairnessMillionths = Math.round(outcome.fairness() * 1e6);
        }
    }

    /**
     * One contest.
     *
     * @param found takes the result
     * @throws InterruptedException if JMH ends it
     */
    @Benchmark
    public void contest(Found found) throws InterruptedException {
        found.take(Contest.run(lock, threads, FACTORY, MILLIS));
    }
}
