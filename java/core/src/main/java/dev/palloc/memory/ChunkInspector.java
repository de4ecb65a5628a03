package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;

/**
 * Checking mode's examination of a pointer before an operation trusts it. Nothing is read before the address is known to
 * lie in a block of the manager; then header, block, context and neighbour must agree with each other, the chunk must be
 * live, and its sentinel whole. Here it is only told whether all is well, by few steps; what is wrong is for {@link
 * ChunkDiagnosis} to find out, which has time.
 */
final class ChunkInspector {
    private ChunkInspector() {}

    static void require(MemoryManager manager, String operation, long pointer) {
        if (pointer <= 0 || (pointer & 7) != 0) {
            throw BadChunk.pointer(operation, pointer);
        }
        if (!isWhole(manager, pointer)) {
            throw new ChunkDiagnosis(manager, operation, pointer).exception();
        }
    }

    /** A segment that comes back must be whole: a slice at the same address is not what was handed out. */
    static void requireSize(MemoryManager manager, String operation, long pointer, long size) {
        long requested = CheckedChunk.requested(pointer - ChunkHeader.SIZE);
        boolean isSlab = ChunkHeader.methodId(getLong(pointer - ChunkHeader.SIZE)) == MethodId.SLAB_ID;
        // A slab's chunk may be larger than the segment made of it.
        if (isSlab ? size > requested : size != requested) {
            throw new ChunkDiagnosis(manager, operation, pointer).slice(size, requested);
        }
    }

    private static boolean isWhole(MemoryManager manager, long pointer) {
        long chunk = pointer - ChunkHeader.SIZE;
        if (!CheckedChunk.isReadable(manager, chunk)) {
            return false;
        }
        long word = getLong(chunk);
        if (ChunkHeader.methodId(word) != MethodId.ALIGNED_REDIRECT_ID) {
            return isWhole(manager, chunk, word) && !CheckedChunk.isCarrier(chunk);
        }
        long raw = chunk - ChunkHeader.blockOffset(word);
        long carrier = raw - ChunkHeader.SIZE;
        return CheckedChunk.isReadable(manager, carrier)
                && isWhole(manager, carrier, getLong(carrier))
                && CheckedChunk.isCarrier(carrier)
                && AlignedRedirect.within(raw, CheckedChunk.requested(carrier)) == chunk;
    }

    /** Whether a chunk can be freed: it is one, live, and neither its own end nor what follows was written over. */
    private static boolean isWhole(MemoryManager manager, long chunk, long word) {
        BlockLayout layout = BlockLayout.of(ChunkHeader.methodId(word));
        if (layout == null || layout == BlockLayout.BUMP) {
            return false;
        }
        long start = manager.contextBlocks().startOf(chunk);
        long block = ChunkHeader.isExternal(word)
                ? chunk - Checking.PREFIX - layout.header()
                : chunk - ChunkHeader.blockOffset(word);
        // The block lies at the start of what the source gave, or behind the context that does.
        long context = block == start ? layout.owner(0, block) : start;
        if (block != start && block != layout.keeper(start)
                || !ContextLinks.isContext(manager, context)
                || manager.contextAt(context).type() != layout.type()
                || layout.owner(0, block) != context) {
            return false;
        }
        long capacity = layout.capacity(context, block, chunk, word);
        return capacity >= 0
                && !CheckedChunk.isFree(chunk)
                && ChunkFault.ofLive(chunk, capacity) == null
                && isFollowed(layout, context, block, chunk + ChunkHeader.SPACE + capacity);
    }

    /** Whether the next chunk, or the end of all, is where it must be: a header with another size would lead astray. */
    private static boolean isFollowed(BlockLayout layout, long context, long block, long next) {
        return next - Checking.PREFIX == layout.free(block)
                || next + ChunkHeader.SIZE <= layout.free(block)
                        && layout.capacity(context, block, next, getLong(next)) >= 0;
    }
}
