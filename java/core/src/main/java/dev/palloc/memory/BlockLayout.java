package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

/**
 * Where the blocks of each type have what all of them have, for those who walk blocks without allocating from them.
 * Nothing here is trusted to be whole: callers know that the block's header may be read, and no more.
 */
enum BlockLayout {
    ALLOC_SET(
            ContextType.ALLOC_SET,
            AllocSet.CONTEXT_SIZE,
            AllocSet.BLOCK_HEADER,
            AllocSet.BLOCK_OWNER,
            AllocSet.BLOCK_FREE,
            AllocSet.BLOCK_END),
    GENERATION(
            ContextType.GENERATION,
            Generation.CONTEXT_SIZE,
            Generation.BLOCK_HEADER,
            Generation.BLOCK_OWNER,
            Generation.BLOCK_FREE,
            Generation.BLOCK_END),
    /** Its blocks end after the context's block size, and what is carved ends at the first chunk never used. */
    SLAB(ContextType.SLAB, BlockLayout.NONE, Slab.BLOCK_HEADER, Slab.BLOCK_OWNER, BlockLayout.NONE, BlockLayout.NONE),
    /** Its blocks do not name their owner. */
    BUMP(ContextType.BUMP, Bump.CONTEXT_SIZE, Bump.BLOCK_HEADER, BlockLayout.NONE, Bump.BLOCK_FREE, Bump.BLOCK_END);

    private static final int NONE = -1;
    private static final BlockLayout[] ALL = values();

    private final ContextType type;
    private final int contextSize;
    private final int header;
    private final int owner;
    private final int free;
    private final int end;

    BlockLayout(ContextType type, int contextSize, int header, int owner, int free, int end) {
        this.type = type;
        this.contextSize = contextSize;
        this.header = header;
        this.owner = owner;
        this.free = free;
        this.end = end;
    }

    /** The layout of the type with a method id; null if the id is no context's. */
    static BlockLayout of(int methodId) {
        int index = methodId - MethodId.ALLOC_SET_ID;
        return switch (methodId) {
            case MethodId.ALLOC_SET_ID, MethodId.GENERATION_ID, MethodId.SLAB_ID -> ALL[index];
            case MethodId.BUMP_ID -> BUMP;
            default -> null;
        };
    }

    ContextType type() {
        return type;
    }

    int header() {
        return header;
    }

    /** The block within the context's own; 0 if the type has none. */
    long keeper(long context) {
        return contextSize == NONE ? 0 : context + contextSize;
    }

    /** The context a block names; that of the caller's belief where blocks do not say. */
    long owner(long context, long block) {
        return owner == NONE ? context : getLong(block + owner);
    }

    /** Behind the last chunk, where the next would be carved. */
    long free(long block) {
        return free == NONE ? getLong(block + Slab.BLOCK_UNUSED) - Checking.PREFIX : getLong(block + free);
    }

    long end(long context, long block) {
        return end == NONE ? block + getInt(context + Slab.BLOCK_SIZE) : getLong(block + end);
    }

    long firstChunk(long block) {
        return block + header + Checking.PREFIX;
    }

    /** Bytes of user data a chunk at some place has room for by its header; -1 if no chunk there has such a header. */
    long capacity(long context, long block, long chunk, long word) {
        long room = free(block) - chunk - ChunkHeader.SIZE;
        if (ChunkHeader.methodId(word) != type.methodId()) {
            return -1;
        }
        if (ChunkHeader.isExternal(word)) {
            boolean alone = this != SLAB
                    && ChunkHeader.hasMagic(word)
                    && chunk == firstChunk(block)
                    && block != keeper(context)
                    && free(block) == end(context, block);
            return alone ? room : -1;
        }
        long capacity = capacity(context, ChunkHeader.value(word));
        return ChunkHeader.blockOffset(word) == chunk - block && capacity <= room ? capacity : -1;
    }

    private long capacity(long context, long value) {
        return switch (this) {
            case ALLOC_SET -> value < AllocSet.FREELIST_COUNT ? AllocSet.MIN_CHUNK << value : -1;
            case SLAB -> value == Slab.capacity(context) ? value : -1;
            case GENERATION, BUMP -> (value & 7) == 0 ? value : -1;
        };
    }
}
