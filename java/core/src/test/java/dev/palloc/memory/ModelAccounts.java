package dev.palloc.memory;

import java.util.HashMap;
import java.util.Map;

/**
 * The bytes that must be out for all contexts, and what each context must count of them. Numbers from PostgreSQL's
 * documents: what contexts are created with, keep and leave out of their counts.
 */
final class ModelAccounts {
    /** No type gives chunks up to so many bytes a block of their own. */
    private static final int SMALL = 40;

    private final ModelMemory memory;
    private final int[] recycled = new int[ModelShape.RECYCLED_LISTS];
    private final Map<ModelShape, ContextCounters> fresh = new HashMap<>();

    /** Bytes that the blocks of all contexts, recycled ones included, must add up to. */
    private long expectedBytes;

    ModelAccounts(ModelMemory memory) {
        this.memory = memory;
    }

    void created(ModelNode node) {
        int list = node.shape.recycledList();
        if (list >= 0 && recycled[list] > 0) {
            recycled[list]--;
            expectedBytes -= ModelShape.recycledBytes(list);
        }
        expectedBytes += node.shape.uncountedBytes();
        account(node);
        requireFresh(node);
    }

    void deleted(ModelNode node) {
        expectedBytes -= node.allocated + node.shape.uncountedBytes();
        int list = node.shape.recycledList();
        if (list >= 0) {
            if (recycled[list] == ModelShape.RECYCLED_MOST) {
                expectedBytes -= recycled[list] * ModelShape.recycledBytes(list);
                recycled[list] = 0;
            }
            recycled[list]++;
            expectedBytes += ModelShape.recycledBytes(list);
        }
    }

    /** After reset. The sum of all is not looked at yet. */
    void emptied(ModelNode node) {
        updateAllocated(node);
        requireFresh(node);
    }

    /** Equal to every context of its shape without a chunk, so that nothing of an earlier life is left. */
    private void requireFresh(ModelNode node) {
        ContextCounters counters = node.context.counters();
        ContextCounters first = fresh.putIfAbsent(node.shape, counters);
        if (first != null && !first.equals(counters)) {
            throw new AssertionError(node + " after creation or reset: " + counters + ", not " + first);
        }
        if (node.allocated != node.shape.freshBytes() || !node.context.isReset()) {
            throw new AssertionError(node + " has " + node.allocated + " bytes and isReset " + node.context.isReset()
                    + " after creation or reset, not " + node.shape.freshBytes() + " and true");
        }
    }

    /** After a call that may have changed this context alone: it counted exactly the blocks that came and went. */
    void account(ModelNode node) {
        updateAllocated(node);
        requireBytes();
    }

    /** After a chunk came to a context. If it took the first block after a reset, that has the initial size. */
    void accountChunk(ModelNode node, long size) {
        account(node);
        long fresh = node.shape.freshBytes();
        if (!node.grown && node.allocated > fresh) {
            node.grown = true;
            if (size <= SMALL && node.allocated != fresh + node.shape.nextBlock()) {
                throw new AssertionError(node + " grew from " + fresh + " to " + node.allocated + " bytes, not by "
                        + node.shape.nextBlock());
            }
        }
    }

    private void updateAllocated(ModelNode node) {
        long allocated = node.context.memAllocated(false);
        expectedBytes += allocated - node.allocated;
        node.allocated = allocated;
    }

    void requireBytes() {
        if (memory.bytes() != expectedBytes) {
            throw new AssertionError(memory.bytes() + " bytes are out, all contexts count " + expectedBytes + " ("
                    + recycled[0] + " and " + recycled[1] + " recycled ones included)");
        }
    }
}
