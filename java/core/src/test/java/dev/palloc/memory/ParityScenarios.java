package dev.palloc.memory;

import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;

/** Hand-made work that takes every branch of the allocators, for {@link ParityTest} and {@link FaultInjectionTest}. */
final class ParityScenarios {
    /** The calls of a scenario that may take a block; a subclass may put something before them. */
    static class Calls {
        MemoryContext create(Supplier<MemoryContext> creation) {
            return creation.get();
        }

        /** The call is made with flags, 0 or NO_OOM. */
        long allocate(IntToLongFunction allocation) {
            return allocation.applyAsLong(0);
        }
    }

    private final ParityDigest digest;
    private final MemoryManager manager;
    private final Calls calls;

    private ParityScenarios(ParityDigest digest, Calls calls) {
        this.digest = digest;
        this.manager = digest.manager();
        this.calls = calls;
    }

    /** Name to scenario, in a fixed order. */
    static Map<String, Consumer<ParityDigest>> all() {
        return all(new Calls());
    }

    static Map<String, Consumer<ParityDigest>> all(Calls calls) {
        Map<String, Consumer<ParityDigest>> all = new LinkedHashMap<>();
        all.put("size-class-boundaries", d -> new ParityScenarios(d, calls).sizeClassBoundaries());
        all.put("large-chunks", d -> new ParityScenarios(d, calls).largeChunks());
        all.put("realloc-branches", d -> new ParityScenarios(d, calls).reallocBranches());
        all.put("block-carving", d -> new ParityScenarios(d, calls).blockCarving());
        all.put("context-recycling", d -> new ParityScenarios(d, calls).contextRecycling());
        all.put("slab-list-moves", d -> new ParityScenarios(d, calls).slabListMoves());
        all.put("generation-spare-block", d -> new ParityScenarios(d, calls).generationSpareBlock());
        all.put("bump", d -> new ParityScenarios(d, calls).bump());
        all.put("aligned-redirect", d -> new ParityScenarios(d, calls).alignedRedirect());
        all.put("tree", d -> new ParityScenarios(d, calls).tree());
        all.put("random-mix", d -> new ParityScenarios(d, calls).randomMix());
        return all;
    }

    private MemoryContext set(String name, BlockSizes sizes) {
        return set(null, name, sizes);
    }

    private MemoryContext set(MemoryContext parent, String name, BlockSizes sizes) {
        return calls.create(() -> manager.createAllocSet(parent, name, sizes));
    }

    private MemoryContext generation(MemoryContext parent, String name, BlockSizes sizes) {
        return calls.create(() -> manager.createGeneration(parent, name, sizes));
    }

    private MemoryContext bump(MemoryContext parent, String name, BlockSizes sizes) {
        return calls.create(() -> manager.createBump(parent, name, sizes));
    }

    private MemoryContext slab(MemoryContext parent, String name, long blockSize, long chunkSize) {
        return calls.create(() -> manager.createSlab(parent, name, blockSize, chunkSize));
    }

    private long palloc(MemoryContext context, long size) {
        return folded(flags -> flags == 0 ? context.palloc(size) : context.pallocExtended(size, flags));
    }

    private long repalloc(long pointer, long size) {
        return folded(flags -> manager.repallocExtended(pointer, size, flags));
    }

    private long folded(IntToLongFunction allocation) {
        long pointer = calls.allocate(allocation);
        digest.pointer(pointer);
        return pointer;
    }

    private long pallocAligned(MemoryContext context, long size, long alignment) {
        return calls.allocate(flags -> context.pallocAligned(size, alignment, flags));
    }

    private void sizeClassBoundaries() {
        for (BlockSizes sizes : List.of(BlockSizes.DEFAULT, BlockSizes.SMALL, new BlockSizes(4096, 2048, 32_768))) {
            MemoryContext set = set("boundaries", sizes);
            List<Long> pointers = new ArrayList<>();
            for (int bits = 0; bits <= 14; bits++) {
                for (int delta = -1; delta <= 1; delta++) {
                    pointers.add(palloc(set, (1L << bits) + delta));
                }
            }
            digest.image();
            pointers.forEach(manager::pfree);
            digest.image();
            for (int bits = 14; bits >= 0; bits--) {
                palloc(set, 1L << bits);
            }
            digest.image();
        }
    }

