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

/**
 * One thread alone with one word. What the operations return is summed up and is the result; the operand changes with each
 * round. The measured JVM knows one strategy, so the call of it is direct, as it is in the library.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AtomicsBenchmark {
    static final int ROUNDS = 1024;
    private static final int LINE = 128;

    /** How. */
    @Param({"rereading-cas", "continuing-cas", "var-handle", "sync-intrinsic"})
    public String strategy;

    /** What. */
    @Param
    public Operation operation;

    /** Of the word. */
    @Param({"32", "64"})
    public int bits;

    private AtomicStrategy measured;
    private long word;

    /** For JMH. */
    public AtomicsBenchmark() {}

    /** A word on a line of its own. */
    @Setup(Level.Trial)
    public void open() {
        measured = AtomicStrategy.of(strategy);
        word = Platform.get().allocateZeroed(LINE, LINE);
    }

    /**
     * Many operations.
     *
     * @return made of what all of them returned
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public long operations() {
        return bits == Integer.SIZE ? operation.run32(measured, word, ROUNDS) : operation.run64(measured, word, ROUNDS);
    }

    /** Gives the word back. */
    @TearDown(Level.Trial)
    public void close() {
        Platform.get().free(word, LINE);
    }
}
