package dev.palloc.memory;

import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.List;

/** A context to plant damage in: of some type, with relatives, and with every kind of block and chunk its type has. */
final class DamageScene {
    static final long SMALL = 60;
    static final long LARGE = 600_000;

    final CountingBlocks source = new CountingBlocks();
    final MemoryManager manager = new MemoryManager(source);
    final MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.DEFAULT);
    final MemoryContext older = manager.createAllocSet(top, "older", BlockSizes.SMALL);
    final MemoryContext damaged;
    final MemoryContext younger;
    final MemoryContext child;

    /** Of 60 bytes, in one block, live. */
    final List<Long> live = new ArrayList<>();

    /** Of 60 bytes, freed, in the same block; the last freed last. */
    final List<Long> freed = new ArrayList<>();

    /** The live chunk with a block of its own; 0 in a slab. */
    long large;

    DamageScene(ContextType type) {
        damaged = create(type);
        younger = manager.createGeneration(top, "younger", BlockSizes.SMALL);
        child = manager.createBump(damaged, "child", BlockSizes.SMALL);
        if (type == ContextType.SLAB) {
            fillSlab();
        } else {
            fill(type);
        }
    }

    private MemoryContext create(ContextType type) {
        return switch (type) {
            case ALLOC_SET -> manager.createAllocSet(top, "damaged", BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(top, "damaged", BlockSizes.DEFAULT);
            case SLAB -> manager.createSlab(top, "damaged", 1024, SMALL);
            case BUMP -> manager.createBump(top, "damaged", BlockSizes.DEFAULT);
        };
    }

    private void fill(ContextType type) {
        for (int i = 0; i < 20; i++) {
            damaged.palloc(1000);
        }
        large = damaged.palloc(LARGE);
        long spare = damaged.palloc(LARGE);
        for (int i = 0; i < 10; i++) {
            // Takes what was salvaged from full blocks, so that the next lie side by side.
            damaged.palloc(SMALL);
        }
        List<Long> chunks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            chunks.add(damaged.palloc(SMALL));
        }
        if (type != ContextType.BUMP) {
            manager.pfree(spare);
        }
        split(chunks, type != ContextType.BUMP);
    }

    /** One full block, one empty one, one with live, freed and unused chunks. */
    private void fillSlab() {
        int perBlock = RawMemory.getInt(address() + Slab.CHUNKS_PER_BLOCK);
        List<Long> chunks = new ArrayList<>();
        for (int i = 0; i < 2 * perBlock + 8; i++) {
            chunks.add(damaged.palloc(SMALL));
        }
        chunks.subList(perBlock, 2 * perBlock).forEach(manager::pfree);
        split(chunks.subList(2 * perBlock, chunks.size()), true);
    }

    private void split(List<Long> chunks, boolean free) {
        for (int i = 0; i < chunks.size(); i++) {
            boolean stays = i % 2 == 0 || !free;
            (stays ? live : freed).add(chunks.get(i));
            if (!stays) {
                manager.pfree(chunks.get(i));
            } else {
                TestManager.writePattern(chunks.get(i), SMALL, i);
            }
        }
    }

    long address() {
        return damaged.liveAddress("test");
    }

    /** The block that the small chunks lie in. */
    long block() {
        long chunk = live.get(0) - ChunkHeader.SIZE;
        return damaged.type() == ContextType.BUMP && !Checking.ENABLED
                ? DoublyLinkedList.first(address() + Bump.BLOCKS)
                : chunk - ChunkHeader.blockOffset(RawMemory.getLong(chunk));
    }

    long keeper() {
        return BlockLayout.of(damaged.type().methodId()).keeper(address());
    }

    static long header(long pointer) {
        return pointer - ChunkHeader.SIZE;
    }

    long lastFreed() {
        return freed.get(freed.size() - 1);
    }
}
