package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.copy;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The way of every block between the source and a context: limits are asked first, then memory is taken, then the
 * context's account is changed, so that a refusal by either leaves nothing behind. Protected as the manager is; only the
 * totals may be read by any thread, at a value that was true a moment ago.
 */
final class ContextBlocks {
    private final MemoryManager manager;
    private final BlockSource given;

    /** The same, with the register before it in checking mode. */
    private final BlockSource source;

    /** Every block out, in checking mode; null otherwise. */
    private final BlockRegister register;

    /** Bytes and number of blocks that contexts hold, recycled ones included. Written with the manager's protection. */
    private final AtomicLong bytesOut = new AtomicLong();

    private final AtomicLong blocksOut = new AtomicLong();

    /** The limit that refused the last request; null if the source did. */
    private ContextLimit refusing;

    ContextBlocks(MemoryManager manager, BlockSource source) {
        this.manager = manager;
        this.given = source;
        this.register = Checking.ENABLED ? new BlockRegister(source) : null;
        this.source = Checking.ENABLED ? register : source;
    }

    /** A block for a context, counted; 0 if there is no memory or a limit is reached. */
    long take(long context, long size) {
        manager.answerRequests();
        MemoryContext owner = manager.contextAt(context);
        if (isRefused(owner, size)) {
            return 0;
        }
        long block = source.take(size);
        if (block != 0) {
            count(size, 1);
            account(owner, context, size);
        }
        return block;
    }

    /**
     * The size of a block to carve: the wished one, or, where a limit has no room for it, the largest half, quarter and so
     * on that is still enough. Without this a limit would refuse when it is half used, for blocks double.
     */
    long sizeWithinLimit(long context, long wished, long needed) {
        ContextLimit limit = manager.contextAt(context).limit;
        long size = wished;
        while (ContextLimit.refusing(limit, size) != null && (size >> 1 & ~7L) >= needed) {
            size = size >> 1 & ~7L;
        }
        return size;
    }

    /** Gives a context's block back. */
    void give(long context, long block, long size) {
        account(manager.contextAt(context), context, -size);
        giveUncounted(block, size);
    }

    /** Another size for a context's block; 0 if there is no memory or a limit is reached. */
    long resize(long context, long block, long oldSize, long newSize) {
        MemoryContext owner = manager.contextAt(context);
        if (newSize > oldSize && isRefused(owner, newSize - oldSize)) {
            return 0;
        }
        long moved = Checking.ENABLED ? move(block, oldSize, newSize) : source.resize(block, oldSize, newSize);
        if (moved != 0) {
            count(newSize - oldSize, 0);
            account(owner, context, newSize - oldSize);
        }
        return moved;
    }

    /** Always to another place, and the old one wiped: whoever still has the old pointer shall see. */
    private long move(long block, long oldSize, long newSize) {
        long moved = source.take(newSize);
        if (moved != 0) {
            copy(block, moved, Math.min(oldSize, newSize));
            release(block, oldSize);
        }
        return moved;
    }

    /** Memory for a context to be: nobody's account knows it yet. 0 if there is none. */
    long takeContext(long size) {
        long context = source.take(size);
        if (context != 0) {
            count(size, 1);
        }
        return context;
    }

    /** The last of a context, its account is closed. */
    void giveContext(long context, long size) {
        giveUncounted(context, size);
    }

    /** What contexts hold that were too damaged to give it back themselves. Checking mode only. */
    void giveAbandoned() {
        register.giveAll();
        count(-bytesOut.getPlain(), -(int) blocksOut.getPlain());
    }

    private void giveUncounted(long block, long size) {
        count(-size, -1);
        release(block, size);
    }

    private void release(long block, long size) {
        if (Checking.ENABLED) {
            CheckedChunk.wipe(block, block + size);
            manager.sites().forget(block, block + size);
        }
        source.give(block, size);
    }

    private void account(MemoryContext owner, long context, long delta) {
        ContextLayout.addAllocated(context, delta);
        ContextLimit.count(owner.limit, delta);
        ContextEvents.blockChanged(owner, delta);
    }

    private void count(long bytes, int blocks) {
        bytesOut.lazySet(bytesOut.getPlain() + bytes);
        blocksOut.lazySet(blocksOut.getPlain() + blocks);
    }

    /** Whether a limit on a context or above it has no room for more; which one is remembered for the message. */
    boolean isRefused(MemoryContext context, long more) {
        refusing = ContextLimit.refusing(context.limit, more);
        return refusing != null;
    }

    /** The limit that refused the last request, told once. */
    ContextLimit takeRefusing() {
        ContextLimit told = refusing;
        refusing = null;
        return told;
    }

    /** Whether an address lies in a block that is out. Checking mode only. */
    boolean holds(long address) {
        return register.contains(address);
    }

    /** Start of the block that an address lies in, 0 if in none. Checking mode only. */
    long startOf(long address) {
        return register.startOf(address);
    }

    long bytesOut() {
        return bytesOut.getOpaque();
    }

    long blocksOut() {
        return blocksOut.getOpaque();
    }

    /** What the manager was given. */
    BlockSource given() {
        return given;
    }

    void close() {
        source.close();
    }
}
