package dev.palloc.bench.contexts;

import dev.palloc.memory.ContextType;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
 * What it adds to a reset that segments were handed out, which are dead from then on: one chunk of 64 bytes is allocated
 * and the context is reset. The difference to the same in the raw tier, whose pointers nobody invalidates, is the price.
 * {@link #noneHandedOut} is a context that has handed out segments in its life, but none since the last reset.
 *
 * <p>Each method returns the address or the segment, and each reset writes the context off-heap. A segment that is
 * returned or stored is an object; one of which the address is returned need not be.
 *
 * <p>What does not count: opening. The chunk lies in the context's first block, so that the reset itself does little.
 * {@link #arena} is an arena that hands out nothing, opened and closed: about what the swap of a scope must cost.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SegmentResetBenchmark {
    private static final long SIZE = 64;

    /** A context that never handed out a segment. */
    @State(Scope.Thread)
    public static class Raw {
        /** Its type. */
        @Param
        public ContextType type;

        MemoryManager manager;
        MemoryContext context;

        /** For JMH. */
        public Raw() {}

        /** Creates the context. */
        @Setup(Level.Trial)
        public void open() {
            manager = new MemoryManager(Platform.get());
            context = Contender.create(manager, null, type, SIZE);
            prepare();
        }

        /** Not annotated, because JMH calls an overridden method twice. */
        void prepare() {}

        /** Gives all memory back. */
        @TearDown(Level.Trial)
        public void close() {
            manager.close();
        }
    }

    /** A context that has handed out a segment and taken it back. */
    @State(Scope.Thread)
    public static class Confined extends Raw {
        /** Where a segment is kept. */
        MemorySegment kept;

        /** For JMH. */
        public Confined() {}

        @Override
        void prepare() {
            kept = context.allocate(SIZE, Long.BYTES);
            context.reset();
        }
    }

    /** An arena that hands out nothing. */
    @State(Scope.Thread)
    public static class Arenas {
        /** In a field: one that no other code can see is not made at all. */
        Arena arena;

        /** For JMH. */
        public Arenas() {}

        /** Opens it. */
        @Setup(Level.Trial)
        public void open() {
            arena = Arena.ofConfined();
        }

        /** Closes the last. */
        @TearDown(Level.Trial)
        public void close() {
            arena.close();
        }
    }

    /** For JMH. */
    public SegmentResetBenchmark() {}

    /**
     * The raw tier.
     *
     * @param raw the context
     * @return the address
     */
    @Benchmark
    public long raw(Raw raw) {
        long address = raw.context.palloc(SIZE);
        raw.context.reset();
        return address;
    }

    /**
     * The raw tier in a context that hands out segments at other times.
     *
     * @param confined the context
     * @return the address
     */
    @Benchmark
    public long noneHandedOut(Confined confined) {
        long address = confined.context.palloc(SIZE);
        confined.context.reset();
        return address;
    }

    /**
     * A segment that is gone before the reset.
     *
     * @param confined the context
     * @return the address
     */
    @Benchmark
    public long segmentDropped(Confined confined) {
        long address = confined.context.allocate(SIZE, Long.BYTES).address();
        confined.context.reset();
        return address;
    }

    /**
     * A segment that somebody still has.
     *
     * @param confined the context
     * @return the segment, dead
     */
    @Benchmark
    public MemorySegment segmentKept(Confined confined) {
        confined.kept = confined.context.allocate(SIZE, Long.BYTES);
        confined.context.reset();
        return confined.kept;
    }

    /**
     * An arena opened, and the one before closed.
     *
     * @param arenas where they are
     */
    @Benchmark
    public void arena(Arenas arenas) {
        Arena old = arenas.arena;
        arenas.arena = Arena.ofConfined();
        old.close();
    }
}
