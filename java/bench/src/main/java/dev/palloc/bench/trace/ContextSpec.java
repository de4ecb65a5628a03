package dev.palloc.bench.trace;

import dev.palloc.memory.BlockSizes;

/**
 * What a CREATE record says.
 *
 * @param method type of the context
 * @param parent index of the parent, or {@link #ROOT}
 * @param name the recorded name
 * @param sizes of the blocks; null for a slab
 * @param blockSize bytes of a slab's blocks, else 0
 * @param chunkSize bytes of a slab's chunks, else 0
 */
public record ContextSpec(
        ContextMethod method, int parent, String name, BlockSizes sizes, long blockSize, long chunkSize) {

    /** Stands for a parent that is not there. */
    public static final int ROOT = -1;
}
