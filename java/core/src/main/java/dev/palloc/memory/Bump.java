package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putInt;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * The allocator without headers, for many chunks that die together (bump.c of PostgreSQL 18).
 *
 * <pre>
 *   context (112 bytes)                            block
 *     0  common header                               0  list node
 *    80  initial block size, 4 bytes                16  first free byte
 *    84  largest block size, 4 bytes                24  end
 *    88  next block size, 4 bytes                   32  chunks, nothing between them
 *    92  chunk limit, 4 bytes
 *    96  list of blocks: the head is being carved
 *   112  the keeper block's header
 * </pre>
 *
 * <p>A pointer into it cannot be freed or reallocated, and nothing before the pointer says so: the word there is the
 * previous chunk's data. Two chunks of 0 bytes may have one address. Confined like the manager.
 */
final class Bump {
    static final int INIT_BLOCK_SIZE = 80;
    static final int MAX_BLOCK_SIZE = 84;
    static final int NEXT_BLOCK_SIZE = 88;
    static final int CHUNK_LIMIT = 92;
    static final int BLOCKS = 96;
    static final int CONTEXT_SIZE = 112;

    static final int BLOCK_FREE = 16;
    static final int BLOCK_END = 24;
    static final int BLOCK_HEADER = 32;

    /** Bytes before a chunk's user data: none but in checking mode. */
    static final int CHUNK_SPACE = Checking.ENABLED ? ChunkHeader.SPACE : 0;

    private static final int CHUNK_FRACTION = 8;

    /** In the place of a capacity: the chunk has its block for itself. */
    private static final long EXTERNAL = -1;

    private static final int ID = MethodId.BUMP_ID;

    private Bump() {}

    /** Address of a new context, 0 if there is no memory for its first block. */
    static long create(MemoryManager manager, BlockSizes sizes) {
        long size = firstBlock(sizes);
        long context = manager.contextBlocks().takeContext(size);
        if (context == 0) {
            return 0;
        }
        long keeper = context + CONTEXT_SIZE;
        putInt(context + INIT_BLOCK_SIZE, (int) sizes.initBlockSize());
        putInt(context + MAX_BLOCK_SIZE, (int) sizes.maxBlockSize());
        putInt(context + NEXT_BLOCK_SIZE, (int) sizes.initBlockSize());
        putInt(context + CHUNK_LIMIT, chunkLimit(sizes.maxBlockSize()));
        DoublyLinkedList.init(context + BLOCKS);
        initBlock(keeper, size - CONTEXT_SIZE);
        DoublyLinkedList.pushHead(context + BLOCKS, keeper);
        putLong(context + ContextLayout.MEM_ALLOCATED, size);
        return context;
    }

    /** Bytes that a new context takes, its keeper block included. */
    static long firstBlock(BlockSizes sizes) {
        return sizes.firstBlock(CONTEXT_SIZE + BLOCK_HEADER);
    }

    static int chunkLimit(long maxBlockSize) {
        long limit = Math.min(maxBlockSize, ChunkHeader.MAX_VALUE);
        while (limit + CHUNK_SPACE > (maxBlockSize - BLOCK_HEADER) / CHUNK_FRACTION) {
            limit >>= 1;
        }
        return (int) limit;
    }

    private static void initBlock(long block, long size) {
        putLong(block + BLOCK_FREE, block + BLOCK_HEADER);
        putLong(block + BLOCK_END, block + size);
    }

    /** Pointer to a new chunk; 0 only with NO_OOM. */
    static long alloc(MemoryManager manager, long context, long size, int flags) {
        // Unsigned, so that a negative size takes the large path and is refused there. The limit is a multiple of 8, so
        // rounding up first, as PostgreSQL does, would make no difference but for sizes that wrap.
        if (Long.compareUnsigned(size, getInt(context + CHUNK_LIMIT) - Checking.SENTINEL) > 0) {
            return allocLarge(manager, context, size, flags);
        }
        long chunkSize = (size + Checking.SENTINEL + 7 & ~7L) + CHUNK_SPACE;
        long block = DoublyLinkedList.first(context + BLOCKS);
        long chunk = getLong(block + BLOCK_FREE);
        if (getLong(block + BLOCK_END) - chunk < chunkSize) {
            block = newBlock(manager, context, chunkSize);
            if (block == 0) {
                return manager.outOfMemory(context, size, flags);
            }
            chunk = block + BLOCK_HEADER;
        }
        putLong(block + BLOCK_FREE, chunk + chunkSize);
        return Checking.ENABLED ? born(block, chunk, chunkSize - CHUNK_SPACE, size) : chunk;
    }

