package dev.palloc.memory;

import dev.palloc.InvalidChunkException;
import dev.palloc.MemoryCorruptedException;
import dev.palloc.PallocException;

/**
 * What is wrong with a pointer that {@link ChunkInspector} refused, in words for a person. It walks the block that the
 * pointer lies in, whatever the word before the pointer says: so it can name the chunk that is meant, or its neighbour.
 */
final class ChunkDiagnosis implements ChunkVisitor {
    private final MemoryManager manager;
    private final String operation;
    private final long pointer;

    /** The walk over the context that has the block; null until found. */
    private ContextCheck walk;

    private long block;

    /** The chunk that the pointer is of, or lies in; 0 if there is none. */
    private long chunk;

    private long capacity;

    ChunkDiagnosis(MemoryManager manager, String operation, long pointer) {
        this.manager = manager;
        this.operation = operation;
        this.pointer = pointer;
    }

    /** Only for a pointer that was refused. */
    PallocException exception() {
        if (!findBlock()) {
            return invalid(
                    manager.contextBlocks().holds(pointer)
                            ? "it lies in a block of this memory manager, but not where a live context has chunks: its"
                                    + " context was deleted already, or is damaged"
                            : "it lies in no block of this memory manager: it is foreign, or was freed already together"
                                    + " with its block or context");
        }
        LastChunk last = new LastChunk(this);
        long broken = walk.walk(block, last);
        if (chunk != 0) {
            return ofChunk();
        }
        if (broken != 0 && pointer >= broken) {
            String finding = last.brokenAt(manager, walk.layout, block, broken);
            return corrupted(pointer == broken + ChunkHeader.SIZE ? finding : "it lies behind damage: " + finding);
        }
        if (pointer < walk.layout.firstChunk(block)) {
            return invalid("it lies before the first chunk of block " + BadChunk.hex(block));
        }
        return invalid("it lies " + (pointer - walk.layout.free(block)) + " bytes behind the last chunk of block "
                + BadChunk.hex(block) + ": a reset has freed it, or nobody ever got it"
                + manager.sites().of(pointer));
    }

    /** A segment that is not what was handed out. */
    PallocException slice(long size, long requested) {
        findBlock();
        return invalid("the segment has " + size + " bytes, and the chunk was allocated with " + requested
                + ": it is a slice; pass the whole");
    }

    private boolean findBlock() {
        ContextHandles handles = manager.handles();
        for (int number = 0; number < handles.limit() && walk == null; number++) {
            MemoryContext handle = handles.get(number);
            if (handle != null) {
                ContextCheck candidate = ContextCheck.over(handle);
                // By the header: a pointer to the very end of a block is a chunk of 0 bytes.
                block = candidate.blockAt(pointer - ChunkHeader.SIZE);
                walk = block == 0 ? null : candidate;
            }
        }
        return walk != null;
    }

    @Override
    public void visit(long block, long chunk, long capacity) {
        if (chunk - Checking.PREFIX <= pointer - ChunkHeader.SIZE
                && pointer - ChunkHeader.SIZE < chunk + ChunkHeader.SIZE + capacity) {
            this.chunk = chunk;
            this.capacity = capacity;
        }
    }

    private PallocException ofChunk() {
        long start = chunk + ChunkHeader.SIZE;
        String name = "the " + ChunkText.of(manager, chunk, capacity);
        if (CheckedChunk.isFree(chunk)) {
            return invalid(
                    pointer == start
                            ? "it was freed already (double free): " + name
                            : "it points " + distance(start) + " " + name
                                    + ": it was freed already (double free), or never was a chunk's start");
        }
        String fault = ChunkFault.ofLive(chunk, capacity);
        long owned = ChunkText.userPointer(chunk, capacity);
        if (pointer != owned) {
            return fault != null && pointer != start
                    ? corrupted("it lies in " + name + ", which " + fault)
                    : invalid("it points " + distance(owned) + " " + name
                            + " and is not its start; pass what palloc returned");
        }
        if (fault != null) {
            return corrupted(name + " " + fault);
        }
        if (walk.handle.type() == ContextType.BUMP) {
            return invalid("it is " + name + " in a bump context; those die together, by reset or delete");
        }
        return corrupted(name + " is whole, and what follows it is no chunk: the header of one of the two was written"
                + " over");
    }

    private String distance(long start) {
        return pointer >= start ? (pointer - start) + " bytes into" : (start - pointer) + " bytes before";
    }

    private PallocException invalid(String finding) {
        return new InvalidChunkException(message(finding));
    }

    private PallocException corrupted(String finding) {
        return new MemoryCorruptedException(message(finding));
    }

    private String message(String finding) {
        String where = walk == null
                ? ""
                : " in context " + ContextLinks.path(manager, walk.handle) + " ("
                        + walk.handle.type().label() + ")";
        return operation + " called with pointer " + BadChunk.hex(pointer) + where + ": " + finding
                + (walk == null ? "" : manager.sites().hint());
    }
}
