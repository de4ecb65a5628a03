package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

/** The check of a Bump context. Without headers, which only checking mode writes, its chunks cannot be told apart. */
final class BumpCheck extends ContextCheck {
    BumpCheck(MemoryContext handle, CheckFindings findings) {
        super(handle, findings);
    }

    @Override
    void collectBlocks() {
        if (addAll(context + Bump.BLOCKS, 0, block -> {})) {
            blocks.sort();
            requireKeeper(blocks.contains(layout.keeper(context)));
        }
    }

    @Override
    void checkContents() {
        if (checkBlockSizes(Bump.INIT_BLOCK_SIZE, Bump.NEXT_BLOCK_SIZE, Bump.MAX_BLOCK_SIZE)) {
            expect(
                    "its chunk limit",
                    getInt(context + Bump.CHUNK_LIMIT),
                    Bump.chunkLimit(getInt(context + Bump.MAX_BLOCK_SIZE)));
        }
        if (!Checking.ENABLED) {
            return;
        }
        long head = DoublyLinkedList.first(context + Bump.BLOCKS);
        if (layout.free(head) > layout.firstChunk(head) && ChunkHeader.isExternal(getLong(layout.firstChunk(head)))) {
            findings.contents("the block it carves, " + BadChunk.hex(head) + ", has a large chunk for itself");
        }
        for (int i = 0; i < blocks.size(); i++) {
            checkChunks(blocks.get(i));
        }
    }

    @Override
    public void visit(long block, long chunk, long capacity) {
        checkLive(chunk, capacity);
    }

    @Override
    long allocated() {
        return Bump.CONTEXT_SIZE + blockBytes();
    }

    @Override
    boolean isFresh() {
        return isOneEmptyBlock();
    }
}