    private void largeChunks() {
        List<MemoryContext> contexts = List.of(
                set("set", BlockSizes.DEFAULT),
                generation(null, "generation", BlockSizes.DEFAULT),
                bump(null, "bump", BlockSizes.DEFAULT));
        for (MemoryContext context : contexts) {
            List<Long> pointers = new ArrayList<>();
            for (long size : new long[] {8192, 8193, 100_000, 524_288, 524_289, 3_000_001, 8 << 20, 40 << 20}) {
                pointers.add(palloc(context, size));
                palloc(context, 8);
            }
            digest.image();
            if (context.type() != ContextType.BUMP) {
                for (int i : new int[] {3, 0, 7, 5, 1, 2, 6, 4}) {
                    manager.pfree(pointers.get(i));
                    digest.image();
                }
            }
            context.reset();
            digest.image();
        }
    }

    private void reallocBranches() {
        MemoryContext set = set("set", BlockSizes.DEFAULT);
        MemoryContext generation = generation(null, "generation", BlockSizes.DEFAULT);
        MemoryContext slab = slab(null, "slab", 8192, 64);
        for (MemoryContext context : List.of(set, generation)) {
            long neighbour = palloc(context, 700_000);
            long pointer = palloc(context, 10);
            for (long size :
                    new long[] {0, 16, 17, 16, 1024, 8192, 8193, 9000, 100, 600_000, 5_000_000, 40_000_000, 7, 8193, 12
                    }) {
                pointer = repalloc(pointer, size);
                digest.image();
            }
            neighbour = repalloc(neighbour, 2_000_000);
            manager.pfree(pointer);
            manager.pfree(neighbour);
            digest.image();
        }
        repalloc(palloc(slab, 64), 64);
        long aligned = pallocAligned(set, 100, 64);
        for (long size : new long[] {10, 200, 20_000, 30}) {
            aligned = repalloc(aligned, size);
            digest.number(TestManager.word(aligned));
            digest.image();
        }
    }

    private void blockCarving() {
        for (long size : new long[] {8, 24, 100, 500, 1000, 1500, 4000, 8000}) {
            MemoryContext set = set("set", new BlockSizes(0, 8192, 65_536));
            MemoryContext generation = generation(null, "generation", new BlockSizes(0, 1024, 65_536));
            MemoryContext bump = bump(null, "bump", new BlockSizes(0, 1024, 65_536));
            for (int i = 0; i < 300; i++) {
                palloc(set, size);
                palloc(generation, size);
                palloc(bump, size);
            }
            digest.image();
            set.delete();
            generation.delete();
            bump.delete();
        }
    }

    private void contextRecycling() {
        List<MemoryContext> contexts = new ArrayList<>();
        BlockSizes[] shapes = {BlockSizes.DEFAULT, BlockSizes.SMALL, BlockSizes.START_SMALL};
        for (int i = 0; i < 330; i++) {
            MemoryContext context = set("recycled", shapes[i % 3]);
            palloc(context, i * 7 % 3000);
            contexts.add(context);
        }
        for (int i = 0; i < contexts.size(); i++) {
            contexts.get(i).delete();
            if (i % 50 == 0) {
                digest.image();
            }
        }
        for (int i = 0; i < 20; i++) {
            palloc(set("again", shapes[i % 3]), 2000);
        }
        digest.image();
    }

    private void slabListMoves() {
        for (long chunkSize : new long[] {8, 64, 200, 900}) {
            MemoryContext slab = slab(null, "slab", chunkSize == 900 ? 1024 : 8192, chunkSize);
            List<Long> live = new ArrayList<>();
            Random random = new Random(chunkSize);
            for (int phase = 0; phase < 6; phase++) {
                int grow = phase % 2 == 0 ? 70 : 25;
                for (int i = 0; i < 1500; i++) {
                    if (live.isEmpty() || random.nextInt(100) < grow) {
                        live.add(palloc(slab, chunkSize));
                    } else {
                        manager.pfree(live.remove(random.nextInt(live.size())));
                    }
                }
                digest.image();
            }
            live.forEach(manager::pfree);
            digest.image();
            slab.reset();
            digest.image();
        }
    }

