package dev.palloc.shmem;

/**
 * How an arena rounds the start and the size of what it hands out. One policy holds for a whole arena; its number is in
 * the arena's header. Immutable, thread safe.
 *
 * <p>All figures are offsets from the start of the segment, which is a multiple of 4096, so that an aligned offset is
 * an aligned address in every process. PostgreSQL: ShmemAlloc (storage/ipc/shmem.c), the macros in c.h.
 */
public final class AlignmentPolicy {
    /**
     * Starts and sizes are multiples of 8, and nothing else.
     *
     * <p>PostgreSQL up to 7.3. Whether a buffer was aligned for the fast memory copies of the time was luck: 7.3.3 had
     * it, 7.3.4 did not and lost 5 % of pgbench.
     */
    public static final AlignmentPolicy MAXALIGN = new AlignmentPolicy("MAXALIGN", 1, 8, 8, 0);

    /**
     * As {@link #MAXALIGN}, and a request of a page ({@value #PAGE} bytes) or more starts at a multiple of 32
     * (BUFFERALIGN, ALIGNOF_BUFFER). The size is rounded to 8 before it is compared with the page, so 8185 counts as a
     * page.
     *
     * <p>PostgreSQL 7.4 to 9.4. The Pentium III copied by a fast path only between aligned addresses; the gain was 5 %
     * for the author and 25 % and more on the committer's machine, for a couple dozen bytes.
     */
    public static final AlignmentPolicy BUFFERALIGN_32 = new AlignmentPolicy("BUFFERALIGN_32", 2, 8, 32, 0);

    /**
     * Starts and sizes are multiples of 64, the cache line of x86-64.
     *
     * <p>Proposed in 2014: buffer descriptors that straddled lines cost large AMD servers much of their throughput, and
     * of 43 structures 29 began inside a line.
     */
    public static final AlignmentPolicy CACHELINE_64 = new AlignmentPolicy("CACHELINE_64", 3, 64, 64, 0);

    /**
     * Starts and sizes are multiples of 128, a line on some processors and two that are fetched together on others.
     *
     * <p>PostgreSQL today (CACHELINEALIGN, PG_CACHE_LINE_SIZE), where the comment calls MAXALIGN insufficient.
     */
    public static final AlignmentPolicy CACHELINE_128 = new AlignmentPolicy("CACHELINE_128", 4, 128, 128, 0);

    /** Size in bytes from which {@link #BUFFERALIGN_32} aligns further, BLCKSZ. */
    public static final int PAGE = 8192;

    /** Lines of {@link #misaligned}, in bytes. */
    private static final int MISALIGNED_LINE = 128;

    /** Number of {@code misaligned(shift)} is this plus the shift. */
    private static final int MISALIGNED_NUMBER = 256;

    private final String name;
    private final int number;

    /** Sizes and starts are multiples of it; a power of two. */
    private final int unit;

    /** Starts of a page and more are multiples of it; a power of two, at least the unit. */
    private final int pageUnit;

    /** How far behind the multiple every start lies. */
    private final int shift;

    private AlignmentPolicy(String name, int number, int unit, int pageUnit, int shift) {
        this.name = name;
        this.number = number;
        this.unit = unit;
        this.pageUnit = pageUnit;
        this.shift = shift;
    }

    /**
     * Misaligns on purpose, to measure what alignment is worth: every start lies {@code shift} bytes behind a multiple
     * of 128, sizes are multiples of 128. A structure occupies as many bytes as under {@link #CACHELINE_128}, so that
     * an A/B pair differs in nothing but the offset; an alignment asked for explicitly is shifted like all others.
     *
     * <p>Java refuses an atomic access to an address that is not a multiple of the operand's size, with an
     * {@link IllegalArgumentException} or {@link IllegalStateException} from the JDK, and an aligned layout refuses any
     * access. So locks and counters can live in such an arena only if the shift is a multiple of 8; for structures with
     * atomics take 8 to 56 in steps of 8.
     *
     * @param shift bytes, 1 to 127, not 64
     * @return the policy
     * @throws IllegalArgumentException if the shift is out of range, or 64, which would align to lines of 64 bytes
     */
    public static AlignmentPolicy misaligned(int shift) {
        if (shift < 1 || shift >= MISALIGNED_LINE || shift % 64 == 0) {
            throw new IllegalArgumentException("a shift of " + shift
                    + " bytes does not misalign: choose 1 to 127 without 64, a multiple of 8 if there will be atomics");
        }
        return new AlignmentPolicy(
                "misaligned(" + shift + ")", MISALIGNED_NUMBER + shift, MISALIGNED_LINE, MISALIGNED_LINE, shift);
    }

    /**
     * The policy with a number from an arena's header.
     *
     * @param number what {@link #number()} returned, in this or another process
     * @return the policy
     * @throws IllegalArgumentException if no policy has that number
     */
    public static AlignmentPolicy ofNumber(int number) {
        switch (number) {
            case 1:
                return MAXALIGN;
            case 2:
                return BUFFERALIGN_32;
            case 3:
                return CACHELINE_64;
            case 4:
                return CACHELINE_128;
            default:
                break;
        }
        int shift = number - MISALIGNED_NUMBER;
        if (shift < 1 || shift >= MISALIGNED_LINE || shift % 64 == 0) {
            throw new IllegalArgumentException("no alignment policy has the number " + number);
        }
        return misaligned(shift);
    }

    /**
     * Number of this policy in an arena's header.
     *
     * @return 1 to 4 for the constants in the order of history, 256 + shift for a misaligned one
     */
    public int number() {
        return number;
    }

    /**
     * Space that a request takes.
     *
     * @param size bytes asked for, at least 1
     * @return bytes taken, at least the size
     * @throws IllegalArgumentException if the size is not positive, or overflows when rounded
     */
    public long allocatedSize(long size) {
        if (size < 1 || size > Long.MAX_VALUE - (unit - 1)) {
            throw new IllegalArgumentException("size " + size + " cannot be rounded up to a multiple of " + unit
                    + " bytes: it must be at least 1 and leave room for the rounding");
        }
        return roundUp(size, unit);
    }

    /**
     * Where a request starts.
     *
     * @param free offset in bytes of the first free byte, not negative
     * @param size bytes asked for, at least 1
     * @return offset in bytes of the start, at least {@code free}
     * @throws IllegalArgumentException if an argument is out of range, or overflows when rounded
     */
    public long start(long free, long size) {
        return start(free, size, 1);
    }

    /** The same with an alignment of the caller's, a power of two, that counts where it is above the policy's. */
    long start(long free, long size, long alignment) {
        long step = Math.max(alignment, allocatedSize(size) >= PAGE ? pageUnit : unit);
        if (free < 0 || free > Long.MAX_VALUE - step - shift) {
            throw new IllegalArgumentException("offset " + free + " cannot be rounded up to a multiple of " + step
                    + " bytes: it must not be negative and leave room for the rounding");
        }
        return roundUp(free - shift, step) + shift;
    }

    /** Whether a start is as a caller who asked for this alignment, a power of two, would have got it. */
    boolean honours(long start, long alignment) {
        return ((start - shift) & (alignment - 1)) == 0;
    }

    /** TYPEALIGN of c.h; right for negative values too, which a shift may leave. */
    private static long roundUp(long value, long unit) {
        return (value + unit - 1) & -unit;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AlignmentPolicy && ((AlignmentPolicy) other).number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    /**
     * Name of the policy.
     *
     * @return name of the constant, or {@code misaligned(shift)}
     */
    @Override
    public String toString() {
        return name;
    }
}
