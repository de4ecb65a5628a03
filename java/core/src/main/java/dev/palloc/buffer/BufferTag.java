package dev.palloc.buffer;

import dev.palloc.page.FileId;
import dev.palloc.page.Fork;
import dev.palloc.platform.RawMemory;

/**
 * Which page a buffer holds, as 20 bytes of a descriptor: BufferTag of PostgreSQL (buf_internals.h). In registers it is
 * two longs and an int, each in the byte order of the machine, so that comparing takes three loads and no loop.
 */
final class BufferTag {
    static final int BYTES = 20;

    private static final int SECOND_OFFSET = 8;
    private static final int BLOCK_OFFSET = 16;

    /** InvalidBlockNumber: of a buffer that holds nothing. */
    static final int NO_BLOCK = -1;

    // Odd, with bits everywhere; those of the finalizer of MurmurHash3.
    private static final long FIRST_FACTOR = 0xFF51AFD7ED558CCDL;
    private static final long SECOND_FACTOR = 0xC4CEB9FE1A85EC53L;

    private BufferTag() {}

    /** Tablespace and database. */
    static long first(FileId file) {
        return Integer.toUnsignedLong(file.tablespace()) | (long) file.database() << Integer.SIZE;
    }

    /** Relation and fork. */
    static long second(FileId file, Fork fork) {
        return Integer.toUnsignedLong(file.relation()) | (long) fork.ordinal() << Integer.SIZE;
    }

    /** Low bits choose the partition, more of them the bucket: each input bit must reach them. */
    static int hash(long first, long second, int block) {
        long mixed = (first * SECOND_FACTOR ^ second) * FIRST_FACTOR;
        mixed = (mixed ^ mixed >>> 32 ^ Integer.toUnsignedLong(block)) * FIRST_FACTOR;
        mixed = (mixed ^ mixed >>> 33) * SECOND_FACTOR;
        return (int) (mixed >>> 32);
    }

    static void write(long tag, long first, long second, int block) {
        RawMemory.putLong(tag, first);
        RawMemory.putLong(tag + SECOND_OFFSET, second);
        RawMemory.putInt(tag + BLOCK_OFFSET, block);
    }

    static void clear(long tag) {
        write(tag, 0, 0, NO_BLOCK);
    }

    static boolean matches(long tag, long first, long second, int block) {
        return RawMemory.getInt(tag + BLOCK_OFFSET) == block
                && RawMemory.getLong(tag + SECOND_OFFSET) == second
                && RawMemory.getLong(tag) == first;
    }

    static long firstOf(long tag) {
        return RawMemory.getLong(tag);
    }

    static long secondOf(long tag) {
        return RawMemory.getLong(tag + SECOND_OFFSET);
    }

    static int blockOf(long tag) {
        return RawMemory.getInt(tag + BLOCK_OFFSET);
    }

    static FileId file(long tag) {
        long first = firstOf(tag);
        return new FileId((int) first, (int) (first >>> Integer.SIZE), (int) secondOf(tag));
    }

    static Fork fork(long tag) {
        return Fork.values()[(int) (secondOf(tag) >>> Integer.SIZE)];
    }

    /** For messages. */
    static String describe(long tag) {
        return blockOf(tag) == NO_BLOCK
                ? "no page"
                : "block " + Integer.toUnsignedString(blockOf(tag)) + " of " + file(tag)
                        + fork(tag).suffix();
    }
}
