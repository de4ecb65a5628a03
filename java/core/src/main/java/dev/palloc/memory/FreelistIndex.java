package dev.palloc.memory;

/** Size to freelist index (AllocSetFreeIndex): 0 for up to 8 bytes, else the power of two that holds it. */
final class FreelistIndex {
    private FreelistIndex() {}

    /**
     * Index of the freelist whose chunks are 8 &lt;&lt; index bytes.
     *
     * <p>Without a branch: the sizes of a real server defeat the predictor, and {@code size - 1 | 7} gives every size
     * up to 8, 0 included, the same leading zeros.
     */
    static int of(int size) {
        // For 0 the subtraction wraps to all ones; its sign bit, shifted, clears them again.
        int last = size - 1;
        return 29 - Integer.numberOfLeadingZeros(last & ~(last >> 31) | 7);
    }
}
