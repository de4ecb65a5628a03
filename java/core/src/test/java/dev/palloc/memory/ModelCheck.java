package dev.palloc.memory;

import java.util.Arrays;

/** The whole model against everything the library can tell, at intervals. */
final class ModelCheck {
    private static final int INDEX_BITS = 16;

    private final ModelMemory memory;
    private final ModelAccounts accounts;
    private final ModelTree tree;

    /** Start of each live chunk above, its number in {@link #ends} below. */
    private long[] starts = new long[1024];

    private long[] ends = new long[1024];
    private boolean[] headers = new boolean[1024];

    ModelCheck(ModelState state) {
        memory = state.memory;
        accounts = state.accounts;
        tree = state.tree;
    }

    void everything() {
        checkInvariants();
        for (int index = 0; index < tree.count(); index++) {
            ModelNode node = tree.node(index);
            if (node.context.memAllocated(false) != node.allocated) {
                throw new AssertionError(node + " counts " + node.context.memAllocated(false) + " bytes, "
                        + node.allocated + " after the last call on it");
            }
            if (node.context.memAllocated(true) != allocatedBelow(node)) {
                throw new AssertionError(node + " counts " + node.context.memAllocated(true)
                        + " bytes with all below it, not " + allocatedBelow(node));
            }
            if (node.context.identifier() != node.identifier) {
                throw new AssertionError(node + " has identifier " + node.context.identifier());
            }
            ModelTree.requireLinks(node);
            requireChunks(node);
            requireCounters(node);
            node.requireFlags();
        }
        accounts.requireBytes();
        requireNoOverlap();
    }

    /** The library's own check of every structure. */
    private void checkInvariants() {
        memory.manager.check();
    }

    private static long allocatedBelow(ModelNode node) {
        long sum = node.allocated;
        for (ModelNode child : node.children) {
            sum += allocatedBelow(child);
        }
        return sum;
    }

    private void requireChunks(ModelNode node) {
        for (int at = 0; at < node.chunks.count(); at++) {
            node.chunks.requireContent(at);
            long pointer = node.chunks.pointer(at);
            if (node.type != ContextType.BUMP
                    && (memory.manager.chunkContext(pointer) != node.context
                            || memory.manager.chunkSpace(pointer) < node.chunks.size(at) + 8)) {
                throw new AssertionError(BadChunk.hex(pointer) + " of " + node.chunks.size(at) + " bytes in " + node
                        + " takes up " + memory.manager.chunkSpace(pointer) + " bytes in "
                        + memory.manager.chunkContext(pointer));
            }
        }
    }

    private static void requireCounters(ModelNode node) {
        ContextCounters counters = node.context.counters();
        if (counters.totalSpace() != node.allocated + node.shape.inTotalOnly()
                || counters.freeSpace() < 0
                || counters.usedSpace() < node.chunks.bytes()
                || node.chunks.count() == 0 && !node.shape.mayRemain(counters, node.allocated)) {
            throw new AssertionError(node + " with " + node.chunks.count() + " chunks of " + node.chunks.bytes()
                    + " bytes has " + node.allocated + " bytes and " + counters);
        }
    }

    private void requireNoOverlap() {
        int count = 0;
        for (int index = 0; index < tree.count(); index++) {
            count = collect(tree.node(index), count);
        }
        Arrays.sort(starts, 0, count);
        for (int i = 1; i < count; i++) {
            long end = ends[number(starts[i - 1])];
            long start = starts[i] >>> INDEX_BITS;
            if (end > start - (headers[number(starts[i])] ? ChunkHeader.SIZE : 0)) {
                throw new AssertionError("the chunk that ends at " + BadChunk.hex(end) + " overlaps the one at "
                        + BadChunk.hex(start) + " or its header");
            }
        }
    }

    private static int number(long start) {
        return (int) start & (1 << INDEX_BITS) - 1;
    }

    private int collect(ModelNode node, int count) {
        ModelChunks chunks = node.chunks;
        if (count + chunks.count() > starts.length) {
            int length = 2 * (count + chunks.count());
            starts = Arrays.copyOf(starts, length);
            ends = Arrays.copyOf(ends, length);
            headers = Arrays.copyOf(headers, length);
        }
        for (int at = 0; at < chunks.count(); at++) {
            boolean header = node.type != ContextType.BUMP;
            // Without a header and a byte of its own a chunk is nowhere.
            if (header || chunks.size(at) > 0) {
                starts[count] = chunks.pointer(at) << INDEX_BITS | count;
                ends[count] = chunks.pointer(at) + chunks.size(at);
                headers[count] = header;
                count++;
            }
        }
        return count;
    }
}
