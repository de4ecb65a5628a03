package dev.palloc.stress;

/** How many states may be in use: jcstress works on 40 strides of 256 at a time, and makes those of the next beside. */
final class Ring {
    static final int SIZE = 1 << 15;

    private Ring() {}
}
