package dev.palloc.platform;

/** The checks of a segment request, in the order of the C layer, so that both platforms refuse alike. */
final class SegmentArguments {
    private SegmentArguments() {}

    static void check(long size, long alignment) {
        if (alignment < Platform.MIN_ALIGNMENT || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException("segment alignment " + alignment + " is not a power of two of at least "
                    + Platform.MIN_ALIGNMENT + " bytes");
        }
        if (size <= 0) {
            throw new IllegalArgumentException("segment size " + size + " is not positive: ask for at least 1 byte");
        }
        if (size > Long.MAX_VALUE - alignment) {
            throw new IllegalArgumentException("segment size " + size + " with alignment " + alignment
                    + " overflows: no memory has that many bytes");
        }
    }
}
