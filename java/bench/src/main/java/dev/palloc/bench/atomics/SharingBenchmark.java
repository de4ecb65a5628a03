package dev.palloc.bench.atomics;

import dev.palloc.atomic.AtomicStrategy;
import dev.palloc.platform.Platform;
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
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Threads that change 32-bit words at the same time: all the same one, or each its own at some distance from the others'.
 * Only where they share the word must they wait for each other; where they share a line the processor makes them. As in
 * {@link AtomicsBenchmark}, what the operations return is the result.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SharingBenchmark {
    private static final int LINE = 64;
    private static final int PADDED = 128;
    private static final int WORD = Integer.BYTES;
    private static final int MOST_THREADS = 64;
    private static final long BYTES = (long) MOST_THREADS * PADDED;

    /** Where the threads' words are. */
    public enum Place {
        /** All threads change one word. */
        SAME_WORD,
        /** Words of their own, side by side on one line; beyond 16 threads some share a word. */
        SAME_LINE,
        /** One line each, of 64 bytes, so that lines fetched in pairs are shared. */
        NEIGHBOURING_LINES,
        /** 128 bytes each. */
        PADDED_LINES;

        long offset(int thread) {
            return switch (this) {
                case SAME_WORD -> 0;
                case SAME_LINE -> (long) thread % (LINE / WORD) * WORD;
                case NEIGHBOURING_LINES -> (long) thread * LINE;
                case PADDED_LINES -> (long) thread * PADDED;
            };
        }
    }

    /** The word of one thread. */
    @State(Scope.Thread)
    public static class Own {
        long word;

        /** For JMH. */
        public Own() {}

        /**
         * Finds it.
         *
         * @param all the memory
         * @param thread which thread it is
         */
        @Setup(Level.Trial)
        public void find(SharingBenchmark all, ThreadParams thread) {
            word = all.memory + all.place.offset(thread.getThreadIndex());
        }
    }

    /** How. */
    @Param({"rereading-cas", "continuing-cas", "var-handle", "sync-intrinsic"})
    public String strategy;

    /** What: the two that have no instruction of their own. */
    @Param({"FETCH_OR", "FETCH_AND"})
    public Operation operation;

    /** Where. */
    @Param
    public Place place;

    private AtomicStrategy measured;
    private long memory;

    /** For JMH. */
    public SharingBenchmark() {}

    /** Words for all threads. */
    @Setup(Level.Trial)
    public void open() {
        measured = AtomicStrategy.of(strategy);
        memory = Platform.get().allocateZeroed(BYTES, PADDED);
    }

    /**
     * Many operations of each thread.
     *
     * @param own where
     * @return made of what all of them returned
     */
    @Benchmark
    @OperationsPerInvocation(AtomicsBenchmark.ROUNDS)
    public int operations(Own own) {
        return operation.run32(measured, own.word, AtomicsBenchmark.ROUNDS);
    }

    /** Gives the words back. */
    @TearDown(Level.Trial)
    public void close() {
        Platform.get().free(memory, BYTES);
    }
}
