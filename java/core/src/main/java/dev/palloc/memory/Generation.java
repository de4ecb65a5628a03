package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.copy;
import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putInt;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * The allocator for chunks that die in groups: no freelists, a block is used again when all its chunks are freed
 * (generation.c of PostgreSQL 18).
 *
 * <pre>
 *   context (128 bytes)                            block                               chunk
 *     0  common header                               0  list node                        0  header, value = size
 *    80  initial block size, 4 bytes                16  owning context                   8  user data
 *    84  largest block size, 4 bytes                24  size of the block
 *    88  next block size, 4 bytes                   32  chunks, 4 bytes
 *    92  chunk limit, 4 bytes                       36  freed chunks, 4 bytes
 *    96  block being carved                         40  first free byte
 *   104  spare empty block, or 0                    48  end
 *   112  list of blocks                             56  chunks
 *   128  the keeper block's header
 * </pre>
 *
 * <p>The bytes obtained do not count the 128 of the context, unlike AllocSet and Bump: PostgreSQL's figures do so too.
 * Any freed block, even one that held a single large chunk, may become the spare. Confined like the manager.
 */
final class Generation {
    static final int INIT_BLOCK_SIZE = 80;
    static final int MAX_BLOCK_SIZE = 84;
    static final int NEXT_BLOCK_SIZE = 88;
    static final int CHUNK_LIMIT = 92;
    static final int CURRENT = 96;
    static final int SPARE = 104;
    static final int BLOCKS = 112;
    static final int CONTEXT_SIZE = 128;

    static final int BLOCK_OWNER = 16;
    static final int BLOCK_SIZE = 24;
    static final int BLOCK_CHUNKS = 32;
    static final int BLOCK_FREED = 36;
    static final int BLOCK_FREE = 40;
    static final int BLOCK_END = 48;
    static final int BLOCK_HEADER = 56;

    /** From the start of a block to the header word of its first, or only, chunk. */
    static final int FIRST_CHUNK = BLOCK_HEADER + Checking.PREFIX;

    /** A limit of an eighth of the largest block leaves little unused when a chunk does not fit. */
    private static final int CHUNK_FRACTION = 8;

    private static final int ID = MethodId.GENERATION_ID;

