package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putByte;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * What the model writes into chunks: words counted up from a random key, so that no two chunks hold the same bytes and a
 * chunk that overlaps another, or was moved wrongly, shows. Every byte of chunks up to {@value #WHOLE} bytes; of larger
 * ones both ends and some words between, at places that the key decides.
 */
final class ModelPattern {
    static final int WHOLE = 16 * 1024;

    private static final int END_WORDS = 16;
    private static final int PROBES = 16;
    private static final long STEP = 0x2545F4914F6CDD1DL;

    private ModelPattern() {}

    static void write(long pointer, long size, long key) {
        long words = size >> 3;
        if (size <= WHOLE) {
            writeWords(pointer, key, 0, words);
        } else {
            writeWords(pointer, key, 0, END_WORDS);
            writeWords(pointer, key, words - END_WORDS, words);
            for (int probe = 0; probe < PROBES; probe++) {
                long index = probe(key, probe, words);
                putLong(pointer + (index << 3), word(key, index));
            }
        }
        for (long offset = words << 3; offset < size; offset++) {
            putByte(pointer + offset, byteAt(key, offset));
        }
    }

    /** Offset, below the limit, of a word or byte that is not what {@link #write} wrote; -1 if there is none. */
    static long firstWrong(long pointer, long size, long key, long limit) {
        long words = size >> 3;
        long limitWords = limit >> 3;
        long wrong;
        if (size <= WHOLE) {
            wrong = wrongWord(pointer, key, 0, limitWords);
        } else {
            wrong = wrongWord(pointer, key, 0, Math.min(END_WORDS, limitWords));
            for (int probe = 0; probe < PROBES && wrong < 0; probe++) {
                long index = probe(key, probe, words);
                wrong = wrongWord(pointer, key, index, Math.min(index + 1, limitWords));
            }
            if (wrong < 0) {
                wrong = wrongWord(pointer, key, words - END_WORDS, limitWords);
            }
        }
        if (wrong < 0 && (size <= WHOLE || limit == size)) {
            for (long offset = limitWords << 3; offset < limit; offset++) {
                if (getByte(pointer + offset) != byteAt(key, offset)) {
                    return offset;
                }
            }
        }
        return wrong;
    }

    /** Offset of a byte that is not 0; -1 if there is none. */
    static long firstNonZero(long pointer, long size) {
        long offset = 0;
        while (offset + 8 <= size && getLong(pointer + offset) == 0) {
            offset += 8;
        }
        while (offset < size && getByte(pointer + offset) == 0) {
            offset++;
        }
        return offset < size ? offset : -1;
    }

    private static void writeWords(long pointer, long key, long from, long to) {
        for (long index = from; index < to; index++) {
            putLong(pointer + (index << 3), word(key, index));
        }
    }

    private static long wrongWord(long pointer, long key, long from, long to) {
        for (long index = from; index < to; index++) {
            if (getLong(pointer + (index << 3)) != word(key, index)) {
                return index << 3;
            }
        }
        return -1;
    }

    private static long word(long key, long index) {
        return key + index * STEP;
    }

    private static byte byteAt(long key, long offset) {
        return (byte) (word(key, offset >> 3) >>> ((offset & 7) << 3));
    }

    private static long probe(long key, int probe, long words) {
        return Long.remainderUnsigned(ModelRandom.mix(key + probe), words);
    }
}
