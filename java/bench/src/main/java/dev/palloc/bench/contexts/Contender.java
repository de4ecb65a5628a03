package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.Peers;
import dev.palloc.memory.BlockSizes;
import dev.palloc.memory.ContextType;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import java.util.Arrays;
import java.util.Set;
import org.openjdk.jmh.annotations.Param;

/** Names of what is measured, as the benchmarks' parameter {@code allocator} has them, and what they stand for. */
public final class Contender {
    /** What the benchmarks call the parameter. */
    public static final String PARAMETER = "allocator";

    static final String RAW = "raw ";
    static final String SAFE = "safe ";

    /** The type for general use. */
    public static final String RAW_ALLOC_SET = RAW + "AllocSet";

    static final String RAW_GENERATION = RAW + "Generation";
    static final String RAW_SLAB = RAW + "Slab";
    static final String RAW_BUMP = RAW + "Bump";
    static final String SAFE_ALLOC_SET = SAFE + "AllocSet";
    static final String SAFE_GENERATION = SAFE + "Generation";
    static final String SAFE_SLAB = SAFE + "Slab";
    static final String SAFE_BUMP = SAFE + "Bump";

    /** A new arena each time. */
    static final String ARENA = "Arena.ofConfined";

    /** A new slicing allocator over the same segment each time. */
    static final String SLICING = "slicingAllocator";

    /** As in PostgreSQL's own measurements. */
    private static final long SLAB_BLOCK = 8192;

    private Contender() {}

    /**
     * The contenders of a benchmark.
     *
     * @param benchmark with a parameter of them, or without
     * @param missing those that cannot be measured
     * @return the rest of what it declares; none if it declares none
     */
    public static String[] declaredBy(Class<?> benchmark, Set<String> missing) {
        return Arrays.stream(benchmark.getFields())
                .filter(field -> field.getName().equals(PARAMETER))
                .map(field -> field.getAnnotation(Param.class).value())
                .flatMap(Arrays::stream)
                .filter(name -> !missing.contains(name))
                .toArray(String[]::new);
    }

    static boolean isRaw(String name) {
        return name.startsWith(RAW);
    }

    static boolean isSafe(String name) {
        return name.startsWith(SAFE);
    }

    /** The type of a raw or safe contender. */
    static ContextType type(String name) {
        String label = name.substring(name.indexOf(' ') + 1);
        for (ContextType type : ContextType.values()) {
            if (type.label().equals(label)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no contender \"" + name + "\"");
    }

    /**
     * What a contender is compared with.
     *
     * @param name of the contender
     * @return the raw tier of the same type, or of the type for general use
     */
    public static String baseline(String name) {
        return isSafe(name) ? RAW + type(name).label() : isRaw(name) ? name : RAW_ALLOC_SET;
    }

    /** A context with the default sizes; a slab's chunks have the size given. */
    static MemoryContext create(MemoryManager manager, MemoryContext parent, ContextType type, long chunkSize) {
        return switch (type) {
            case ALLOC_SET -> manager.createAllocSet(parent, "measured", BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(parent, "measured", BlockSizes.DEFAULT);
            case SLAB -> manager.createSlab(parent, "measured", SLAB_BLOCK, chunkSize);
            case BUMP -> manager.createBump(parent, "measured", BlockSizes.DEFAULT);
        };
    }

    /** The work of a contender that frees single chunks. */
    static HeapWork work(String name, long chunkSize) {
        if (isRaw(name)) {
            return new AddressWork(new RawHeap(type(name), chunkSize));
        } else if (isSafe(name)) {
            return new ObjectWork<>(new SafeHeap(type(name), chunkSize));
        } else if (name.equals(ARENA)) {
            return new ObjectWork<>(new ArenaHeap());
        } else if (Peers.hasAddresses(name)) {
            return new AddressWork(Peers.addressHeap(name));
        }
        return new ObjectWork<>(Peers.objectHeap(name));
    }

    /** Rounds of allocations that a contender gives back at once. A lasting one keeps its context and resets it. */
    static Batch batch(String name, int most, long size, boolean lasting) {
        if (isRaw(name)) {
            return new ContextBatch(type(name), size, lasting);
        } else if (isSafe(name)) {
            return new ContextBatch.Safe(type(name), size, lasting);
        } else if (name.equals(ARENA)) {
            return new JdkBatch.Confined();
        } else if (name.equals(SLICING)) {
            return new JdkBatch.Slicing(most * size);
        } else if (Peers.hasAddresses(name)) {
            return new HeapBatch.Addresses(Peers.addressHeap(name), most);
        }
        return new HeapBatch.Objects<>(Peers.objectHeap(name), most);
    }
}