    private Generation() {}

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
        putLong(context + CURRENT, keeper);
        putLong(context + SPARE, 0);
        DoublyLinkedList.init(context + BLOCKS);
        initBlock(context, keeper, size - CONTEXT_SIZE);
        DoublyLinkedList.pushHead(context + BLOCKS, keeper);
        putLong(context + ContextLayout.MEM_ALLOCATED, size - CONTEXT_SIZE);
        return context;
    }

    /** Bytes that a new context takes, its keeper block included. */
    static long firstBlock(BlockSizes sizes) {
        return sizes.firstBlock(CONTEXT_SIZE + BLOCK_HEADER + ChunkHeader.SPACE);
    }

    static int chunkLimit(long maxBlockSize) {
        long limit = Math.min(maxBlockSize, ChunkHeader.MAX_VALUE);
        while (limit + ChunkHeader.SPACE > (maxBlockSize - BLOCK_HEADER) / CHUNK_FRACTION) {
            limit >>= 1;
        }
        return (int) limit;
    }

    private static void initBlock(long context, long block, long size) {
        putLong(block + BLOCK_OWNER, context);
        putLong(block + BLOCK_SIZE, size);
        putLong(block + BLOCK_END, block + size);
        markEmpty(block);
    }

    private static void markEmpty(long block) {
        putInt(block + BLOCK_CHUNKS, 0);
        putInt(block + BLOCK_FREED, 0);
        putLong(block + BLOCK_FREE, block + BLOCK_HEADER);
    }

    /** Pointer to a new chunk; 0 only with NO_OOM. */
    static long alloc(MemoryManager manager, long context, long size, int flags) {
        // Unsigned, so that a negative size takes the large path and is refused there. The limit is a multiple of 8, so
        // rounding up first, as PostgreSQL does, would make no difference but for sizes that wrap.
        if (Long.compareUnsigned(size, getInt(context + CHUNK_LIMIT) - Checking.SENTINEL) > 0) {
            return allocLarge(manager, context, size, flags);
        }
        long chunkSize = size + Checking.SENTINEL + 7 & ~7L;
        long needed = ChunkHeader.SPACE + chunkSize;
        long block = getLong(context + CURRENT);
        if (getLong(block + BLOCK_END) - getLong(block + BLOCK_FREE) < needed) {
            block = nextBlock(manager, context, needed);
            if (block == 0) {
                return manager.outOfMemory(context, size, flags);
            }
        }
        return carve(block, chunkSize, size);
    }

    private static long carve(long block, long chunkSize, long size) {
        long chunk = getLong(block + BLOCK_FREE) + Checking.PREFIX;
        putLong(block + BLOCK_FREE, chunk + ChunkHeader.SIZE + chunkSize);
        putInt(block + BLOCK_CHUNKS, getInt(block + BLOCK_CHUNKS) + 1);
        putLong(chunk, ChunkHeader.pack(chunk - block, chunkSize, ID));
        return born(chunk, size);
    }

    /** The pointer of a chunk with its header in place. */
    private static long born(long chunk, long size) {
        if (Checking.ENABLED) {
            CheckedChunk.born(chunk, size);
        }
        return chunk + ChunkHeader.SIZE;
    }

    /** The spare block if it is large enough, else a new one; it becomes the current one. 0 if there is no memory. */
    private static long nextBlock(MemoryManager manager, long context, long needed) {
        long spare = getLong(context + SPARE);
        if (spare != 0 && getLong(spare + BLOCK_END) - getLong(spare + BLOCK_FREE) >= needed) {
            putLong(context + SPARE, 0);
            putLong(context + CURRENT, spare);
            return spare;
        }
        long nextBlockSize = getInt(context + NEXT_BLOCK_SIZE);
        long size = nextBlockSize;
        if (size < needed + BLOCK_HEADER) {
            size = Long.highestOneBit(needed + BLOCK_HEADER - 1) << 1;
        }
        size = manager.contextBlocks().sizeWithinLimit(context, size, needed + BLOCK_HEADER);
        long block = manager.contextBlocks().take(context, size);
        if (block != 0) {
            putInt(context + NEXT_BLOCK_SIZE, (int) Math.min(nextBlockSize << 1, getInt(context + MAX_BLOCK_SIZE)));
            initBlock(context, block, size);
            DoublyLinkedList.pushHead(context + BLOCKS, block);
            putLong(context + CURRENT, block);
        }
        return block;
    }

    private static long allocLarge(MemoryManager manager, long context, long size, int flags) {
        AllocFlags.checkSize(size, flags);
        long blockSize = (size + Checking.SENTINEL + 7 & ~7L) + BLOCK_HEADER + ChunkHeader.SPACE;
        long block = blockSize < 0 ? 0 : manager.contextBlocks().take(context, blockSize);
        if (block == 0) {
            return manager.outOfMemory(context, size, flags);
        }
        initBlock(context, block, blockSize);
        putInt(block + BLOCK_CHUNKS, 1);
        putLong(block + BLOCK_FREE, block + blockSize);
        DoublyLinkedList.pushHead(context + BLOCKS, block);
        long chunk = block + FIRST_CHUNK;
        putLong(chunk, ChunkHeader.packExternal(ID));
        return born(chunk, size);
    }

    static void free(MemoryManager manager, long pointer, long word) {
        long block = blockOf("pfree", pointer, word);
        if (Checking.ENABLED) {
            CheckedChunk.died(pointer - ChunkHeader.SIZE, capacity(block, pointer, word));
        }
        int freed = getInt(block + BLOCK_FREED) + 1;
        putInt(block + BLOCK_FREED, freed);
        if (freed >= getInt(block + BLOCK_CHUNKS)) {
            releaseEmpty(manager, block);
        }
    }

    private static void releaseEmpty(MemoryManager manager, long block) {
        long context = getLong(block + BLOCK_OWNER);
        if (block == context + CONTEXT_SIZE || block == getLong(context + CURRENT)) {
            markEmpty(block);
        } else if (getLong(context + SPARE) == 0) {
            markEmpty(block);
            putLong(context + SPARE, block);
        } else {
            giveBlock(manager, context, block);
        }
    }

    private static void giveBlock(MemoryManager manager, long context, long block) {
        long size = getLong(block + BLOCK_SIZE);
        DoublyLinkedList.remove(block);
        putLong(block + BLOCK_OWNER, 0);
        manager.contextBlocks().give(context, block, size);
    }

    private static long blockOf(String operation, long pointer, long word) {
        long chunk = pointer - ChunkHeader.SIZE;
        if (!ChunkHeader.isExternal(word)) {
            return chunk - ChunkHeader.blockOffset(word);
        }
        if (!ChunkHeader.hasMagic(word)) {
            throw BadChunk.header(operation, pointer, word, "its magic is damaged");
        }
        long block = chunk - FIRST_CHUNK;
        long context = getLong(block + BLOCK_OWNER);
        if (context == 0 || getInt(context + ContextLayout.TAG) != ContextType.GENERATION.tag()) {
            throw BadChunk.header(
                    operation, pointer, word, "no Generation context owns its block; it may be freed already");
        }
        return block;
    }

    static long realloc(MemoryManager manager, long pointer, long word, long size, int flags) {
        long block = blockOf("repalloc", pointer, word);
        long oldSize = capacity(block, pointer, word);
        if (size >= 0 && size <= oldSize - Checking.SENTINEL) {
            if (Checking.ENABLED) {
                CheckedChunk.resized(pointer - ChunkHeader.SIZE, size, oldSize);
            }
            return pointer;
        }
        long moved = alloc(manager, getLong(block + BLOCK_OWNER), size, flags);
        if (moved != 0) {
            copy(pointer, moved, oldSize);
            free(manager, pointer, word);
        }
        return moved;
    }

    /** Bytes of user data that the chunk has room for. */
    private static long capacity(long block, long pointer, long word) {
        return ChunkHeader.isExternal(word) ? getLong(block + BLOCK_END) - pointer : ChunkHeader.value(word);
    }

    static long contextOf(long pointer, long word) {
        return getLong(blockOf("chunkContext", pointer, word) + BLOCK_OWNER);
    }

    static long spaceOf(long pointer, long word) {
        return capacity(blockOf("chunkSpace", pointer, word), pointer, word) + ChunkHeader.SPACE;
    }

    static void reset(MemoryManager manager, long context) {
        long keeper = context + CONTEXT_SIZE;
        putLong(context + SPARE, 0);
        long head = context + BLOCKS;
        long block = DoublyLinkedList.first(head);
        while (block != head) {
            long next = DoublyLinkedList.next(block);
            if (block == keeper) {
                if (Checking.ENABLED) {
                    CheckedChunk.wipe(block + BLOCK_HEADER, getLong(block + BLOCK_FREE));
                }
                markEmpty(block);
            } else {
                giveBlock(manager, context, block);
            }
            block = next;
        }
        putLong(context + CURRENT, keeper);
        putInt(context + NEXT_BLOCK_SIZE, getInt(context + INIT_BLOCK_SIZE));
    }

    static void delete(MemoryManager manager, long context) {
        reset(manager, context);
        manager.contextBlocks().giveContext(context, getLong(context + CONTEXT_SIZE + BLOCK_SIZE) + CONTEXT_SIZE);
    }

    /** Whether no block has a chunk. Freed chunks of blocks not yet recycled count as chunks. */
    static boolean isEmpty(long context) {
        long head = context + BLOCKS;
        for (long block = DoublyLinkedList.first(head); block != head; block = DoublyLinkedList.next(block)) {
            if (getInt(block + BLOCK_CHUNKS) > 0) {
                return false;
            }
        }
        return true;
    }
}
