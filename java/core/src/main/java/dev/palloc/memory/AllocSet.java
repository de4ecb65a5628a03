package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.copy;
import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putInt;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * The general-purpose allocator: 11 freelists of power-of-two chunks, blocks that double (aset.c of PostgreSQL 18).
 *
 * <pre>
 *   context (200 bytes, at the start of the keeper block)     block                    chunk
 *     0  common header                                          0  owning context        0  header, value = index
 *    80  blocks: head is the one being carved                   8  previous block        8  user data; in a free chunk
 *    88  freelist[11]: address of a chunk's header             16  next block               the next free header
 *   176  initial block size, 4 bytes                           24  first free byte
 *   180  largest block size, 4 bytes                           32  end
 *   184  next block size, 4 bytes                              40  chunks
 *   188  chunk limit, 4 bytes: above it a block of its own
 *   192  list of recycled contexts it belongs to, 4 bytes, or -1
 *   200  the keeper block's header
 * </pre>
 *
 * <p>A dedicated block holds one external chunk and is marked by first free byte == end. It is linked behind the head,
 * so that the head stays the block being carved. No free chunk ever changes its size class, and the keeper is the only
 * block a reset keeps. Confined like the manager; everything here is.
 */
final class AllocSet {
    static final int BLOCKS = 80;
    static final int FREELISTS = 88;
    static final int INIT_BLOCK_SIZE = 176;
    static final int MAX_BLOCK_SIZE = 180;
    static final int NEXT_BLOCK_SIZE = 184;
    static final int CHUNK_LIMIT = 188;
    static final int FREE_LIST_INDEX = 192;
    static final int CONTEXT_SIZE = 200;

    static final int BLOCK_OWNER = 0;
    static final int BLOCK_PREV = 8;
    static final int BLOCK_NEXT = 16;
    static final int BLOCK_FREE = 24;
    static final int BLOCK_END = 32;
    static final int BLOCK_HEADER = 40;

    /** From the start of a block to the header word of its first, or only, chunk. */
    static final int FIRST_CHUNK = BLOCK_HEADER + Checking.PREFIX;

    static final int FREELIST_COUNT = 11;
    static final int MIN_CHUNK = 8;
    static final int MAX_CHUNK_LIMIT = 8192;

    /** A limit of a quarter of the largest block, header excluded, leaves room for several chunks in each block. */
    private static final int CHUNK_FRACTION = 4;

    /** Below this a failed block is not worth halving further. */
    private static final long HALVING_FLOOR = 1024 * 1024;

    private static final int ID = MethodId.ALLOC_SET_ID;

    private AllocSet() {}

    /** Address of a new context, 0 if there is no memory for its first block. */
    static long create(MemoryManager manager, BlockSizes sizes) {
        int freeListIndex = RecycledContexts.indexFor(sizes.minContextSize(), sizes.initBlockSize());
        long recycled = manager.recycled().pop(freeListIndex);
        if (recycled != 0) {
            // Only the largest block size is taken over; the chunk limit stays that of the first creation, as in
            // PostgreSQL.
            putInt(recycled + MAX_BLOCK_SIZE, (int) sizes.maxBlockSize());
            putLong(recycled + ContextLayout.MEM_ALLOCATED, keeperEnd(recycled) - recycled);
            return recycled;
        }
        long size = firstBlock(sizes);
        long set = manager.contextBlocks().takeContext(size);
        if (set == 0) {
            return 0;
        }
        long keeper = set + CONTEXT_SIZE;
        putLong(keeper + BLOCK_OWNER, set);
        putLong(keeper + BLOCK_PREV, 0);
        putLong(keeper + BLOCK_NEXT, 0);
        putLong(keeper + BLOCK_FREE, keeper + BLOCK_HEADER);
        putLong(keeper + BLOCK_END, set + size);
        putLong(set + BLOCKS, keeper);
        clearFreelists(set);
        putInt(set + INIT_BLOCK_SIZE, (int) sizes.initBlockSize());
        putInt(set + MAX_BLOCK_SIZE, (int) sizes.maxBlockSize());
        putInt(set + NEXT_BLOCK_SIZE, (int) sizes.initBlockSize());
        putInt(set + CHUNK_LIMIT, chunkLimit(sizes.maxBlockSize()));
        putInt(set + FREE_LIST_INDEX, freeListIndex);
        putLong(set + ContextLayout.MEM_ALLOCATED, size);
        return set;
    }

