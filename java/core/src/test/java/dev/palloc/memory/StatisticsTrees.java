package dev.palloc.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random trees of contexts of all types, with chunks in them, some freed. */
final class StatisticsTrees {
    private static final int SLAB_CHUNK = 64;

    private StatisticsTrees() {}

    static MemoryContext create(MemoryManager manager, Random random, int contexts) {
        List<MemoryContext> tree = new ArrayList<>();
        for (int i = 0; i < contexts; i++) {
            MemoryContext parent = i == 0 ? null : tree.get(random.nextInt(i));
            MemoryContext context = create(manager, random.nextInt(4), parent, "context " + i);
            tree.add(context);
            for (int chunk = random.nextInt(20); chunk > 0; chunk--) {
                long pointer = context.palloc(context.type() == ContextType.SLAB ? SLAB_CHUNK : random.nextInt(20_000));
                if (context.type() != ContextType.BUMP && random.nextBoolean()) {
                    manager.pfree(pointer);
                }
            }
        }
        return tree.get(0);
    }

    private static MemoryContext create(MemoryManager manager, int type, MemoryContext parent, String name) {
        return switch (type) {
            case 0 -> manager.createAllocSet(parent, name, BlockSizes.SMALL);
            case 1 -> manager.createGeneration(parent, name, BlockSizes.SMALL);
            case 2 -> manager.createBump(parent, name, BlockSizes.SMALL);
            default -> manager.createSlab(parent, name, 1024, SLAB_CHUNK);
        };
    }
}
