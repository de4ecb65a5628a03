package dev.palloc.memory;

import java.util.Objects;
import java.util.function.LongPredicate;

/**
 * Blocks of another source, of which some are refused: a tool to test what a program does when memory runs out, at a
 * moment of the test's choice and without using any up.
 *
 * <pre>{@code
 * FailingBlocks blocks = new FailingBlocks(new BlockCache(Platform.get()));
 * try (MemoryManager manager = new MemoryManager(blocks)) {
 *     MemoryContext context = manager.createAllocSet(null, "work", BlockSizes.DEFAULT);
 *     blocks.refuseIf(size -> true);
 *     // From here every call fails that needs another block; what lies in the blocks there are goes on working.
 * }
 * }</pre>
 *
 * <p>A refusal should last until the call under test is over: an AllocSet that is refused a block of more than 1 MiB asks
 * again for half of it. Confined like the manager that uses it.
 */
public final class FailingBlocks implements BlockSource {
    private final BlockSource source;
    private LongPredicate refusal = size -> false;
    private long granted;
    private long refused;

    /**
     * A source that refuses nothing yet.
     *
     * @param source where blocks come from; closed with this one
     */
    public FailingBlocks(BlockSource source) {
        this.source = Objects.requireNonNull(source, "source");
    }

    /**
     * Decides from now on which requests fail, in the place of what decided before.
     *
     * @param sizes true for a block size in bytes that is refused; asked once for each {@link #take} and {@link #resize},
     *     smaller sizes included, so that a counter in it can pick one request
     */
    public void refuseIf(LongPredicate sizes) {
        refusal = Objects.requireNonNull(sizes, "sizes");
    }

    /**
     * Requests that were met.
     *
     * @return blocks taken and resized so far
     */
    public long granted() {
        return granted;
    }

    /**
     * Requests that were not met, whether refused here or by the source.
     *
     * @return their count so far
     */
    public long refused() {
        return refused;
    }

    @Override
    public long take(long size) {
        return counted(refusal.test(size) ? 0 : source.take(size));
    }

    @Override
    public void give(long address, long size) {
        source.give(address, size);
    }

    @Override
    public long resize(long address, long oldSize, long newSize) {
        return counted(refusal.test(newSize) ? 0 : source.resize(address, oldSize, newSize));
    }

    @Override
    public void close() {
        source.close();
    }

    private long counted(long address) {
        if (address != 0) {
            granted++;
        } else {
            refused++;
        }
        return address;
    }
}
