package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;

import dev.palloc.platform.Platform;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A hash over all that a manager's memory says, with addresses made relative: two platforms, or two architectures, did
 * the same thing if their digests are equal.
 *
 * <p>Folded in, in this order of calls: {@link #pointer} every result of an allocation, as block number and offset;
 * {@link #image} everything the live contexts consist of: context headers, links of the tree, freelists and block lists
 * in their order, fill levels, every chunk's header word, counters and accounting. What users write into chunks is not.
 *
 * <p>Blocks are aligned to 64 KiB, so that the distance of an aligned chunk from its header is the same everywhere.
 * Confined to one thread; slow, for tests and comparisons.
 */
public final class ParityDigest implements AutoCloseable {
    /** Alignment of blocks that makes digests comparable, in bytes. */
    public static final long BLOCK_ALIGNMENT = 64 * 1024;

    private static final int HEX_DIGITS = 16;

    private final MessageDigest hash = sha256();
    private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024).order(ByteOrder.LITTLE_ENDIAN);
    private final BlockRegister register;
    private final MemoryManager manager;

    /**
     * A digest with a manager of its own.
     *
     * @param platform where the blocks come from
     */
    public ParityDigest(Platform platform) {
        this(new BlockCache(platform, BLOCK_ALIGNMENT, BlockCache.DEFAULT_RETAIN_LIMIT));
    }

    /**
     * A digest with a manager of its own, over any source.
     *
     * @param blocks where blocks come from, aligned to {@link #BLOCK_ALIGNMENT}; the manager closes it
     */
    public ParityDigest(BlockSource blocks) {
        register = new BlockRegister(blocks);
        manager = new MemoryManager(register);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /**
     * The manager to work with.
     *
     * @return the manager whose memory is hashed
     */
    public MemoryManager manager() {
        return manager;
    }

    /**
     * Folds a number in, such as a size or the outcome of a call.
     *
     * @param value the number
     */
    public void number(long value) {
        if (buffer.remaining() < Long.BYTES) {
            drain();
        }
        buffer.putLong(value);
    }

    /**
     * Folds an address in, as the number of its block and the offset there. 0 stays 0.
     *
     * @param pointer an address within a block of the manager, or 0
     */
    public void pointer(long pointer) {
        if (pointer == 0) {
            number(0);
            return;
        }
        number(register.blockNumber(pointer) + 1);
        number(register.offset(pointer));
    }

    /** Folds the image of all live contexts and of the recycled ones in. */
    public void image() {
        ContextImage image = new ContextImage(this);
        ContextHandles handles = manager.handles();
        for (int number = 0; number < handles.limit(); number++) {
            MemoryContext context = handles.get(number);
            if (context != null && context.parent() == null) {
                imageOfTree(image, context.liveAddress("image"));
            }
        }
        RecycledContexts recycled = manager.recycled();
        for (int list = 0; list < recycled.lists(); list++) {
            for (long set = recycled.head(list); set != 0; set = ContextTree.nextSibling(set)) {
                image.recycled(set);
            }
        }
        number(register.taken());
        number(register.bytes());
    }

    /**
     * A hash of the state of this moment, apart from the digest: over every byte of all blocks out, users' data and free
     * space included, and over what the manager knows besides. Taken before and after a call that fails, it tells whether
     * the call left a trace. Addresses are in it as they are, so it means nothing to another manager.
     *
     * @return the hash; any one changed word changes it
     */
    public long memoryHash() {
        long hash = BlockRegister.mix(register.contentHash(), manager.contextCount());
        ContextBlocks blocks = manager.contextBlocks();
        hash = BlockRegister.mix(BlockRegister.mix(hash, blocks.bytesOut()), blocks.blocksOut());
        RecycledContexts recycled = manager.recycled();
        for (int list = 0; list < recycled.lists(); list++) {
            hash = BlockRegister.mix(hash, recycled.head(list));
        }
        ContextHandles handles = manager.handles();
        for (int number = 0; number < handles.limit(); number++) {
            MemoryContext context = handles.get(number);
            hash = BlockRegister.mix(hash, context == null || context.limit == null ? 0 : context.limit.used);
        }
        return hash;
    }

    private void imageOfTree(ContextImage image, long top) {
        for (long context = top; context != 0; context = ContextTree.nextInWalk(context, top)) {
            image.live(context);
            ContextCounters counters = ContextCounters.of(context, getInt(context + ContextLayout.METHOD));
            number(counters.blocks());
            number(counters.freeChunks());
            number(counters.totalSpace());
            number(counters.freeSpace());
        }
    }

    /**
     * The digest of everything folded in so far.
     *
     * @return 16 hexadecimal digits
     */
    public String hex() {
        drain();
        try {
            byte[] bytes = ((MessageDigest) hash.clone()).digest();
            return HexFormat.of().formatHex(bytes).substring(0, HEX_DIGITS);
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("the JDK's SHA-256 can be cloned", e);
        }
    }

    /**
     * How many blocks the contexts took so far, where PostgreSQL would have called malloc or realloc.
     *
     * @return the count
     */
    public long blocksTaken() {
        return register.taken();
    }

    /**
     * The largest sum of the sizes of all blocks out at one time, recycled contexts included.
     *
     * @return bytes
     */
    public long peakBytes() {
        return register.peakBytes();
    }

    /**
     * Blocks that contexts hold, recycled contexts included.
     *
     * @return the count at this moment
     */
    public int liveBlocks() {
        return register.liveBlocks();
    }

    /** Closes the manager. */
    @Override
    public void close() {
        manager.close();
    }

    private void drain() {
        hash.update(buffer.flip());
        buffer.clear();
    }
}
