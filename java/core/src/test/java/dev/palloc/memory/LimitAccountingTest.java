package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.palloc.LimitExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is done to a tree: each limit's count is what {@code memAllocated} adds up, and holds for all below it. */
@Tag("any-mode")
class LimitAccountingTest {
    private static final int STEPS = 6000;
    private static final int MOST_CONTEXTS = 40;

    private final MemoryManager manager = TestManager.create();
    private final List<MemoryContext> contexts = new ArrayList<>();
    private final List<Long> pointers = new ArrayList<>();
    private int refusals;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20_260_104})
    void countsAreRightAfterEveryStep(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            if (contexts.isEmpty()) {
                contexts.add(manager.createAllocSet(null, "root", BlockSizes.SMALL));
            }
            try {
                step(random);
            } catch (LimitExceededException e) {
                refusals++;
            }
            contexts.removeIf(MemoryContext::isDeleted);
            for (MemoryContext context : contexts) {
                requireCounted(context, seed, step);
            }
        }
        assertThat(refusals).as("limits were reached").isGreaterThan(STEPS / 50);
        manager.close();
        assertThat(manager.contextBlocks().bytesOut()).isZero();
    }

    private static void requireCounted(MemoryContext context, long seed, int step) {
        ContextLimit limit = context.limit;
        boolean right = limit == innermost(context);
        if (right && context.limit() != MemoryContext.NO_LIMIT) {
            MemoryContext parent = context.parent();
            right = limit.used == context.memAllocated(true)
                    && limit.outer == (parent == null ? null : innermost(parent));
        }
        if (!right) {
            fail("seed %d, step %d: %s has %s", seed, step, context, limit == null ? "no limit" : limit.describe());
        }
    }

    private static ContextLimit innermost(MemoryContext context) {
        for (MemoryContext level = context; level != null; level = level.parent()) {
            if (level.limit() != MemoryContext.NO_LIMIT) {
                return level.limit;
            }
        }
        return null;
    }

    private void step(Random random) {
        MemoryContext context = contexts.get(random.nextInt(contexts.size()));
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> {
                if (contexts.size() < MOST_CONTEXTS) {
                    MemoryContext parent = random.nextInt(10) == 0 ? null : context;
                    ContextType type = ContextType.values()[random.nextInt(4)];
                    contexts.add(TestContexts.child(manager, parent, type, "context"));
                }
            }
            case 3, 4 -> context.setLimit(limit(random, context));
            case 5, 6 -> move(context, contexts.get(random.nextInt(contexts.size())), random);
            case 7 -> {
                if (random.nextBoolean()) {
                    pointers.clear();
                    context.resetOnly();
                }
            }
            case 8 -> {
                pointers.clear();
                if (random.nextInt(4) == 0) {
                    context.reset();
                } else if (contexts.size() > 10) {
                    context.delete();
                }
            }
            case 9, 10, 11 -> {
                if (!pointers.isEmpty()) {
                    manager.pfree(pointers.remove(random.nextInt(pointers.size())));
                }
            }
            case 12, 13 -> {
                if (!pointers.isEmpty()) {
                    int index = random.nextInt(pointers.size());
                    long pointer = pointers.get(index);
                    if (manager.chunkContext(pointer).type() != ContextType.SLAB) {
                        pointers.set(index, manager.repalloc(pointer, random.nextInt(200_000)));
                    }
                }
            }
            default -> allocate(context, random);
        }
    }

    private static long limit(Random random, MemoryContext context) {
        return switch (random.nextInt(4)) {
            case 0 -> MemoryContext.NO_LIMIT;
            case 1 -> context.memAllocated(true) / 2;
            default -> context.memAllocated(true) + random.nextInt(300_000);
        };
    }

    private static void move(MemoryContext context, MemoryContext parent, Random random) {
        if (random.nextInt(10) == 0) {
            context.setParent(null);
            return;
        }
        for (MemoryContext level = parent; level != null; level = level.parent()) {
            if (level == context) {
                return;
            }
        }
        context.setParent(parent);
    }

    private void allocate(MemoryContext context, Random random) {
        long size = random.nextInt(5) == 0 ? random.nextInt(100_000) : random.nextInt(3000);
        if (context.type() == ContextType.SLAB) {
            size = TestContexts.SLAB_CHUNK;
        }
        long pointer = random.nextInt(8) == 0 && context.type() != ContextType.SLAB
                ? context.pallocAligned(size, 256, AllocFlags.NO_OOM)
                : context.pallocExtended(size, random.nextBoolean() ? AllocFlags.NO_OOM : 0);
        if (pointer != 0 && context.type() != ContextType.BUMP) {
            pointers.add(pointer);
        }
    }
}