    /** Bytes that a new context takes, its keeper block included. */
    static long firstBlock(BlockSizes sizes) {
        return sizes.firstBlock(CONTEXT_SIZE + BLOCK_HEADER + ChunkHeader.SPACE);
    }

    static int chunkLimit(long maxBlockSize) {
        int limit = MAX_CHUNK_LIMIT;
        while (limit + ChunkHeader.SPACE > (maxBlockSize - BLOCK_HEADER) / CHUNK_FRACTION) {
            limit >>= 1;
        }
        return limit;
    }

    /** Pointer to a new chunk; 0 only with NO_OOM. */
    static long alloc(MemoryManager manager, long set, long size, int flags) {
        // Unsigned, so that a negative size takes the large path and is refused there.
        if (Long.compareUnsigned(size, getInt(set + CHUNK_LIMIT) - Checking.SENTINEL) > 0) {
            return allocLarge(manager, set, size, flags);
        }
        int index = FreelistIndex.of((int) size + Checking.SENTINEL);
        long freelist = set + FREELISTS + ((long) index << 3);
        long chunk = getLong(freelist);
        if (chunk != 0) {
            if (Checking.ENABLED) {
                CheckedChunk.requireFree(manager, set, chunk, MIN_CHUNK << index);
            }
            // The header is still right: a chunk never changes its class or its block.
            putLong(freelist, getLong(chunk + ChunkHeader.SIZE));
            return born(chunk, size);
        }
        long block = getLong(set + BLOCKS);
        chunk = getLong(block + BLOCK_FREE) + Checking.PREFIX;
        long end = chunk + ChunkHeader.SIZE + (MIN_CHUNK << index);
        if (end > getLong(block + BLOCK_END)) {
            return allocFromNewBlock(manager, set, size, index, flags);
        }
        putLong(block + BLOCK_FREE, end);
        putLong(chunk, ChunkHeader.pack(chunk - block, index, ID));
        return born(chunk, size);
    }

    /** The pointer of a chunk with its header in place. */
    private static long born(long chunk, long size) {
        if (Checking.ENABLED) {
            CheckedChunk.born(chunk, size);
        }
        return chunk + ChunkHeader.SIZE;
    }

    private static long allocLarge(MemoryManager manager, long set, long size, int flags) {
        AllocFlags.checkSize(size, flags);
        long blockSize = externalBlockSize(size);
        long block = blockSize < 0 ? 0 : manager.contextBlocks().take(set, blockSize);
        if (block == 0) {
            return manager.outOfMemory(set, size, flags);
        }
        putLong(block + BLOCK_OWNER, set);
        putLong(block + BLOCK_FREE, block + blockSize);
        putLong(block + BLOCK_END, block + blockSize);
        linkBehindHead(set, block);
        long chunk = block + FIRST_CHUNK;
        putLong(chunk, ChunkHeader.packExternal(ID));
        return born(chunk, size);
    }

    /** Negative if the sum overflows. */
    private static long externalBlockSize(long size) {
        return (size + Checking.SENTINEL + 7 & ~7L) + BLOCK_HEADER + ChunkHeader.SPACE;
    }

    private static void linkBehindHead(long set, long block) {
        long head = getLong(set + BLOCKS);
        long next = getLong(head + BLOCK_NEXT);
        putLong(block + BLOCK_PREV, head);
        putLong(block + BLOCK_NEXT, next);
        putLong(head + BLOCK_NEXT, block);
        setPrev(next, block);
    }

    private static long allocFromNewBlock(MemoryManager manager, long set, long size, int index, int flags) {
        long needed = (MIN_CHUNK << index) + ChunkHeader.SPACE + BLOCK_HEADER;
        long nextBlockSize = getInt(set + NEXT_BLOCK_SIZE);
        long blockSize = nextBlockSize;
        while (blockSize < needed) {
            blockSize <<= 1;
        }
        blockSize = manager.contextBlocks().sizeWithinLimit(set, blockSize, needed);
        long block = manager.contextBlocks().take(set, blockSize);
        while (block == 0 && blockSize > HALVING_FLOOR && blockSize >> 1 >= needed) {
            blockSize >>= 1;
            block = manager.contextBlocks().take(set, blockSize);
        }
        if (block == 0) {
            return manager.outOfMemory(set, size, flags);
        }
        // PostgreSQL does these two before it asks for memory; after, a failure leaves nothing changed.
        putInt(set + NEXT_BLOCK_SIZE, (int) Math.min(nextBlockSize << 1, getInt(set + MAX_BLOCK_SIZE)));
        long head = getLong(set + BLOCKS);
        salvageTail(set, head);

        long chunk = block + FIRST_CHUNK;
        putLong(block + BLOCK_OWNER, set);
        putLong(block + BLOCK_PREV, 0);
        putLong(block + BLOCK_NEXT, head);
        putLong(block + BLOCK_FREE, chunk + ChunkHeader.SIZE + (MIN_CHUNK << index));
        putLong(block + BLOCK_END, block + blockSize);
        putLong(head + BLOCK_PREV, block);
        putLong(set + BLOCKS, block);
        putLong(chunk, ChunkHeader.pack(FIRST_CHUNK, index, ID));
        return born(chunk, size);
    }

