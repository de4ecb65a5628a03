package dev.palloc.memory;

/**
 * Type and parameters of a context, and what PostgreSQL's documents say about its accounting.
 *
 * @param type one of four
 * @param sizes of the blocks; null for a slab
 * @param slabBlock bytes of a slab's block, else 0
 * @param slabChunk bytes that a slab's chunk is created with, else 0
 */
record ModelShape(ContextType type, BlockSizes sizes, long slabBlock, long slabChunk) {
    /** Kept in the list of the default and of the small sets, like every set with the same first block. */
    static final int RECYCLED_LISTS = 2;

    /** A list that holds so many is emptied before the next is added. */
    static final int RECYCLED_MOST = 100;

    private static final int SLAB_EMPTY_BLOCKS = 10;

    private static final BlockSizes[] SIZES = {
        BlockSizes.DEFAULT,
        BlockSizes.SMALL,
        BlockSizes.START_SMALL,
        new BlockSizes(0, 1024, 1024),
        new BlockSizes(4096, 2048, 32 * 1024),
        new BlockSizes(1024, 8192, 64 * 1024),
        new BlockSizes(0, 8200, 1024 * 1024),
        new BlockSizes(32 * 1024, 16 * 1024, 32 * 1024),
        new BlockSizes(1024, 2 * 1024 * 1024, 8 * 1024 * 1024)
    };
    private static final int[] SLAB_BLOCKS = {512, 1024, 8192, 8192 - 8, 64 * 1024};
    private static final int[] SLAB_CHUNKS = {0, 1, 7, 8, 9, 16, 24, 63, 64, 65, 100, 256, 392, 900, 4096, 8000};

    /** Room for a block's and a chunk's header, whatever the mode. */
    private static final int SLAB_HEADERS = 96;

    static ModelShape any(ModelRandom random) {
        ContextType type = switch (random.next(8)) {
            case 0, 1, 2 -> ContextType.ALLOC_SET;
            case 3, 4 -> ContextType.GENERATION;
            case 5, 6 -> ContextType.SLAB;
            default -> ContextType.BUMP;
        };
        if (type != ContextType.SLAB) {
            return new ModelShape(type, SIZES[random.next(SIZES.length)], 0, 0);
        }
        int chunk = SLAB_CHUNKS[random.next(SLAB_CHUNKS.length)];
        int block = random.next(SLAB_BLOCKS.length);
        while (SLAB_BLOCKS[block] < chunk + SLAB_HEADERS) {
            block++;
        }
        return new ModelShape(type, null, SLAB_BLOCKS[block], chunk);
    }

    /** A set that is recycled: the default one or a small one. */
    static ModelShape recycled(ModelRandom random) {
        return new ModelShape(ContextType.ALLOC_SET, SIZES[random.next(3)], 0, 0);
    }

    MemoryContext create(MemoryManager manager, MemoryContext parent, String name) {
        return switch (type) {
            case ALLOC_SET -> manager.createAllocSet(parent, name, sizes);
            case GENERATION -> manager.createGeneration(parent, name, sizes);
            case SLAB -> manager.createSlab(parent, name, slabBlock, slabChunk);
            case BUMP -> manager.createBump(parent, name, sizes);
        };
    }

    /** The one size that a slab can be asked for. */
    long slabRequest() {
        return Math.max(8, slabChunk);
    }

    /** Bytes obtained that a context without chunks reports after creation and after reset. */
    long freshBytes() {
        return type == ContextType.SLAB ? 0 : firstBlock() - uncountedBytes();
    }

    private long firstBlock() {
        return sizes.minContextSize() != 0 ? sizes.minContextSize() : sizes.initBlockSize();
    }

    /** Bytes of the block that the first small chunk without room takes, after creation and after reset. */
    long nextBlock() {
        return type == ContextType.SLAB ? slabBlock : sizes.initBlockSize();
    }

    /** Bytes of the context itself, where they are not among those it reports. */
    long uncountedBytes() {
        return switch (type) {
            case GENERATION -> 128;
            case SLAB -> 176;
            default -> 0;
        };
    }

    /** What the total of the counters has more than the bytes obtained. */
    long inTotalOnly() {
        return type == ContextType.BUMP ? -112 : uncountedBytes();
    }

    /** Number of the list that keeps a deleted context of this shape; -1 if none does. */
    int recycledList() {
        if (type != ContextType.ALLOC_SET || sizes.minContextSize() != 0) {
            return -1;
        }
        return sizes.initBlockSize() == 8192 ? 0 : sizes.initBlockSize() == 1024 ? 1 : -1;
    }

    static long recycledBytes(int list) {
        return list == 0 ? 8192 : 1024;
    }

    /** Whether this may be what remains when every chunk was freed one by one. */
    boolean mayRemain(ContextCounters counters, long allocated) {
        return switch (type) {
            case GENERATION -> counters.freeChunks() == 0;
            case SLAB -> counters.blocks() == 0 && allocated <= SLAB_EMPTY_BLOCKS * slabBlock;
            default -> true;
        };
    }
}
