package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.copy;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putLong;

import dev.palloc.platform.Platform;

/**
 * Blocks from the platform, with those given back kept for the next taker. A segment costs the platform a downcall or an
 * arena, 100 ns and more, and a system that unmaps and remaps the same pages at every reset costs fifty times that;
 * most blocks live for one query. What is kept is bounded by {@link #retainLimit()}.
 *
 * <pre>
 *   a block in the cache
 *    0  0, so that a stale pointer into it finds no owner
 *    8  next block of the same class, 0 at the end
 * </pre>
 */
public final class BlockCache implements BlockSource {
    /** Alignment of blocks unless told otherwise, in bytes: a common cache line. */
    public static final long DEFAULT_ALIGNMENT = 64;

    /** Bytes kept at most unless told otherwise: enough for the query-sized working sets of all six real traces. */
    public static final long DEFAULT_RETAIN_LIMIT = 64L * 1024 * 1024;

    /** Larger blocks go straight back: to round them up to a class would waste too much, to keep one would be too much. */
    static final long LARGEST_KEPT = 32L * 1024 * 1024;

    private static final int NEXT = 8;

    private final Platform platform;
    private final long alignment;
    private final long retainLimit;

    /** Whether nothing may go back to the platform before the end, whatever it costs. */
    private final boolean keepsAll;

    private final long[] heads = new long[BlockSizeClass.COUNT];
    private long retained;
    private long segmentsTaken;

    /**
     * A cache with the defaults.
     *
     * @param platform where blocks come from
     */
    public BlockCache(Platform platform) {
        this(platform, DEFAULT_ALIGNMENT, DEFAULT_RETAIN_LIMIT);
    }

    /** A cache that gives nothing back before it is closed, large blocks included: its memory stays mapped. */
    static BlockCache keepingAll(Platform platform) {
        return new BlockCache(platform, DEFAULT_ALIGNMENT, Long.MAX_VALUE, true);
    }

    /**
     * A cache.
     *
     * @param platform where blocks come from
     * @param alignment of every block in bytes, a power of two, at least {@value #DEFAULT_ALIGNMENT}
     * @param retainLimit bytes to keep at most, 0 to keep none
     * @throws IllegalArgumentException if alignment or limit is out of range
     */
    public BlockCache(Platform platform, long alignment, long retainLimit) {
        this(platform, alignment, retainLimit, false);
    }

    private BlockCache(Platform platform, long alignment, long retainLimit, boolean keepsAll) {
        if (alignment < DEFAULT_ALIGNMENT || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException(
                    "block alignment " + alignment + " is not a power of two of at least " + DEFAULT_ALIGNMENT);
        }
        if (retainLimit < 0) {
            throw new IllegalArgumentException("retain limit " + retainLimit + " is negative: use 0 to keep nothing");
        }
        this.platform = platform;
        this.alignment = alignment;
        this.retainLimit = retainLimit;
        this.keepsAll = keepsAll;
    }

    @Override
    public long take(long size) {
        if (!hasClass(size)) {
            return fromPlatform(size);
        }
        int sizeClass = BlockSizeClass.of(size);
        long head = heads[sizeClass];
        if (head == 0) {
            return fromPlatform(BlockSizeClass.capacity(sizeClass));
        }
        heads[sizeClass] = getLong(head + NEXT);
        retained -= BlockSizeClass.capacity(sizeClass);
        return head;
    }

    @Override
    public void give(long address, long size) {
        // The first word of a block names its owner, or leads to it. Whoever comes back with a stale pointer finds
        // none.
        putLong(address, 0);
        if (!hasClass(size)) {
            platform.free(address, size);
            return;
        }
        int sizeClass = BlockSizeClass.of(size);
        long capacity = BlockSizeClass.capacity(sizeClass);
        if (retained + capacity > retainLimit) {
            platform.free(address, capacity);
            return;
        }
        putLong(address + NEXT, heads[sizeClass]);
        heads[sizeClass] = address;
        retained += capacity;
    }

    @Override
    public long resize(long address, long oldSize, long newSize) {
        if (capacity(oldSize) == capacity(newSize)) {
            return address;
        }
        long moved = take(newSize);
        if (moved != 0) {
            copy(address, moved, Math.min(oldSize, newSize));
            give(address, oldSize);
        }
        return moved;
    }

    /**
     * Bytes kept at most.
     *
     * @return the limit
     */
    public long retainLimit() {
        return retainLimit;
    }

    /**
     * Bytes kept at this moment.
     *
     * @return the sum of the cached blocks' real sizes
     */
    public long retained() {
        return retained;
    }

    /**
     * How many times the platform was asked for memory so far and gave it.
     *
     * @return the count
     */
    public long segmentsTaken() {
        return segmentsTaken;
    }

    /** Frees what is cached. The manager has given back all blocks before. */
    @Override
    public void close() {
        for (int sizeClass = 0; sizeClass < BlockSizeClass.COUNT; sizeClass++) {
            long block = heads[sizeClass];
            heads[sizeClass] = 0;
            while (block != 0) {
                long next = getLong(block + NEXT);
                platform.free(block, BlockSizeClass.capacity(sizeClass));
                block = next;
            }
        }
        retained = 0;
    }

    private long fromPlatform(long bytes) {
        if (bytes > Long.MAX_VALUE - alignment) {
            return 0;
        }
        long address = platform.allocate(bytes, alignment);
        if (address == 0 && retained > 0 && !keepsAll) {
            // What is kept for later may be just what is missing now.
            close();
            address = platform.allocate(bytes, alignment);
        }
        if (address != 0) {
            segmentsTaken++;
        }
        return address;
    }

    private boolean hasClass(long size) {
        return size <= LARGEST_KEPT || keepsAll && size <= BlockSizeClass.LIMIT;
    }

    private long capacity(long size) {
        return hasClass(size) ? BlockSizeClass.capacity(BlockSizeClass.of(size)) : size;
    }
}
