package dev.palloc.memory;

/** A SplitMix64 sequence. Unlike those of the JDK it is the same in every release, and costs the loop next to nothing. */
final class ModelRandom {
    private long state;

    ModelRandom(long seed) {
        state = seed;
    }

    long bits() {
        state += 0x9E3779B97F4A7C15L;
        return mix(state);
    }

    static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** 0 to below the bound. */
    int next(int bound) {
        return (int) ((bits() >>> 32) * bound >>> 32);
    }

    boolean oneIn(int times) {
        return next(times) == 0;
    }
}
