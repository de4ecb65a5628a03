package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

/**
 * What a context holds, in PostgreSQL's figures (its MemoryContextCounters).
 *
 * <p>The types differ in small ways, and so does PostgreSQL: a bump context leaves its own 112 bytes out of the total, a
 * slab the empty blocks it keeps out of blocks and free space, a generation context knows freed chunks and not their
 * bytes.
 *
 * @param blocks number of blocks
 * @param freeChunks number of free chunks known to the context
 * @param totalSpace bytes in all
 * @param freeSpace bytes that could still be handed out, headers included
 */
public record ContextCounters(long blocks, long freeChunks, long totalSpace, long freeSpace) {

    /**
     * Bytes in use.
     *
     * @return total minus free
     */
    public long usedSpace() {
        return totalSpace - freeSpace;
    }

    static ContextCounters of(long context, int method) {
        return switch (method) {
            case MethodId.ALLOC_SET_ID -> ofAllocSet(context);
            case MethodId.GENERATION_ID -> ofGeneration(context);
            case MethodId.SLAB_ID -> ofSlab(context);
            default -> ofBump(context);
        };
    }

    private static ContextCounters ofAllocSet(long set) {
        long blocks = 0;
        long freeChunks = 0;
        long total = AllocSet.CONTEXT_SIZE;
        long free = 0;
        for (long block = getLong(set + AllocSet.BLOCKS); block != 0; block = getLong(block + AllocSet.BLOCK_NEXT)) {
            blocks++;
            total += getLong(block + AllocSet.BLOCK_END) - block;
            free += getLong(block + AllocSet.BLOCK_END) - getLong(block + AllocSet.BLOCK_FREE);
        }
        for (int index = 0; index < AllocSet.FREELIST_COUNT; index++) {
            long chunk = getLong(set + AllocSet.FREELISTS + 8L * index);
            for (; chunk != 0; chunk = getLong(chunk + ChunkHeader.SIZE)) {
                freeChunks++;
                free += ChunkHeader.SPACE + (AllocSet.MIN_CHUNK << index);
            }
        }
        return new ContextCounters(blocks, freeChunks, total, free);
    }

    private static ContextCounters ofGeneration(long context) {
        long blocks = 0;
        long freeChunks = 0;
        long total = Generation.CONTEXT_SIZE;
        long free = 0;
        long head = context + Generation.BLOCKS;
        for (long block = DoublyLinkedList.first(head); block != head; block = DoublyLinkedList.next(block)) {
            blocks++;
            freeChunks += getInt(block + Generation.BLOCK_FREED);
            total += getLong(block + Generation.BLOCK_SIZE);
            free += getLong(block + Generation.BLOCK_END) - getLong(block + Generation.BLOCK_FREE);
        }
        return new ContextCounters(blocks, freeChunks, total, free);
    }

    private static ContextCounters ofSlab(long context) {
        long blocks = 0;
        long freeChunks = 0;
        for (int list = 0; list < Slab.LIST_COUNT; list++) {
            long head = Slab.listHead(context, list);
            for (long node = DoublyLinkedList.first(head); node != head; node = DoublyLinkedList.next(node)) {
                blocks++;
                freeChunks += getInt(node - Slab.BLOCK_NODE + Slab.BLOCK_FREE_COUNT);
            }
        }
        long total =
                Slab.CONTEXT_SIZE + (blocks + getInt(context + Slab.EMPTY_COUNT)) * getInt(context + Slab.BLOCK_SIZE);
        return new ContextCounters(blocks, freeChunks, total, freeChunks * getInt(context + Slab.STRIDE));
    }

    private static ContextCounters ofBump(long context) {
        long blocks = 0;
        long total = 0;
        long free = 0;
        long head = context + Bump.BLOCKS;
        for (long block = DoublyLinkedList.first(head); block != head; block = DoublyLinkedList.next(block)) {
            blocks++;
            total += getLong(block + Bump.BLOCK_END) - block;
            free += getLong(block + Bump.BLOCK_END) - getLong(block + Bump.BLOCK_FREE);
        }
        return new ContextCounters(blocks, 0, total, free);
    }
}
