package dev.palloc.platform;

import java.util.Objects;

/**
 * The size of a cache line and where the figure comes from.
 *
 * <p>What is detected and what data is padded to are two things: adjacent lines are fetched in pairs on many x86-64
 * processors and some AArch64 ones have lines of 128 bytes, so padding is at least 128 whatever was detected. That is
 * PostgreSQL's choice too (PG_CACHE_LINE_SIZE in pg_config_manual.h).
 *
 * @param bytes size of a line in bytes, a power of two from 16 to 2048
 * @param source who said so
 */
public record CacheLine(int bytes, Source source) {

    /** Least padding between data that different threads write, in bytes. */
    public static final int MIN_PADDING = 128;

    /** Bounds of a believable answer, and the answer when nobody gives one; as in the C layer. */
    static final int MIN_BYTES = 16;

    static final int MAX_BYTES = 2048;
    static final int DEFAULT_BYTES = 64;

    /** Who gave the size of the line, numbered as in the C layer. */
    public enum Source {
        /** x86-64 CPUID, deterministic cache parameters of the level 1 data cache. */
        CPUID_LEAF4,
        /** x86-64 CPUID, the line that CLFLUSH works on. */
        CPUID_LEAF1,
        /** AArch64 cache type register, smallest data line. */
        CTR_EL0,
        /** The C library's sysconf for the level 1 data cache. */
        SYSCONF,
        /** The kernel's files on the first processor's caches. */
        SYSFS,
        /** Nobody answered. */
        DEFAULT;

        static Source ofNumber(int number) {
            return values()[number - 1];
        }
    }

    /**
     * A line and its source.
     *
     * @throws IllegalArgumentException if no line has that many bytes
     */
    public CacheLine {
        Objects.requireNonNull(source, "source");
        if (!believable(bytes)) {
            throw new IllegalArgumentException(
                    "a cache line of " + bytes + " bytes: not a power of two from " + MIN_BYTES + " to " + MAX_BYTES);
        }
    }

    /**
     * What to pad data to that different threads write.
     *
     * @return bytes, the larger of the line and {@value #MIN_PADDING}
     */
    public int padding() {
        return Math.max(MIN_PADDING, bytes);
    }

    /** Some systems answer 0 or nonsense; only a power of two within the bounds counts. */
    static boolean believable(long bytes) {
        return bytes >= MIN_BYTES && bytes <= MAX_BYTES && Long.bitCount(bytes) == 1;
    }
}
