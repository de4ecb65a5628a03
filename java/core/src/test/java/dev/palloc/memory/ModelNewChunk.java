package dev.palloc.memory;

/** What must be true of a pointer that was just returned. */
final class ModelNewChunk {
    static final int MIN_ALIGNMENT = 8;

    private ModelNewChunk() {}

    static void require(ModelMemory memory, ModelNode node, long pointer, long size, long alignment) {
        if ((pointer & Math.max(alignment, MIN_ALIGNMENT) - 1) != 0) {
            throw new AssertionError(BadChunk.hex(pointer) + " is not aligned to " + alignment);
        }
        if (!memory.holds(pointer, size)) {
            throw new AssertionError(BadChunk.hex(pointer) + " of " + size + " bytes is not within a block");
        }
        if (node.type == ContextType.BUMP) {
            return;
        }
        if (memory.manager.chunkContext(pointer) != node.context) {
            throw new AssertionError(BadChunk.hex(pointer) + " is not a chunk of its context");
        }
        long space = memory.manager.chunkSpace(pointer);
        long enlarged = alignment > MIN_ALIGNMENT ? size + alignment : size;
        if (space < enlarged + 8 || space > mostSpace(node, enlarged, alignment)) {
            throw new AssertionError(BadChunk.hex(pointer) + " of " + size + " bytes takes up " + space);
        }
    }

    /**
     * Header and rounding at most: a power of two less than twice the size in a set, a multiple of 8 elsewhere. With a
     * few bytes for the larger headers and the sentinels of checking mode.
     */
    private static long mostSpace(ModelNode node, long size, long alignment) {
        long checking = alignment > MIN_ALIGNMENT ? 32 : 0;
        return (node.type == ContextType.ALLOC_SET ? 2 * Math.max(8, size + checking) : size + checking + 8) + 16;
    }

    static void requireZero(long pointer, long size) {
        long offset = ModelPattern.firstNonZero(pointer, size);
        if (offset >= 0) {
            throw new AssertionError(BadChunk.hex(pointer) + " was to be cleared: offset " + offset + " is not");
        }
    }
}