    private void generationSpareBlock() {
        MemoryContext generation = generation(null, "generation", new BlockSizes(0, 1024, 8192));
        List<Long> queue = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            queue.add(palloc(generation, i * 11 % 400));
            if (queue.size() > 40) {
                manager.pfree(queue.remove(0));
            }
            if (i % 100 == 0) {
                queue.add(palloc(generation, 600_000 + i));
                digest.image();
            }
        }
        queue.forEach(manager::pfree);
        digest.image();
        generation.reset();
        digest.image();
    }

    private void bump() {
        MemoryContext bump = bump(null, "bump", BlockSizes.START_SMALL);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 2000; i++) {
                palloc(bump, i * 5 % 300);
            }
            palloc(bump, 1_000_000);
            digest.pointer(pallocAligned(bump, 100, 256));
            digest.image();
            bump.reset();
        }
        digest.image();
    }

    private void alignedRedirect() {
        MemoryContext set = set("set", BlockSizes.DEFAULT);
        MemoryContext generation = generation(null, "generation", BlockSizes.DEFAULT);
        List<Long> pointers = new ArrayList<>();
        for (MemoryContext context : List.of(set, generation)) {
            for (long alignment = 1; alignment <= 65_536; alignment <<= 1) {
                palloc(context, alignment % 40);
                long pointer = pallocAligned(context, alignment * 3 / 2, alignment);
                digest.pointer(pointer);
                digest.number(TestManager.word(pointer));
                pointers.add(pointer);
            }
        }
        digest.image();
        pointers.forEach(manager::pfree);
        digest.image();
    }

    private void tree() {
        MemoryContext top = set("top", BlockSizes.DEFAULT);
        List<MemoryContext> contexts = new ArrayList<>(List.of(top));
        Random random = new Random(42);
        for (int i = 0; i < 400; i++) {
            MemoryContext parent = contexts.get(random.nextInt(contexts.size()));
            MemoryContext child = switch (i % 4) {
                case 0 -> set(parent, "child", BlockSizes.SMALL);
                case 1 -> generation(parent, "child", BlockSizes.SMALL);
                case 2 -> slab(parent, "child", 1024, 40);
                default -> bump(parent, "child", BlockSizes.SMALL);
            };
            palloc(child, 40);
            contexts.add(child);
            if (i % 10 == 9) {
                MemoryContext moved = contexts.get(1 + random.nextInt(contexts.size() - 1));
                MemoryContext target = contexts.get(random.nextInt(contexts.size()));
                boolean below = false;
                for (MemoryContext up = target; up != null; up = up.parent()) {
                    below |= up == moved;
                }
                if (!below) {
                    moved.setParent(target);
                }
            }
            if (i % 25 == 24) {
                digest.image();
                contexts.get(1 + random.nextInt(contexts.size() - 1)).reset();
                contexts.removeIf(MemoryContext::isDeleted);
            }
        }
        digest.image();
        top.resetChildren();
        digest.image();
        top.reset();
        digest.image();
    }

    private void randomMix() {
        Random random = new Random(20260101);
        MemoryContext top = set("top", BlockSizes.DEFAULT);
        MemoryContext[] contexts = {
            set(top, "small", BlockSizes.SMALL),
            set(top, "default", BlockSizes.DEFAULT),
            generation(top, "generation", BlockSizes.DEFAULT),
            generation(top, "small generation", BlockSizes.SMALL)
        };
        List<long[]> live = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            int dice = random.nextInt(100);
            long size = (long) StrictMath.exp(random.nextDouble() * (dice == 0 ? 14 : 8));
            if (dice < 50 || live.isEmpty()) {
                long pointer = palloc(contexts[random.nextInt(contexts.length)], size);
                RawMemory.fill(pointer, size, (byte) 0x55);
                live.add(new long[] {pointer});
            } else if (dice < 85) {
                manager.pfree(live.remove(random.nextInt(live.size()))[0]);
            } else {
                long[] chunk = live.get(random.nextInt(live.size()));
                chunk[0] = repalloc(chunk[0], size);
            }
            if (i % 5000 == 4999) {
                digest.image();
            }
        }
        top.reset();
        digest.image();
    }
}