    /** Only checking mode has headers here, so that a pointer that comes back can be told. */
    private static long born(long block, long start, long capacity, long size) {
        long chunk = start + Checking.PREFIX;
        putLong(chunk, capacity < 0 ? ChunkHeader.packExternal(ID) : ChunkHeader.pack(chunk - block, capacity, ID));
        CheckedChunk.born(chunk, size);
        return chunk + ChunkHeader.SIZE;
    }

    /** 0 if there is no memory. */
    private static long newBlock(MemoryManager manager, long context, long chunkSize) {
        long nextBlockSize = getInt(context + NEXT_BLOCK_SIZE);
        long size = nextBlockSize;
        if (size < chunkSize + BLOCK_HEADER) {
            size = Long.highestOneBit(chunkSize + BLOCK_HEADER - 1) << 1;
        }
        size = manager.contextBlocks().sizeWithinLimit(context, size, chunkSize + BLOCK_HEADER);
        long block = manager.contextBlocks().take(context, size);
        if (block != 0) {
            putInt(context + NEXT_BLOCK_SIZE, (int) Math.min(nextBlockSize << 1, getInt(context + MAX_BLOCK_SIZE)));
            initBlock(block, size);
            DoublyLinkedList.pushHead(context + BLOCKS, block);
        }
        return block;
    }

    private static long allocLarge(MemoryManager manager, long context, long size, int flags) {
        AllocFlags.checkSize(size, flags);
        long blockSize = (size + Checking.SENTINEL + 7 & ~7L) + CHUNK_SPACE + BLOCK_HEADER;
        long block = blockSize < 0 ? 0 : manager.contextBlocks().take(context, blockSize);
        if (block == 0) {
            return manager.outOfMemory(context, size, flags);
        }
        putLong(block + BLOCK_FREE, block + blockSize);
        putLong(block + BLOCK_END, block + blockSize);
        // At the tail, so that the head goes on being carved.
        DoublyLinkedList.pushTail(context + BLOCKS, block);
        long chunk = block + BLOCK_HEADER;
        return Checking.ENABLED ? born(block, chunk, EXTERNAL, size) : chunk;
    }

    static void reset(MemoryManager manager, long context) {
        long keeper = context + CONTEXT_SIZE;
        long head = context + BLOCKS;
        long block = DoublyLinkedList.first(head);
        while (block != head) {
            long next = DoublyLinkedList.next(block);
            if (block == keeper) {
                if (Checking.ENABLED) {
                    CheckedChunk.wipe(block + BLOCK_HEADER, getLong(block + BLOCK_FREE));
                }
                putLong(block + BLOCK_FREE, block + BLOCK_HEADER);
            } else {
                DoublyLinkedList.remove(block);
                manager.contextBlocks().give(context, block, getLong(block + BLOCK_END) - block);
            }
            block = next;
        }
        putInt(context + NEXT_BLOCK_SIZE, getInt(context + INIT_BLOCK_SIZE));
    }

    static void delete(MemoryManager manager, long context) {
        reset(manager, context);
        manager.contextBlocks().giveContext(context, getLong(context + CONTEXT_SIZE + BLOCK_END) - context);
    }

    static boolean isEmpty(long context) {
        long head = context + BLOCKS;
        for (long block = DoublyLinkedList.first(head); block != head; block = DoublyLinkedList.next(block)) {
            if (getLong(block + BLOCK_FREE) != block + BLOCK_HEADER) {
                return false;
            }
        }
        return true;
    }
}
