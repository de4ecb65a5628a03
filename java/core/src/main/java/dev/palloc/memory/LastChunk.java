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

    /** What to say of the place where a chunk's header must be and is not; chunks end where the block says. */
    String brokenAt(MemoryManager manager, long broken, long end) {
        if (broken + ChunkHeader.SIZE > end) {
            return "says that its chunks end at " + BadChunk.hex(end) + ", where too few bytes for a chunk are left";
        }
        return "has at " + BadChunk.hex(broken) + " no chunk's header but " + ChunkText.header(getLong(broken))
                + ": somebody wrote before the start of chunk " + BadChunk.hex(broken + ChunkHeader.SIZE)
                + (chunk == 0 ? "" : ", or over the header or past the end of " + before(manager));
    }

    private String before(MemoryManager manager) {
        return "the " + ChunkText.of(chunk, capacity) + " before it"
                + (Checking.ENABLED ? ChunkText.sites(manager, chunk, capacity) : "");
    }
}
