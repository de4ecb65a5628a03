package dev.palloc.bench.contexts;

import dev.palloc.memory.ContextType;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Operations on the tree of contexts, all of them AllocSets of the default sizes. The tree is the same for both tiers and
 * no other allocator has one; an empty arena opened and closed stands beside the empty context.
 *
 * <p>Each operation writes the tree off-heap, or returns what it read from there: the compiler follows neither. Contexts
 * are fields.
 *
 * <p>What does not count: building the tree that an operation works on. The children of {@link #hundredChildren} are
 * created within it, because the reset deletes them; a hundred is also what a manager keeps of deleted contexts, so after
 * the first round no block is asked for. The handle of a context is an object and is part of its price.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TreeBenchmark {
    static final int CONTEXTS = 1000;
    private static final int CHILDREN = 100;

    /** 1 + 9 + 90 + 900. */
    private static final int TOP_FAN_OUT = 9;

    private static final int FAN_OUT = 10;

    MemoryManager manager;
    MemoryContext parent;
    MemoryContext otherParent;
    MemoryContext moving;
    MemoryContext thousand;

    /** In a field: one that no other code can see is not made at all. */
    private Arena arena;

    /** For JMH. */
    public TreeBenchmark() {}

    /** Builds the trees. */
    @Setup(Level.Trial)
    public void open() {
        arena = Arena.ofConfined();
        manager = new MemoryManager(Platform.get());
        MemoryContext root = child(null);
        parent = child(root);
        otherParent = child(root);
        moving = child(otherParent);
        thousand = child(root);
        for (int i = 0; i < TOP_FAN_OUT; i++) {
            MemoryContext second = child(thousand);
            for (int j = 0; j < FAN_OUT; j++) {
                MemoryContext third = child(second);
                for (int k = 0; k < FAN_OUT; k++) {
                    child(third);
                }
            }
        }
    }

    private MemoryContext child(MemoryContext of) {
        return Contender.create(manager, of, ContextType.ALLOC_SET, 0);
    }

    /** Creates an empty child and deletes it. */
    @Benchmark
    public void createAndDeleteChild() {
        child(parent).delete();
    }

    /** The nearest that the JDK has: an arena opened, and the one before closed. */
    @Benchmark
    public void openAndCloseArena() {
        Arena old = arena;
        arena = Arena.ofConfined();
        old.close();
    }

    /** Creates 100 children and resets their parent. */
    @Benchmark
    public void hundredChildren() {
        for (int i = 0; i < CHILDREN; i++) {
            child(parent);
        }
        parent.reset();
    }

    /** Moves a context under another parent and back. */
    @Benchmark
    public void setParentAndBack() {
        moving.setParent(parent);
        moving.setParent(otherParent);
    }

    /**
     * Sums up the memory of 1000 contexts.
     *
     * @return bytes
     */
    @Benchmark
    public long memAllocatedOfThousand() {
        return thousand.memAllocated(true);
    }

    /** Gives all memory back. */
    @TearDown(Level.Trial)
    public void close() {
        manager.close();
        arena.close();
    }
}
