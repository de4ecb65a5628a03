package dev.palloc.bench.contexts;

import dev.palloc.memory.ContextType;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A thread sums up a segment of a shared context while another one gives other memory back in a loop: by resetting
 * another shared context of the same manager, or by closing shared arenas, for which the JVM stops every thread at a
 * handshake and throws away the compiled code it finds in the middle of an access. Beside these a thread that sleeps, and
 * one that resets a confined context and so shares nothing with the reader but the machine: what that costs the reader is
 * the price of a busy neighbour, whatever it does. Two scores: the reader's for one sum, and the other thread's for one
 * allocation of 64 bytes and its reset or close.
 *
 * <p>The sum is the result, and the segment is filled with numbers that the compiler does not know.
 *
 * <p>What does not count: opening. The reader's segment is never given back while it is measured; what is shown is the
 * cost to those who have nothing to do with the memory that is. The sleeper's own score means nothing.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReadersBenchmark {
    /** The score of the thread that reads. */
    public static final String READER = "reader";

    private static final long SIZE = 64;
    private static final long NAP_NANOS = 1_000_000;

    /** What the other thread does. */
    public enum Disturbance {
        /** Sleeps. */
        SLEEPING,
        /** Allocates from a confined context of another manager and resets it. */
        RESET_OF_CONFINED_CONTEXT,
        /** Allocates from a shared context and resets it. */
        RESET_OF_SHARED_CONTEXT,
        /** Opens a shared arena, allocates and closes it. */
        CLOSE_OF_SHARED_ARENA
    }

    /** A context that nothing else uses. */
    @State(Scope.Thread)
    public static class Own {
        MemoryManager manager;
        MemoryContext context;

        /** For JMH. */
        public Own() {}

        /** Creates it in the thread that will use it. */
        @Setup(Level.Trial)
        public void open() {
            manager = new MemoryManager(Platform.get());
            context = Contender.create(manager, null, ContextType.ALLOC_SET, 0);
        }

        /** Gives all memory back. */
        @TearDown(Level.Trial)
        public void close() {
            manager.close();
        }
    }

    /** What the other thread does. */
    @Param
    public Disturbance disturbance;

    /** Bytes of the segment that is read: the longer a sum, the more of it is left when its code is thrown away. */
    @Param({"65536", "1048576"})
    public int bytes;

    private MemoryManager manager;
    private MemoryContext other;
    private MemorySegment segment;

    /** For JMH. */
    public ReadersBenchmark() {}

    /** Creates the contexts and fills the segment. */
    @Setup(Level.Trial)
    public void open() {
        manager = MemoryManager.shared(Platform.get());
        segment = Contender.create(manager, null, ContextType.ALLOC_SET, 0).allocate(bytes, Long.BYTES);
        other = Contender.create(manager, null, ContextType.ALLOC_SET, 0);
        for (long offset = 0; offset < bytes; offset += Long.BYTES) {
            segment.set(ValueLayout.JAVA_LONG, offset, offset);
        }
    }

    /**
     * Reads the whole segment.
     *
     * @return the sum of its numbers
     */
    @Benchmark
    @Group("readers")
    @GroupThreads(1)
    public long reader() {
        MemorySegment numbers = segment;
        long end = numbers.byteSize();
        long sum = 0;
        for (long offset = 0; offset < end; offset += Long.BYTES) {
            sum += numbers.get(ValueLayout.JAVA_LONG, offset);
        }
        return sum;
    }

    /**
     * One round of the other thread.
     *
     * @param own memory of that thread alone
     * @return an address, where one was allocated
     */
    @Benchmark
    @Group("readers")
    @GroupThreads(1)
    public long disturber(Own own) {
        switch (disturbance) {
            case SLEEPING:
                LockSupport.parkNanos(NAP_NANOS);
                return 0;
            case RESET_OF_CONFINED_CONTEXT:
                return allocateAndReset(own.context);
            case RESET_OF_SHARED_CONTEXT:
                return allocateAndReset(other);
            default:
                try (Arena arena = Arena.ofShared()) {
                    return arena.allocate(SIZE, Long.BYTES).address();
                }
        }
    }

    private static long allocateAndReset(MemoryContext context) {
        long address = context.allocate(SIZE, Long.BYTES).address();
        context.reset();
        return address;
    }

    /** Gives all memory back. */
    @TearDown(Level.Trial)
    public void close() {
        manager.close();
    }
}
