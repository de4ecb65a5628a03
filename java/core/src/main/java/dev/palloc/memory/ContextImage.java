package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

/**
 * Walks everything a context consists of and folds it into a digest. A header that contradicts the block it lies in ends
 * the walk with an exception: the image is broken, and its digest would mean nothing.
 */
final class ContextImage {
    private final ParityDigest out;

    ContextImage(ParityDigest out) {
        this.out = out;
    }

    void live(long context) {
        out.pointer(context);
        out.number(getInt(context + ContextLayout.TAG));
        out.number(getByte(context + ContextLayout.IS_RESET));
        out.number(getLong(context + ContextLayout.MEM_ALLOCATED));
        out.number(getInt(context + ContextLayout.METHOD));
        out.pointer(getLong(context + ContextLayout.PARENT));
        out.pointer(getLong(context + ContextLayout.FIRST_CHILD));
        out.pointer(getLong(context + ContextLayout.PREV_CHILD));
        out.pointer(getLong(context + ContextLayout.NEXT_CHILD));
        switch (getInt(context + ContextLayout.METHOD)) {
            case MethodId.ALLOC_SET_ID -> allocSet(context);
            case MethodId.GENERATION_ID -> generation(context);
            case MethodId.SLAB_ID -> slab(context);
            default -> bump(context);
        }
    }

    void recycled(long set) {
        out.pointer(set);
        allocSet(set);
    }

    private void allocSet(long set) {
        for (int offset = AllocSet.INIT_BLOCK_SIZE; offset <= AllocSet.FREE_LIST_INDEX; offset += Integer.BYTES) {
            out.number(getInt(set + offset));
        }
        for (int index = 0; index < AllocSet.FREELIST_COUNT; index++) {
            long chunk = getLong(set + AllocSet.FREELISTS + 8L * index);
            for (; chunk != 0; chunk = getLong(chunk + ChunkHeader.SIZE)) {
                out.pointer(chunk);
            }
            out.number(0);
        }
        long prev = 0;
        for (long block = getLong(set + AllocSet.BLOCKS); block != 0; block = getLong(block + AllocSet.BLOCK_NEXT)) {
            require(getLong(block + AllocSet.BLOCK_OWNER) == set, "owner", block);
            require(getLong(block + AllocSet.BLOCK_PREV) == prev, "previous block", block);
            long free = getLong(block + AllocSet.BLOCK_FREE);
            out.pointer(block);
            out.number(free - block);
            out.number(getLong(block + AllocSet.BLOCK_END) - block);
            long chunk = block + AllocSet.FIRST_CHUNK;
            while (chunk < free) {
                long word = header(block, chunk);
                chunk = ChunkHeader.isExternal(word)
                        ? free + Checking.PREFIX
                        : chunk + ChunkHeader.SPACE + (AllocSet.MIN_CHUNK << ChunkHeader.value(word));
            }
            require(chunk == free + Checking.PREFIX, "end of chunks", block);
            prev = block;
        }
    }

    private void generation(long context) {
        for (int offset = Generation.INIT_BLOCK_SIZE; offset <= Generation.CHUNK_LIMIT; offset += Integer.BYTES) {
            out.number(getInt(context + offset));
        }
        out.pointer(getLong(context + Generation.CURRENT));
        out.pointer(getLong(context + Generation.SPARE));
        long head = context + Generation.BLOCKS;
        for (long block = DoublyLinkedList.first(head); block != head; block = DoublyLinkedList.next(block)) {
            require(getLong(block + Generation.BLOCK_OWNER) == context, "owner", block);
            long free = getLong(block + Generation.BLOCK_FREE);
            out.pointer(block);
            out.number(getLong(block + Generation.BLOCK_SIZE));
            out.number(getInt(block + Generation.BLOCK_CHUNKS));
            out.number(getInt(block + Generation.BLOCK_FREED));
            out.number(free - block);
            int chunks = 0;
            long chunk = block + Generation.FIRST_CHUNK;
            while (chunk < free) {
                long word = header(block, chunk);
                chunk = ChunkHeader.isExternal(word)
                        ? free + Checking.PREFIX
                        : chunk + ChunkHeader.SPACE + ChunkHeader.value(word);
                chunks++;
            }
            require(
                    chunk == free + Checking.PREFIX && chunks == getInt(block + Generation.BLOCK_CHUNKS),
                    "chunks",
                    block);
        }
    }

    private void slab(long context) {
        for (int offset = Slab.CHUNK_SIZE; offset <= Slab.LIST_SHIFT; offset += Integer.BYTES) {
            out.number(getInt(context + offset));
        }
        out.number(getInt(context + Slab.EMPTY_COUNT));
        slabBlocks(context, context + Slab.EMPTY_BLOCKS);
        for (int list = 0; list < Slab.LIST_COUNT; list++) {
            slabBlocks(context, Slab.listHead(context, list));
        }
    }

    private void slabBlocks(long context, long head) {
        for (long node = DoublyLinkedList.first(head); node != head; node = DoublyLinkedList.next(node)) {
            long block = node - Slab.BLOCK_NODE;
            require(getLong(block + Slab.BLOCK_OWNER) == context, "owner", block);
            out.pointer(block);
            out.number(getInt(block + Slab.BLOCK_FREE_COUNT));
            out.number(getInt(block + Slab.BLOCK_UNUSED_COUNT));
            long unused = getLong(block + Slab.BLOCK_UNUSED);
            out.number(unused - block);
            int free = getInt(block + Slab.BLOCK_UNUSED_COUNT);
            for (long chunk = getLong(block + Slab.BLOCK_FREE_HEAD);
                    chunk != 0;
                    chunk = getLong(chunk + ChunkHeader.SIZE)) {
                out.pointer(chunk);
                free++;
            }
            require(free == getInt(block + Slab.BLOCK_FREE_COUNT), "free chunks", block);
            for (long chunk = block + Slab.FIRST_CHUNK; chunk < unused; chunk += getInt(context + Slab.STRIDE)) {
                header(block, chunk);
            }
        }
        out.number(0);
    }

    private void bump(long context) {
        for (int offset = Bump.INIT_BLOCK_SIZE; offset <= Bump.CHUNK_LIMIT; offset += Integer.BYTES) {
            out.number(getInt(context + offset));
        }
        long head = context + Bump.BLOCKS;
        for (long block = DoublyLinkedList.first(head); block != head; block = DoublyLinkedList.next(block)) {
            out.pointer(block);
            out.number(getLong(block + Bump.BLOCK_FREE) - block);
            out.number(getLong(block + Bump.BLOCK_END) - block);
        }
    }

    private long header(long block, long chunk) {
        long word = getLong(chunk);
        out.number(word);
        require(ChunkHeader.isExternal(word) || chunk - ChunkHeader.blockOffset(word) == block, "header", chunk);
        return word;
    }

    private static void require(boolean condition, String what, long address) {
        if (!condition) {
            throw new IllegalStateException(
                    "image broken: wrong " + what + " at " + BadChunk.hex(address) + "; something wrote over it");
        }
    }
}
