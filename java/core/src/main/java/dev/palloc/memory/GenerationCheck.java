package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

/** The check of a Generation context: what its blocks count is what lies in them. */
final class GenerationCheck extends ContextCheck {
    private int chunks;
    private int freed;

    GenerationCheck(MemoryContext handle, CheckFindings findings) {
        super(handle, findings);
    }

    @Override
    void collectBlocks() {
        if (addAll(context + Generation.BLOCKS, 0, this::checkSize)) {
            blocks.sort();
            requireKeeper(blocks.contains(layout.keeper(context)));
            requireOwn("the block it carves", Generation.CURRENT);
            if (getLong(context + Generation.SPARE) != 0) {
                requireOwn("its spare block", Generation.SPARE);
            }
        }
    }

    private void checkSize(long block) {
        long size = layout.end(context, block) - block;
        if (getLong(block + Generation.BLOCK_SIZE) != size) {
            findings.structure("block " + BadChunk.hex(block) + " has " + size + " bytes and says "
                    + getLong(block + Generation.BLOCK_SIZE));
        }
    }

    private void requireOwn(String what, int field) {
        long block = getLong(context + field);
        if (!blocks.contains(block)) {
            findings.structure(what + " reads " + BadChunk.hex(block) + ", which is not on its list");
        }
    }

    @Override
    void checkContents() {
        if (checkBlockSizes(Generation.INIT_BLOCK_SIZE, Generation.NEXT_BLOCK_SIZE, Generation.MAX_BLOCK_SIZE)) {
            expect(
                    "its chunk limit",
                    getInt(context + Generation.CHUNK_LIMIT),
                    Generation.chunkLimit(getInt(context + Generation.MAX_BLOCK_SIZE)));
        }
        checkSpare(getLong(context + Generation.SPARE));
        for (int i = 0; i < blocks.size(); i++) {
            checkBlock(blocks.get(i));
        }
    }

    private void checkSpare(long spare) {
        if (spare != 0 && (getInt(spare + Generation.BLOCK_CHUNKS) != 0 || spare == layout.keeper(context))) {
            findings.contents("its spare block " + BadChunk.hex(spare) + " is "
                    + (spare == layout.keeper(context) ? "its first block" : "not empty"));
        }
        if (spare == getLong(context + Generation.CURRENT)) {
            findings.contents("its spare block " + BadChunk.hex(spare) + " is the one it carves");
        }
    }

    private void checkBlock(long block) {
        String name = "block " + BadChunk.hex(block) + ": its number of ";
        int said = getInt(block + Generation.BLOCK_CHUNKS);
        int saidFreed = getInt(block + Generation.BLOCK_FREED);
        chunks = 0;
        freed = 0;
        if (checkChunks(block)) {
            expect(name + "chunks", said, chunks);
            if (Checking.ENABLED) {
                expect(name + "freed chunks", saidFreed, freed);
            }
        }
        if (saidFreed < 0 || saidFreed >= Math.max(said, 1)) {
            findings.contents(name + "freed chunks reads " + saidFreed + " of " + said
                    + ": a block without live chunks is empty");
        }
    }

    @Override
    public void visit(long block, long chunk, long capacity) {
        chunks++;
        if (Checking.ENABLED && CheckedChunk.isFree(chunk)) {
            freed++;
            report(chunk, capacity, ChunkFault.ofFree(chunk, 0, capacity));
        } else {
            checkLive(chunk, capacity);
        }
    }

    @Override
    long allocated() {
        return blockBytes();
    }

    @Override
    boolean isFresh() {
        return isOneEmptyBlock();
    }
}
