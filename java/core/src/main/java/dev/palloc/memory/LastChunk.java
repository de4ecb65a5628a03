package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;

/** Remembers the last chunk of a walk, which is the first to be suspected when none follows. */
final class LastChunk implements ChunkVisitor {
    private final ChunkVisitor then;
    private long chunk;
    private long capacity;

    LastChunk(ChunkVisitor then) {
        this.then = then;
    }

    @Override
    public void visit(long block, long chunk, long capacity) {
        this.chunk = chunk;
        this.capacity = capacity;
        then.visit(block, chunk, capacity);
    }

    /** What to say of the place in a block where a chunk's header must be and is not. */
    String brokenAt(MemoryManager manager, BlockLayout layout, long block, long broken) {
        long end = layout.free(block);
        if (broken + ChunkHeader.SIZE > end) {
            return "block " + BadChunk.hex(block) + " says that its chunks end at " + BadChunk.hex(end)
                    + ", where too few bytes for a chunk are left";
        }
        return "chunk " + BadChunk.hex(broken + ChunkHeader.SIZE)
                + manager.sites().of(broken + ChunkHeader.SIZE) + " has a header that cannot be: "
                + ChunkText.header(getLong(broken)) + " at offset " + (broken - block) + " of block "
                + BadChunk.hex(block) + ", whose chunks end at " + (end - block) + ": somebody wrote before its start"
                + (chunk == 0
                        ? ""
                        : ", or past the end or over the header of the one before it, "
                                + ChunkText.of(manager, chunk, capacity));
    }
}
