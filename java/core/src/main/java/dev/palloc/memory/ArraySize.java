package dev.palloc.memory;

/** Sizes of arrays, with overflow as an error (add_size and mul_size of PostgreSQL's mcxt.c). */
final class ArraySize {
    private ArraySize() {}

    static long of(String operation, long count, long elementSize) {
        if (count < 0 || elementSize < 0) {
            throw new IllegalArgumentException(
                    operation + ": " + count + " elements of " + elementSize + " bytes: neither may be negative");
        }
        if (Math.multiplyHigh(count, elementSize) != 0 || count * elementSize < 0) {
            throw new IllegalArgumentException(operation + ": " + count + " elements of " + elementSize
                    + " bytes are more than " + AllocFlags.MAX_ALLOC_HUGE_SIZE + " bytes");
        }
        return count * elementSize;
    }
}
