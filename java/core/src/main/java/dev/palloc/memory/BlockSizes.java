package dev.palloc.memory;

/**
 * The size parameters of contexts whose blocks grow: AllocSet, Generation and Bump (memutils.h of PostgreSQL 18).
 *
 * @param minContextSize bytes of the first block, context included; 0 for the initial block size; else a multiple of 8
 *     from 1024 to the largest block size
 * @param initBlockSize bytes of the first block taken later; each further one doubles; a multiple of 8, at least 1024
 * @param maxBlockSize bytes at which doubling ends; a multiple of 8 from the initial block size to 0x3FFFFFFF
 */
public record BlockSizes(long minContextSize, long initBlockSize, long maxBlockSize) {

    /** For contexts expected to hold much: 8 KiB doubling to 8 MiB. */
    public static final BlockSizes DEFAULT = new BlockSizes(0, 8 * 1024, 8 * 1024 * 1024);

    /** For contexts that never hold much: 1 KiB doubling to 8 KiB. */
    public static final BlockSizes SMALL = new BlockSizes(0, 1024, 8 * 1024);

    /** For contexts that start small and may grow: 1 KiB doubling to 8 MiB. */
    public static final BlockSizes START_SMALL = new BlockSizes(0, 1024, 8 * 1024 * 1024);

    static final long LEAST = 1024;

    /**
     * Checks the sizes; PostgreSQL only asserts them.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public BlockSizes {
        if (initBlockSize < LEAST || (initBlockSize & 7) != 0) {
            throw new IllegalArgumentException(
                    "initial block size " + initBlockSize + " is not a multiple of 8 of at least " + LEAST + " bytes");
        }
        if (maxBlockSize < initBlockSize || maxBlockSize > ChunkHeader.MAX_BLOCK_OFFSET || (maxBlockSize & 7) != 0) {
            throw new IllegalArgumentException("largest block size " + maxBlockSize + " is not a multiple of 8 from "
                    + initBlockSize + " (the initial block size) to " + ChunkHeader.MAX_BLOCK_OFFSET + " bytes");
        }
        if (minContextSize != 0
                && (minContextSize < LEAST || minContextSize > maxBlockSize || (minContextSize & 7) != 0)) {
            throw new IllegalArgumentException("least context size " + minContextSize
                    + " is neither 0 nor a multiple of 8 from " + LEAST + " to " + maxBlockSize
                    + " (the largest block size) bytes");
        }
    }

    /** Bytes of the first block, which holds at least the context itself. */
    long firstBlock(long least) {
        return Math.max(least, minContextSize != 0 ? minContextSize : initBlockSize);
    }
}
