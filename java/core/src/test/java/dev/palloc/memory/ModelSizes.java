package dev.palloc.memory;

/**
 * Sizes to ask for. Most lie at an edge: the size classes and the chunk limits of all types are powers of two, the room
 * in a block is its size less a few headers. The rest is spread evenly over the orders of magnitude.
 */
final class ModelSizes {
    /** Largest size ever asked for with success, alignment apart, in bytes. */
    static final int LARGEST = 6 * 1024 * 1024;

    private static final int CLASS_BITS = 13;
    private static final int LEAST_BLOCK_BITS = 10;
    private static final int BLOCK_DOUBLINGS = 7;
    private static final int MOST_HEADER_WORDS = 13;

    /** Generation and Bump with the default block sizes give larger chunks a block of their own. */
    private static final int LARGEST_CHUNK_LIMIT = 512 * 1024;

    private ModelSizes() {}

    static long next(ModelRandom random) {
        int dice = random.next(2000);
        if (dice < 50) {
            return 0;
        }
        if (dice < 700) {
            return around(1 << random.next(CLASS_BITS + 1), random);
        }
        if (dice < 850) {
            int block = 1 << LEAST_BLOCK_BITS + random.next(BLOCK_DOUBLINGS);
            return around(block - 8 * random.next(MOST_HEADER_WORDS), random);
        }
        if (dice < 1965) {
            return random.next(1 << 1 + random.next(CLASS_BITS));
        }
        if (dice < 1997) {
            return random.next(1 << CLASS_BITS + 1 + random.next(5));
        }
        return dice < 1999 ? around(LARGEST_CHUNK_LIMIT, random) : random.next(LARGEST);
    }

    /** Another size for a chunk: most often near the old one. */
    static long changed(long size, ModelRandom random) {
        switch (random.next(8)) {
            case 0:
                return size;
            case 1:
                return Math.min(LARGEST, size + 1 + random.next(16));
            case 2:
                return Math.max(0, size - 1 - random.next(16));
            case 3:
                return Math.min(LARGEST, size * 2 + random.next(3));
            case 4:
                return size / 2;
            default:
                return next(random);
        }
    }

    private static long around(int edge, ModelRandom random) {
        return edge + random.next(3) - 1;
    }

    /** A power of two from 1: most often small, once in 200 up to 1 MiB. */
    static long alignment(ModelRandom random) {
        return 1L << (random.oneIn(200) ? random.next(21) : random.next(random.oneIn(10) ? 17 : 10));
    }

    /** Just below the end of all addresses, some of it beyond once headers are added. */
    static long tooMuch(ModelRandom random) {
        return AllocFlags.MAX_ALLOC_HUGE_SIZE - random.next(200);
    }
}
