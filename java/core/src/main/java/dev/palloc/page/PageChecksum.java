package dev.palloc.page;

import dev.palloc.platform.RawMemory;

/**
 * The checksum of a page as PostgreSQL's data files have it (storage/checksum_impl.h): FNV-1a of 32-bit words with a shift
 * mixed in, in 32 lanes side by side, folded, and mixed with the block number so that a page in the wrong place is
 * noticed.
 *
 * <p>It stands in bytes 8 and 9 of the page, which count as zero in the computation, and is never 0. A page that has
 * never been written is all zeros and has none.
 *
 * <p>Thread safe as far as nobody writes the page meanwhile. Makes no Java garbage. Addresses are raw and multiples of
 * 4; sizes are multiples of 128 bytes. Neither is checked here: the page store has.
 */
final class PageChecksum {
    /** Where it stands, in bytes from the start of the page. */
    static final int OFFSET = 8;

    private static final int LANES = 32;
    private static final int LANES_AT_ONCE = 8;
    private static final int ROW_BYTES = LANES * Integer.BYTES;
    private static final int FNV_PRIME = 16777619;
    private static final int ROUNDS_OF_ZEROS = 2;

    /** Of the word that the checksum is in, the half that it is not. */
    private static final int FLAGS_MASK = 0xFFFF0000;

    /** Random, one for each lane; part of the format. */
    private static final int[] SEEDS = {
        0x5B1F36E9, 0xB8525960, 0x02AB50AA, 0x1DE66D2A, 0x79FF467A, 0x9BB9F8A3, 0x217E7CD2, 0x83E13D2C,
        0xF8D4474F, 0xE39EB970, 0x42C6AE16, 0x993216FA, 0x7B093B5D, 0x98DAFF3C, 0xF718902A, 0x0B1C9CDB,
        0xE58F764B, 0x187636BC, 0x5D7B3BB1, 0xE73DE7DE, 0x92BEC979, 0xCCA6C0B2, 0x304A0979, 0x85AA43D4,
        0x783125BB, 0x6CA8EAA2, 0xE407EAC6, 0x4B5CFC3E, 0x9FBF8C76, 0x15CA20BE, 0xF2CA9FD3, 0x959BD756,
    };

    private PageChecksum() {}

    /** What the checksum should be: 1 to 65535. */
    static int compute(long page, int bytes, long block) {
        int folded = 0;
        for (int lane = 0; lane < LANES; lane += LANES_AT_ONCE) {
            folded ^= fold(page, bytes, lane);
        }
        return Integer.remainderUnsigned(folded ^ (int) block, 0xFFFF) + 1;
    }

    /** What the page says it is; 0 if it says nothing. */
    static int stored(long page) {
        return RawMemory.getInt(page + OFFSET) & ~FLAGS_MASK;
    }

    /** Writes the checksum into the page. */
    static void store(long page, int bytes, long block) {
        int flags = RawMemory.getInt(page + OFFSET) & FLAGS_MASK;
        RawMemory.putInt(page + OFFSET, flags | compute(page, bytes, block));
    }

    /** Whether the page is intact: its checksum is right, or it has never been written. */
    static boolean isValid(long page, int bytes, long block) {
        int stored = stored(page);
        return stored == 0 ? isNew(page, bytes) : stored == compute(page, bytes, block);
    }

    private static boolean isNew(long page, int bytes) {
        for (int offset = 0; offset < bytes; offset += Long.BYTES) {
            if (RawMemory.getLong(page + offset) != 0) {
                return false;
            }
        }
        return true;
    }

    /** For a test of the formula. */
    static int seed(int lane) {
        return SEEDS[lane];
    }

    /** Eight lanes in registers: as many multiplications are under way, and no array is needed. */
    private static int fold(long page, int bytes, int lane) {
        long first = page + (long) lane * Integer.BYTES;
        int a = mix(SEEDS[lane], RawMemory.getInt(first));
        int b = mix(SEEDS[lane + 1], RawMemory.getInt(first + 4));
        int c = mix(SEEDS[lane + 2], RawMemory.getInt(first + 8) & (lane == 0 ? FLAGS_MASK : -1));
        int d = mix(SEEDS[lane + 3], RawMemory.getInt(first + 12));
        int e = mix(SEEDS[lane + 4], RawMemory.getInt(first + 16));
        int f = mix(SEEDS[lane + 5], RawMemory.getInt(first + 20));
        int g = mix(SEEDS[lane + 6], RawMemory.getInt(first + 24));
        int h = mix(SEEDS[lane + 7], RawMemory.getInt(first + 28));
        long end = first + bytes;
        for (long row = first + ROW_BYTES; row < end; row += ROW_BYTES) {
            a = mix(a, RawMemory.getInt(row));
            b = mix(b, RawMemory.getInt(row + 4));
            c = mix(c, RawMemory.getInt(row + 8));
            d = mix(d, RawMemory.getInt(row + 12));
            e = mix(e, RawMemory.getInt(row + 16));
            f = mix(f, RawMemory.getInt(row + 20));
            g = mix(g, RawMemory.getInt(row + 24));
            h = mix(h, RawMemory.getInt(row + 28));
        }
        return finish(a) ^ finish(b) ^ finish(c) ^ finish(d) ^ finish(e) ^ finish(f) ^ finish(g) ^ finish(h);
    }

    private static int finish(int sum) {
        int mixed = sum;
        for (int i = 0; i < ROUNDS_OF_ZEROS; i++) {
            mixed = mix(mixed, 0);
        }
        return mixed;
    }

    private static int mix(int sum, int word) {
        int folded = sum ^ word;
        return folded * FNV_PRIME ^ folded >>> 17;
    }
}
