package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

import java.util.BitSet;

/** The check of a Slab context: every block is on the list that its count of free chunks asks for. */
final class SlabCheck extends ContextCheck {
    private static final int EMPTY = -1;

    private int chunksPerBlock;
    private int stride;

    /** Numbers of the chunks on the freelist of the block in question. */
    private final BitSet offered = new BitSet();

    SlabCheck(MemoryContext handle, CheckFindings findings) {
        super(handle, findings);
    }

    @Override
    void collectBlocks() {
        checkParameters();
        if (findings.isStructural()) {
            return;
        }
        stride = getInt(context + Slab.STRIDE);
        chunksPerBlock = getInt(context + Slab.CHUNKS_PER_BLOCK);
        if (addAll(context + Slab.EMPTY_BLOCKS, Slab.BLOCK_NODE, block -> checkCounts(block, EMPTY))) {
            int empty = blocks.size();
            expect("its number of empty blocks", getInt(context + Slab.EMPTY_COUNT), empty);
            if (empty > Slab.MAX_EMPTY) {
                findings.contents(
                        "it keeps " + empty + " empty blocks, and " + Slab.MAX_EMPTY + " at most must be kept");
            }
            collectLists();
        }
    }

    private void checkParameters() {
        int chunkSize = getInt(context + Slab.CHUNK_SIZE);
        parameter("chunk size", Slab.CHUNK_SIZE, Slab.MIN_CHUNK, ChunkHeader.MAX_VALUE);
        parameter("block size", Slab.BLOCK_SIZE, Slab.BLOCK_HEADER + Slab.stride(chunkSize), ChunkHeader.MAX_VALUE);
        parameter("chunk stride", Slab.STRIDE, Slab.stride(chunkSize), Slab.stride(chunkSize));
        if (findings.isStructural()) {
            return;
        }
        int perBlock = (getInt(context + Slab.BLOCK_SIZE) - Slab.BLOCK_HEADER) / getInt(context + Slab.STRIDE);
        parameter("number of chunks in a block", Slab.CHUNKS_PER_BLOCK, perBlock, perBlock);
        parameter("shift to lists", Slab.LIST_SHIFT, Slab.listShift(perBlock), Slab.listShift(perBlock));
        parameter("list to take from", Slab.CURRENT_LIST, 0, Slab.LIST_COUNT - 1);
    }

    private void collectLists() {
        int lowest = 0;
        for (int list = 0; list < Slab.LIST_COUNT; list++) {
            int before = blocks.size();
            int number = list;
            if (!addAll(Slab.listHead(context, list), Slab.BLOCK_NODE, block -> checkCounts(block, number))) {
                return;
            }
            lowest = lowest == 0 && blocks.size() > before ? list : lowest;
        }
        int current = getInt(context + Slab.CURRENT_LIST);
        if (current == 0 ? lowest != 0 : DoublyLinkedList.isEmpty(Slab.listHead(context, current))) {
            findings.contents("it is to take chunks from list " + current
                    + (current == 0 ? ", that of full blocks" : "") + ", and the first with room is " + lowest);
        }
    }

    /** Counts in a block's header against each other, and against the list it is on. */
    private void checkCounts(long block, int list) {
        int free = getInt(block + Slab.BLOCK_FREE_COUNT);
        int unused = getInt(block + Slab.BLOCK_UNUSED_COUNT);
        long firstUnused = layout.firstChunk(block) + (long) stride * (chunksPerBlock - unused);
        if (free < 0 || free > chunksPerBlock || unused < 0 || unused > free) {
            findings.contents("block " + BadChunk.hex(block) + " counts " + free + " free and " + unused
                    + " unused chunks of " + chunksPerBlock);
        } else if (getLong(block + Slab.BLOCK_UNUSED) != firstUnused) {
            findings.contents("block " + BadChunk.hex(block) + " has its first unused chunk at "
                    + BadChunk.hex(getLong(block + Slab.BLOCK_UNUSED)) + " in place of " + BadChunk.hex(firstUnused));
        } else {
            int expected = free == chunksPerBlock ? EMPTY : Slab.listOf(context, free);
            if (list != expected) {
                findings.contents("block " + BadChunk.hex(block) + " with " + free + " free chunks of " + chunksPerBlock
                        + " is on " + name(list) + " in place of " + name(expected));
            }
        }
    }

    private static String name(int list) {
        return list == EMPTY ? "the list of empty blocks" : "list " + list;
    }

    @Override
    void checkContents() {
        for (int i = 0; i < blocks.size(); i++) {
            collectFree(blocks.get(i));
            checkChunks(blocks.get(i));
        }
    }

    private void collectFree(long block) {
        offered.clear();
        int expected = getInt(block + Slab.BLOCK_FREE_COUNT) - getInt(block + Slab.BLOCK_UNUSED_COUNT);
        long from = block;
        for (long chunk = getLong(block + Slab.BLOCK_FREE_HEAD); chunk != 0; chunk = getLong(from + ChunkHeader.SIZE)) {
            long distance = chunk - layout.firstChunk(block);
            if (distance < 0 || chunk >= getLong(block + Slab.BLOCK_UNUSED) || distance % stride != 0) {
                findings.contents("the freelist of block " + BadChunk.hex(block) + " leads "
                        + (from == block
                                ? "from its head"
                                : "from chunk " + BadChunk.hex(from + ChunkHeader.SIZE) + " of "
                                        + (stride - ChunkHeader.SPACE) + " bytes, written after it was freed,")
                        + " to " + BadChunk.hex(chunk) + ", where no chunk of the block begins");
                return;
            }
            if (offered.get(numberOf(block, chunk))) {
                findings.contents("the freelist of block " + BadChunk.hex(block) + " has chunk "
                        + BadChunk.hex(chunk + ChunkHeader.SIZE) + " twice");
                return;
            }
            offered.set(numberOf(block, chunk));
            from = chunk;
        }
        expect(
                "block " + BadChunk.hex(block) + ": its number of chunks on the freelist",
                expected,
                offered.cardinality());
    }

    private int numberOf(long block, long chunk) {
        return (int) ((chunk - layout.firstChunk(block)) / stride);
    }

    @Override
    public void visit(long block, long chunk, long capacity) {
        if (!Checking.ENABLED) {
            return;
        }
        boolean isOffered = offered.get(numberOf(block, chunk));
        boolean isFree = CheckedChunk.isFree(chunk);
        if (isFree != isOffered) {
            report(chunk, capacity, isFree ? "is on no freelist" : "is not free and yet on the freelist");
        } else if (isFree) {
            report(chunk, capacity, ChunkFault.ofFree(chunk, CheckedChunk.LINK, capacity));
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
        return blocks.size() == 0;
    }
}
