package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

/** The check of an AllocSet: its freelists and its chunks must tell the same story. */
final class AllocSetCheck extends ContextCheck {
    /** What the freelists offer, by address, and how far the walk over the chunks has come in it. */
    private final AddressList offered = new AddressList();

    private int next;

    AllocSetCheck(MemoryContext handle, CheckFindings findings) {
        super(handle, findings);
    }

    @Override
    void collectBlocks() {
        parameter("list of recycled contexts", AllocSet.FREE_LIST_INDEX, RecycledContexts.NONE, 1);
        boolean hasKeeper = false;
        long keeper = layout.keeper(context);
        long prev = 0;
        long block = getLong(context + AllocSet.BLOCKS);
        while (block != 0) {
            if (!add(prev == 0 ? context : prev, block)
                    || !leadsBack(block, getLong(block + AllocSet.BLOCK_PREV), prev)) {
                return;
            }
            hasKeeper |= block == keeper;
            prev = block;
            block = getLong(block + AllocSet.BLOCK_NEXT);
        }
        requireKeeper(hasKeeper);
    }

    @Override
    void checkContents() {
        checkBlockSizes(AllocSet.INIT_BLOCK_SIZE, AllocSet.NEXT_BLOCK_SIZE, AllocSet.MAX_BLOCK_SIZE);
        int limit = getInt(context + AllocSet.CHUNK_LIMIT);
        // Not that of the largest block: a recycled context keeps the limit of its first life.
        if (limit < AllocSet.MIN_CHUNK || limit > AllocSet.MAX_CHUNK_LIMIT || Integer.bitCount(limit) != 1) {
            findings.contents("its chunk limit reads " + limit + ", which is no power of two from 8 to 8192");
        }
        for (int index = 0; index < AllocSet.FREELIST_COUNT; index++) {
            collectFree(index);
        }
        offered.sort();
        for (int i = 1; i < offered.size(); i++) {
            if (offered.get(i) == offered.get(i - 1)) {
                findings.contents(
                        "chunk " + BadChunk.hex(offered.get(i) + ChunkHeader.SIZE) + " is on its freelists twice");
            }
        }
        for (int i = 0; i < blocks.size(); i++) {
            boolean seen = checkChunks(blocks.get(i));
            // Chunks behind a broken header were not seen, and may well be on a freelist.
            skipOffered(layout.free(blocks.get(i)), !seen);
        }
    }

    /** Follows one freelist as far as it stays among the chunks of the context, and does not come back to itself. */
    private void collectFree(int index) {
        long size = AllocSet.MIN_CHUNK << index;
        long from = context;
        long met = 0;
        long steps = 0;
        for (long chunk = getLong(context + AllocSet.FREELISTS + 8L * index); chunk != 0; chunk = getLong(from + 8)) {
            if (!isPlace(chunk, size)) {
                findings.contents("freelist " + index + " (" + size + " bytes) leads " + origin(from) + " to "
                        + BadChunk.hex(chunk) + ", where the context has no chunk: "
                        + (from == context ? "its head was written over" : "that was written after it was freed"));
                return;
            }
            if (chunk == met) {
                findings.contents("freelist " + index + " (" + size + " bytes) comes back to "
                        + BadChunk.hex(chunk + ChunkHeader.SIZE) + " again and again: that was freed twice");
                return;
            }
            // Brent's way to notice a circle: what was met is renewed at every power of two.
            if (Long.bitCount(++steps) == 1) {
                met = chunk;
            }
            long block = blocks.floor(chunk);
            long word = ChunkHeader.pack(chunk - block, index, MethodId.ALLOC_SET_ID);
            if (getLong(chunk) != word) {
                findings.contents("freelist " + index + " (" + size + " bytes) has chunk "
                        + BadChunk.hex(chunk + ChunkHeader.SIZE) + ", whose header reads "
                        + ChunkText.header(getLong(chunk)) + " in place of " + ChunkText.header(word));
            }
            offered.add(chunk);
            from = chunk;
        }
    }

    private String origin(long from) {
        return from == context ? "from its head" : "from chunk " + BadChunk.hex(from + ChunkHeader.SIZE);
    }

    private boolean isPlace(long chunk, long size) {
        long block = blocks.floor(chunk);
        return (chunk & 7) == 0
                && block != 0
                && chunk >= layout.firstChunk(block)
                && chunk + ChunkHeader.SIZE + size <= layout.free(block);
    }

    @Override
    public void visit(long block, long chunk, long capacity) {
        skipOffered(chunk, false);
        boolean isOffered = next < offered.size() && offered.get(next) == chunk;
        skipOffered(chunk + 1, true);
        if (!Checking.ENABLED) {
            return;
        }
        boolean isFree = CheckedChunk.isFree(chunk);
        if (!isFree) {
            checkLive(chunk, capacity);
        } else if (isOffered) {
            report(chunk, capacity, ChunkFault.ofFree(chunk, CheckedChunk.LINK, capacity));
        }
        if (isFree != isOffered) {
            report(chunk, capacity, isFree ? "is on no freelist" : "is not free and yet on a freelist");
        }
    }

    /** Leaves out what the freelists offer below an address; it must be none, unless told otherwise. */
    private void skipOffered(long below, boolean quietly) {
        for (; next < offered.size() && offered.get(next) < below; next++) {
            if (!quietly) {
                findings.contents("a freelist offers " + BadChunk.hex(offered.get(next) + ChunkHeader.SIZE)
                        + ", where no chunk begins");
            }
        }
    }

    @Override
    long allocated() {
        return AllocSet.CONTEXT_SIZE + blockBytes();
    }

    @Override
    boolean isFresh() {
        return isOneEmptyBlock() && offered.size() == 0;
    }
}