    /** Cuts what is left of the head into free chunks, largest first: it will never be carved again. */
    private static void salvageTail(long set, long block) {
        long free = getLong(block + BLOCK_FREE);
        long left = getLong(block + BLOCK_END) - free;
        while (left >= MIN_CHUNK + ChunkHeader.SPACE) {
            int index = FreelistIndex.of((int) Math.min(left - ChunkHeader.SPACE, MAX_CHUNK_LIMIT));
            if (left - ChunkHeader.SPACE < MIN_CHUNK << index) {
                index--;
            }
            long chunk = free + Checking.PREFIX;
            putLong(chunk, ChunkHeader.pack(chunk - block, index, ID));
            pushFree(set, chunk, index);
            free += ChunkHeader.SPACE + (MIN_CHUNK << index);
            left = getLong(block + BLOCK_END) - free;
        }
        putLong(block + BLOCK_FREE, free);
    }

    private static void pushFree(long set, long chunk, int index) {
        if (Checking.ENABLED) {
            CheckedChunk.died(chunk, MIN_CHUNK << index);
        }
        long freelist = set + FREELISTS + ((long) index << 3);
        putLong(chunk + ChunkHeader.SIZE, getLong(freelist));
        putLong(freelist, chunk);
    }

    static void free(MemoryManager manager, long pointer, long word) {
        long chunk = pointer - ChunkHeader.SIZE;
        if (ChunkHeader.isExternal(word)) {
            freeExternal(manager, chunk, word);
            return;
        }
        int index = (int) ChunkHeader.value(word);
        if (index >= FREELIST_COUNT) {
            throw BadChunk.header("pfree", pointer, word, "its freelist index " + index + " is above 10");
        }
        pushFree(getLong(chunk - ChunkHeader.blockOffset(word) + BLOCK_OWNER), chunk, index);
    }

    private static void freeExternal(MemoryManager manager, long chunk, long word) {
        long block = checkedExternalBlock("pfree", chunk, word);
        long set = getLong(block + BLOCK_OWNER);
        unlink(set, block);
        give(manager, set, block);
    }

    /** Production PostgreSQL checks just these: the owner is a live set, and the block is a dedicated one. */
    private static long checkedExternalBlock(String operation, long chunk, long word) {
        if (!ChunkHeader.hasMagic(word)) {
            throw BadChunk.header(operation, chunk + ChunkHeader.SIZE, word, "its magic is damaged");
        }
        long block = chunk - FIRST_CHUNK;
        long set = getLong(block + BLOCK_OWNER);
        if (set == 0
                || getInt(set + ContextLayout.TAG) != ContextType.ALLOC_SET.tag()
                || getLong(block + BLOCK_FREE) != getLong(block + BLOCK_END)) {
            throw BadChunk.header(
                    operation, chunk + ChunkHeader.SIZE, word, "no AllocSet owns its block; it may be freed already");
        }
        return block;
    }

    private static void unlink(long set, long block) {
        long prev = getLong(block + BLOCK_PREV);
        long next = getLong(block + BLOCK_NEXT);
        setNext(set, prev, next);
        setPrev(next, prev);
    }

    /** Makes a block, 0 for none, the one after another; after 0 means the head. */
    private static void setNext(long set, long block, long next) {
        putLong(block != 0 ? block + BLOCK_NEXT : set + BLOCKS, next);
    }

    /** Makes a block, 0 for none, the one before another, unless that is 0. */
    private static void setPrev(long block, long prev) {
        if (block != 0) {
            putLong(block + BLOCK_PREV, prev);
        }
    }

