package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putInt;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * The allocator for chunks of one size (slab.c of PostgreSQL 18).
 *
 * <pre>
 *   context (176 bytes, no keeper block)            block                                 chunk
 *     0  common header                                0  owning context                     0  header, value = size
 *    80  chunk size, 4 bytes                          8  free chunks, 4 bytes               8  user data; in a free
 *    84  chunk stride, header included, 4 bytes      12  chunks never used, 4 bytes            chunk the next free
 *    88  block size, 4 bytes                         16  first free chunk, 0 if none           header
 *    92  chunks in a block, 4 bytes                  24  first chunk never used
 *    96  list to take from, 4 bytes                  32  list node
 *   100  shift from free chunks to list, 4 bytes     48  chunks
 *   104  list of empty blocks
 *   120  its length, 4 bytes
 *   128  three lists of blocks
 * </pre>
 *
 * <p>List 0 holds full blocks, lists 1 and 2 blocks with few and with many free chunks: index = ceil(free / 2^shift).
 * Taking from the fullest blocks lets the others become empty. Up to {@value #MAX_EMPTY} empty blocks are kept and still
 * counted as obtained. Confined like the manager.
 */
final class Slab {
    static final int CHUNK_SIZE = 80;
    static final int STRIDE = 84;
    static final int BLOCK_SIZE = 88;
    static final int CHUNKS_PER_BLOCK = 92;
    static final int CURRENT_LIST = 96;
    static final int LIST_SHIFT = 100;
    static final int EMPTY_BLOCKS = 104;
    static final int EMPTY_COUNT = 120;
    static final int BLOCK_LISTS = 128;
    static final int CONTEXT_SIZE = 176;

    static final int BLOCK_OWNER = 0;
    static final int BLOCK_FREE_COUNT = 8;
    static final int BLOCK_UNUSED_COUNT = 12;
    static final int BLOCK_FREE_HEAD = 16;
    static final int BLOCK_UNUSED = 24;
    static final int BLOCK_NODE = 32;
    static final int BLOCK_HEADER = 48;

    /** From the start of a block to the header word of its first chunk. */
    static final int FIRST_CHUNK = BLOCK_HEADER + Checking.PREFIX;

    static final int LIST_COUNT = 3;
    static final int MAX_EMPTY = 10;
    static final int MIN_CHUNK = 8;

    private static final int ID = MethodId.SLAB_ID;

    private Slab() {}

    /** Bytes from one chunk to the next. */
    static long stride(long chunkSize) {
        return ChunkHeader.SPACE + (Math.max(chunkSize, MIN_CHUNK) + Checking.SENTINEL + 7 & ~7L);
    }

    static void checkSizes(String name, long blockSize, long chunkSize) {
        if (chunkSize < 0 || chunkSize > ChunkHeader.MAX_VALUE - 2 * ChunkHeader.SPACE) {
            throw new IllegalArgumentException("slab context \"" + name + "\": chunk size " + chunkSize
                    + " is not from 0 to " + (ChunkHeader.MAX_VALUE - 2 * ChunkHeader.SPACE) + " bytes");
        }
        if (blockSize > ChunkHeader.MAX_BLOCK_OFFSET || blockSize < BLOCK_HEADER + stride(chunkSize)) {
            throw new IllegalArgumentException("slab context \"" + name + "\": block size " + blockSize
                    + " does not hold a chunk of " + chunkSize + " bytes; use "
                    + (BLOCK_HEADER + stride(chunkSize)) + " to " + ChunkHeader.MAX_BLOCK_OFFSET + " bytes");
        }
    }

    /** Address of a new context, 0 if there is no memory for it. */
    static long create(MemoryManager manager, long blockSize, long chunkSize) {
        long context = manager.contextBlocks().takeContext(CONTEXT_SIZE);
        if (context == 0) {
            return 0;
        }
        int stride = (int) stride(chunkSize);
        int chunksPerBlock = (int) (blockSize - BLOCK_HEADER) / stride;
        putInt(context + CHUNK_SIZE, (int) Math.max(chunkSize, MIN_CHUNK));
        putInt(context + STRIDE, stride);
        putInt(context + BLOCK_SIZE, (int) blockSize);
        putInt(context + CHUNKS_PER_BLOCK, chunksPerBlock);
        putInt(context + CURRENT_LIST, 0);
        putInt(context + LIST_SHIFT, listShift(chunksPerBlock));
        DoublyLinkedList.init(context + EMPTY_BLOCKS);
        putLong(context + EMPTY_COUNT, 0);
        for (int list = 0; list < LIST_COUNT; list++) {
            DoublyLinkedList.init(listHead(context, list));
        }
        putLong(context + ContextLayout.MEM_ALLOCATED, 0);
        return context;
    }

    /** Smallest shift that maps all counts to lists below {@link #LIST_COUNT}. */
    static int listShift(int chunksPerBlock) {
        int shift = 0;
        while (chunksPerBlock >> shift >= LIST_COUNT - 1) {
            shift++;
        }
        return shift;
    }

    static long listHead(long context, int list) {
        return context + BLOCK_LISTS + (long) list * DoublyLinkedList.NODE_SIZE;
    }

    /** Rounded up: only a block without a free chunk is on list 0. */
    static int listOf(long context, int freeCount) {
        return -(-freeCount >> getInt(context + LIST_SHIFT));
    }

    /** The lowest list with a block that has room, 0 if there is none. */
    private static int findList(long context) {
        for (int list = 1; list < LIST_COUNT; list++) {
            if (!DoublyLinkedList.isEmpty(listHead(context, list))) {
                return list;
            }
        }
        return 0;
    }

    /** Pointer to a new chunk; 0 only with NO_OOM. */
    static long alloc(MemoryManager manager, long context, long size, int flags) {
        if (size != getInt(context + CHUNK_SIZE)) {
            throw new IllegalArgumentException("slab context " + manager.describe(context) + " was asked for " + size
                    + " bytes: all its chunks have " + getInt(context + CHUNK_SIZE));
        }
        int list = getInt(context + CURRENT_LIST);
        long block;
        if (list == 0) {
            block = blockForEmptyLists(manager, context);
            if (block == 0) {
                return manager.outOfMemory(context, size, flags);
            }
        } else {
            block = DoublyLinkedList.first(listHead(context, list)) - BLOCK_NODE;
            requireFreeHead(manager, context, block);
        }
        long chunk = takeChunk(context, block);
        relist(context, block, list);
        putLong(chunk, ChunkHeader.pack(chunk - block, capacity(context), ID));
        if (Checking.ENABLED) {
            CheckedChunk.born(chunk, size);
        }
        return chunk + ChunkHeader.SIZE;
    }

    /** What a segment of some size is made of: a whole chunk. */
    static long chunkSizeFor(MemoryContext slab, long size) {
        long chunkSize = getInt(slab.liveAddress("allocate") + CHUNK_SIZE);
        if (size < 0 || size > chunkSize) {
            throw new IllegalArgumentException("slab context " + slab + " was asked for a segment of " + size
                    + " bytes: its chunks hold 0 to " + chunkSize);
        }
        return chunkSize;
    }

    /** Bytes of user data that a chunk has room for: the chunk size rounded up. */
    static long capacity(long context) {
        return getInt(context + STRIDE) - ChunkHeader.SPACE;
    }

    /** A block that is on no list: a kept empty one, else a new one. 0 if there is no memory. */
    private static long blockForEmptyLists(MemoryManager manager, long context) {
        int emptyCount = getInt(context + EMPTY_COUNT);
        if (emptyCount > 0) {
            long node = DoublyLinkedList.first(context + EMPTY_BLOCKS);
            requireFreeHead(manager, context, node - BLOCK_NODE);
            DoublyLinkedList.remove(node);
            putInt(context + EMPTY_COUNT, emptyCount - 1);
            return node - BLOCK_NODE;
        }
        long size = getInt(context + BLOCK_SIZE);
        long block = manager.contextBlocks().take(context, size);
        if (block != 0) {
            int chunks = getInt(context + CHUNKS_PER_BLOCK);
            putLong(block + BLOCK_OWNER, context);
            putInt(block + BLOCK_FREE_COUNT, chunks);
            putInt(block + BLOCK_UNUSED_COUNT, chunks);
            putLong(block + BLOCK_FREE_HEAD, 0);
            putLong(block + BLOCK_UNUSED, block + FIRST_CHUNK);
        }
        return block;
    }

    /** While the block is still on its list: a failure changes nothing. */
    private static void requireFreeHead(MemoryManager manager, long context, long block) {
        if (Checking.ENABLED && getLong(block + BLOCK_FREE_HEAD) != 0) {
            CheckedChunk.requireFree(manager, context, getLong(block + BLOCK_FREE_HEAD), capacity(context));
        }
    }

    private static long takeChunk(long context, long block) {
        putInt(block + BLOCK_FREE_COUNT, getInt(block + BLOCK_FREE_COUNT) - 1);
        long chunk = getLong(block + BLOCK_FREE_HEAD);
        if (chunk != 0) {
            putLong(block + BLOCK_FREE_HEAD, getLong(chunk + ChunkHeader.SIZE));
            return chunk;
        }
        chunk = getLong(block + BLOCK_UNUSED);
        putLong(block + BLOCK_UNUSED, chunk + getInt(context + STRIDE));
        putInt(block + BLOCK_UNUSED_COUNT, getInt(block + BLOCK_UNUSED_COUNT) - 1);
        return chunk;
    }

    /** Puts a block that lost a chunk on its list; {@code list} is the one it is on, 0 for none. */
    private static void relist(long context, long block, int list) {
        int newList = listOf(context, getInt(block + BLOCK_FREE_COUNT));
        if (list == 0) {
            DoublyLinkedList.pushHead(listHead(context, newList), block + BLOCK_NODE);
            putInt(context + CURRENT_LIST, newList);
        } else if (newList != list) {
            // What move does, without its frame: the compiler stops inlining at some depth.
            DoublyLinkedList.remove(block + BLOCK_NODE);
            DoublyLinkedList.pushHead(listHead(context, newList), block + BLOCK_NODE);
            if (DoublyLinkedList.isEmpty(listHead(context, list))) {
                putInt(context + CURRENT_LIST, findList(context));
            }
        }
    }

    private static void move(long context, long block, int list) {
        DoublyLinkedList.remove(block + BLOCK_NODE);
        DoublyLinkedList.pushHead(listHead(context, list), block + BLOCK_NODE);
    }

    static void free(MemoryManager manager, long pointer, long word) {
        long chunk = pointer - ChunkHeader.SIZE;
        long block = blockOf("pfree", pointer, word);
        long context = getLong(block + BLOCK_OWNER);
        if (Checking.ENABLED) {
            CheckedChunk.died(chunk, capacity(context));
        }
        putLong(pointer, getLong(block + BLOCK_FREE_HEAD));
        putLong(block + BLOCK_FREE_HEAD, chunk);
        int freeCount = getInt(block + BLOCK_FREE_COUNT) + 1;
        putInt(block + BLOCK_FREE_COUNT, freeCount);

        int oldList = listOf(context, freeCount - 1);
        int newList = listOf(context, freeCount);
        if (newList != oldList) {
            move(context, block, newList);
            if (getInt(context + CURRENT_LIST) >= oldList) {
                putInt(context + CURRENT_LIST, findList(context));
            }
        }
        if (freeCount == getInt(context + CHUNKS_PER_BLOCK)) {
            retireEmpty(manager, context, block, newList);
        }
    }

    private static void retireEmpty(MemoryManager manager, long context, long block, int list) {
        DoublyLinkedList.remove(block + BLOCK_NODE);
        int emptyCount = getInt(context + EMPTY_COUNT);
        if (emptyCount < MAX_EMPTY) {
            DoublyLinkedList.pushHead(context + EMPTY_BLOCKS, block + BLOCK_NODE);
            putInt(context + EMPTY_COUNT, emptyCount + 1);
        } else {
            give(manager, context, block);
        }
        if (getInt(context + CURRENT_LIST) == list && DoublyLinkedList.isEmpty(listHead(context, list))) {
            putInt(context + CURRENT_LIST, findList(context));
        }
    }

    private static void give(MemoryManager manager, long context, long block) {
        manager.contextBlocks().give(context, block, getInt(context + BLOCK_SIZE));
    }

    private static long blockOf(String operation, long pointer, long word) {
        if (ChunkHeader.isExternal(word)) {
            throw BadChunk.header(operation, pointer, word, "slab chunks are never external");
        }
        return pointer - ChunkHeader.SIZE - ChunkHeader.blockOffset(word);
    }

    /** Only the size it has; PostgreSQL refuses all others too. */
    static long realloc(MemoryManager manager, long pointer, long word, long size) {
        long context = checkedContextOf("repalloc", pointer, word);
        if (size != getInt(context + CHUNK_SIZE)) {
            throw new IllegalArgumentException("slab context " + manager.describe(context)
                    + " cannot make a chunk of " + getInt(context + CHUNK_SIZE) + " bytes one of " + size
                    + ": all its chunks have one size");
        }
        return pointer;
    }

    static long contextOf(long pointer, long word) {
        return getLong(blockOf("chunkContext", pointer, word) + BLOCK_OWNER);
    }

    static long spaceOf(long pointer, long word) {
        return getInt(checkedContextOf("chunkSpace", pointer, word) + STRIDE);
    }

    private static long checkedContextOf(String operation, long pointer, long word) {
        long context = getLong(blockOf(operation, pointer, word) + BLOCK_OWNER);
        if (context == 0 || getInt(context + ContextLayout.TAG) != ContextType.SLAB.tag()) {
            throw BadChunk.header(operation, pointer, word, "no Slab context owns its block");
        }
        return context;
    }

    static void reset(MemoryManager manager, long context) {
        giveAll(manager, context, context + EMPTY_BLOCKS);
        putInt(context + EMPTY_COUNT, 0);
        for (int list = 0; list < LIST_COUNT; list++) {
            giveAll(manager, context, listHead(context, list));
        }
        putInt(context + CURRENT_LIST, 0);
    }

    private static void giveAll(MemoryManager manager, long context, long head) {
        while (!DoublyLinkedList.isEmpty(head)) {
            long node = DoublyLinkedList.first(head);
            DoublyLinkedList.remove(node);
            give(manager, context, node - BLOCK_NODE);
        }
    }

    static void delete(MemoryManager manager, long context) {
        reset(manager, context);
        manager.contextBlocks().giveContext(context, CONTEXT_SIZE);
    }
}
