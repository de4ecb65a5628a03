package dev.palloc.memory;

import java.util.Arrays;

/** The live chunks of one context. Their order means nothing: a removed one's place is taken by the last. */
final class ModelChunks {
    private long[] pointers = new long[16];
    private long[] sizes = new long[16];
    private long[] keys = new long[16];
    private long[] alignments = new long[16];
    private int count;

    int count() {
        return count;
    }

    /** Bytes asked for, all together. */
    long bytes() {
        long bytes = 0;
        for (int at = 0; at < count; at++) {
            bytes += sizes[at];
        }
        return bytes;
    }

    long pointer(int at) {
        return pointers[at];
    }

    /** Bytes asked for. */
    long size(int at) {
        return sizes[at];
    }

    /** Bytes asked for as alignment, at least 8. */
    long alignment(int at) {
        return alignments[at];
    }

    /** Adds a chunk and writes its pattern. */
    void add(long pointer, long size, long alignment, long key) {
        if (count == pointers.length) {
            pointers = Arrays.copyOf(pointers, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
            keys = Arrays.copyOf(keys, 2 * count);
            alignments = Arrays.copyOf(alignments, 2 * count);
        }
        alignments[count] = alignment;
        rewrite(count++, pointer, size, key);
    }

    /** Writes a new pattern into a chunk that may have another place and size now. */
    void rewrite(int at, long pointer, long size, long key) {
        pointers[at] = pointer;
        sizes[at] = size;
        keys[at] = key;
        ModelPattern.write(pointer, size, key);
    }

    void remove(int at) {
        count--;
        pointers[at] = pointers[count];
        sizes[at] = sizes[count];
        keys[at] = keys[count];
        alignments[at] = alignments[count];
    }

    void clear() {
        count = 0;
    }

    void requireContent(int at) {
        requireContent(at, pointers[at], sizes[at]);
    }

    /** Checks the first bytes of what a chunk was filled with, at the place where they are to be now. */
    void requireContent(int at, long pointer, long limit) {
        long wrong = ModelPattern.firstWrong(pointer, sizes[at], keys[at], limit);
        if (wrong >= 0) {
            throw new AssertionError("chunk " + BadChunk.hex(pointers[at]) + " of " + sizes[at] + " bytes, now at "
                    + BadChunk.hex(pointer) + ": at offset " + wrong + " is not what was written there");
        }
    }
}