    static long realloc(MemoryManager manager, long pointer, long word, long size, int flags) {
        long chunk = pointer - ChunkHeader.SIZE;
        if (ChunkHeader.isExternal(word)) {
            return reallocExternal(manager, chunk, word, size, flags);
        }
        int index = (int) ChunkHeader.value(word);
        if (index >= FREELIST_COUNT) {
            throw BadChunk.header("repalloc", pointer, word, "its freelist index " + index + " is above 10");
        }
        long oldSize = MIN_CHUNK << index;
        if (size >= 0 && size <= oldSize - Checking.SENTINEL) {
            if (Checking.ENABLED) {
                CheckedChunk.resized(chunk, size, oldSize);
            }
            return pointer;
        }
        // Never in place: that would feed the freelists with chunks of ever larger classes.
        long set = getLong(chunk - ChunkHeader.blockOffset(word) + BLOCK_OWNER);
        long moved = alloc(manager, set, size, flags);
        if (moved != 0) {
            copy(pointer, moved, oldSize);
            pushFree(set, chunk, index);
        }
        return moved;
    }

    private static long reallocExternal(MemoryManager manager, long chunk, long word, long size, int flags) {
        AllocFlags.checkSize(size, flags);
        long block = checkedExternalBlock("repalloc", chunk, word);
        long set = getLong(block + BLOCK_OWNER);
        long oldSize = getLong(block + BLOCK_END) - block;
        long newSize = externalBlockSize(size);
        long moved = newSize < 0 ? 0 : manager.contextBlocks().resize(set, block, oldSize, newSize);
        if (moved == 0) {
            return manager.outOfMemory(set, size, flags);
        }
        setNext(set, getLong(moved + BLOCK_PREV), moved);
        setPrev(getLong(moved + BLOCK_NEXT), moved);
        putLong(moved + BLOCK_FREE, moved + newSize);
        putLong(moved + BLOCK_END, moved + newSize);
        return born(moved + FIRST_CHUNK, size);
    }

    static long contextOf(long pointer, long word) {
        long chunk = pointer - ChunkHeader.SIZE;
        long block = ChunkHeader.isExternal(word)
                ? checkedExternalBlock("chunkContext", chunk, word)
                : chunk - ChunkHeader.blockOffset(word);
        return getLong(block + BLOCK_OWNER);
    }

    static long spaceOf(long pointer, long word) {
        long chunk = pointer - ChunkHeader.SIZE;
        if (ChunkHeader.isExternal(word)) {
            long block = checkedExternalBlock("chunkSpace", chunk, word);
            return getLong(block + BLOCK_END) - chunk + Checking.PREFIX;
        }
        return ChunkHeader.SPACE + ((long) MIN_CHUNK << ChunkHeader.value(word));
    }

    static void reset(MemoryManager manager, long set) {
        clearFreelists(set);
        giveAllButKeeper(manager, set);
        long keeper = set + CONTEXT_SIZE;
        if (Checking.ENABLED) {
            CheckedChunk.wipe(keeper + BLOCK_HEADER, getLong(keeper + BLOCK_FREE));
        }
        putLong(keeper + BLOCK_FREE, keeper + BLOCK_HEADER);
        putLong(keeper + BLOCK_PREV, 0);
        putLong(keeper + BLOCK_NEXT, 0);
        putLong(set + BLOCKS, keeper);
        putInt(set + NEXT_BLOCK_SIZE, getInt(set + INIT_BLOCK_SIZE));
    }

    /** The context is out of the tree already. */
    static void delete(MemoryManager manager, long set, boolean isReset) {
        int freeListIndex = getInt(set + FREE_LIST_INDEX);
        if (freeListIndex >= 0) {
            if (!isReset) {
                reset(manager, set);
            }
            manager.recycled().push(set, freeListIndex);
            return;
        }
        giveAllButKeeper(manager, set);
        giveContext(manager, set);
    }

    private static void giveAllButKeeper(MemoryManager manager, long set) {
        long keeper = set + CONTEXT_SIZE;
        long block = getLong(set + BLOCKS);
        while (block != 0) {
            long next = getLong(block + BLOCK_NEXT);
            if (block != keeper) {
                give(manager, set, block);
            }
            block = next;
        }
    }

    /** Gives the context with its keeper back; it has no other block. */
    static void giveContext(MemoryManager manager, long set) {
        manager.contextBlocks().giveContext(set, keeperEnd(set) - set);
    }

    private static void give(MemoryManager manager, long set, long block) {
        manager.contextBlocks().give(set, block, getLong(block + BLOCK_END) - block);
    }

    private static long keeperEnd(long set) {
        return getLong(set + CONTEXT_SIZE + BLOCK_END);
    }

    private static void clearFreelists(long set) {
        for (int index = 0; index < FREELIST_COUNT; index++) {
            putLong(set + FREELISTS + ((long) index << 3), 0);
        }
    }
}
