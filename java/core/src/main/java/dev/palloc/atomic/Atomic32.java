package dev.palloc.atomic;

import java.lang.foreign.MemorySegment;

/**
 * Atomic operations on 4 bytes off-heap: pg_atomic_uint32 (atomics.h of PostgreSQL). The word is named by a raw
 * address or by an offset in a segment; both must be aligned to 4 bytes. Where an operation is of several
 * strategies, {@link AtomicOperation} tells which one is in use.
 *
 * <p>Ordering, as PostgreSQL states it: reads and writes have none beyond being whole, so that they mix with the
 * read-modify-write operations but order nothing else; those, and the operations with "Membarrier" in their names, are
 * full barriers whether or not they store. {@link AtomicStrategy} argues how that is met.
 *
 * <p>A segment's form throws, beside what is said at each method, IndexOutOfBoundsException if the word is not within
 * the segment, IllegalStateException if that is closed, WrongThreadException if it is another thread's, and
 * IllegalArgumentException or UnsupportedOperationException if it is read-only and would be written. A raw address that
 * is not live memory is a crash of the JVM. Arithmetic wraps around. Thread safe, no Java garbage.
 */
public final class Atomic32 {
    private static final int SIZE = Integer.BYTES;

    private static final AtomicStrategy EXCHANGE = AtomicOperation.EXCHANGE.strategy();
    private static final AtomicStrategy COMPARE_EXCHANGE = AtomicOperation.COMPARE_EXCHANGE.strategy();
    private static final AtomicStrategy ADD = AtomicOperation.FETCH_ADD.strategy();
    private static final AtomicStrategy AND = AtomicOperation.FETCH_AND.strategy();
    private static final AtomicStrategy OR = AtomicOperation.FETCH_OR.strategy();
    private static final AtomicStrategy XOR = AtomicOperation.FETCH_XOR.strategy();

    private Atomic32() {}

    /**
     * Loads the word, whole. No ordering.
     *
     * @param address a multiple of 4
     * @return its value
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int read(long address) {
        return Words.read32(Words.checkRaw(address, SIZE), address);
    }

    /**
     * As {@link #read(long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @return its value
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int read(MemorySegment segment, long offset) {
        return Words.read32(Words.check(segment, offset, SIZE), offset);
    }

    /**
     * Stores into the word, whole. No ordering, but a compare-exchange that is under way fails or comes after.
     *
     * @param address a multiple of 4
     * @param value what to store
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static void write(long address, int value) {
        Words.write32(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #write(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value what to store
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static void write(MemorySegment segment, long offset, int value) {
        Words.write32(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Stores into the word where no other thread changes it now, such as before it is shared. No ordering, not even that of
     * {@link #write}: a concurrent read-modify-write may undo it.
     *
     * @param address a multiple of 4
     * @param value what to store
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static void unlockedWrite(long address, int value) {
        Words.plainWrite32(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #unlockedWrite(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value what to store
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static void unlockedWrite(MemorySegment segment, long offset, int value) {
        Words.plainWrite32(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Loads the word. Full barrier: in one order with every other barrier operation; an addition of 0.
     *
     * @param address a multiple of 4
     * @return its value
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int readMembarrier(long address) {
        return fetchAdd(address, 0);
    }

    /**
     * As {@link #readMembarrier(long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @return its value
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int readMembarrier(MemorySegment segment, long offset) {
        return fetchAdd(segment, offset, 0);
    }

    /**
     * Stores into the word. Full barrier: what follows is not performed before others can see it; an exchange.
     *
     * @param address a multiple of 4
     * @param value what to store
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static void writeMembarrier(long address, int value) {
        exchange(address, value);
    }

    /**
     * As {@link #writeMembarrier(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value what to store
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static void writeMembarrier(MemorySegment segment, long offset, int value) {
        exchange(segment, offset, value);
    }

    /**
     * Stores into the word. Full barrier.
     *
     * @param address a multiple of 4
     * @param value what to store
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int exchange(long address, int value) {
        return EXCHANGE.exchange32(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #exchange(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value what to store
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int exchange(MemorySegment segment, long offset, int value) {
        return EXCHANGE.exchange32(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Stores into the word if it holds the expected value. Full barrier either way; strong, that is, it fails only if the
     * word is different.
     *
     * @param address a multiple of 4
     * @param expected what must be there
     * @param desired what to store then
     * @return the witness, which is the value before: the expected one if and only if the desired one was stored
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int compareExchange(long address, int expected, int desired) {
        return COMPARE_EXCHANGE.compareExchange32(Words.checkRaw(address, SIZE), address, expected, desired);
    }

    /**
     * As {@link #compareExchange(long, int, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param expected what must be there
     * @param desired what to store then
     * @return the witness, which is the value before: the expected one if and only if the desired one was stored
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int compareExchange(MemorySegment segment, long offset, int expected, int desired) {
        return COMPARE_EXCHANGE.compareExchange32(Words.check(segment, offset, SIZE), offset, expected, desired);
    }

    /**
     * Adds. Full barrier.
     *
     * @param address a multiple of 4
     * @param value summand, of either sign
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int fetchAdd(long address, int value) {
        return ADD.fetchAdd32(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchAdd(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value summand, of either sign
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int fetchAdd(MemorySegment segment, long offset, int value) {
        return ADD.fetchAdd32(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Subtracts. Full barrier.
     *
     * @param address a multiple of 4
     * @param value what to subtract, of either sign
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int fetchSub(long address, int value) {
        return ADD.fetchSub32(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchSub(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value what to subtract, of either sign
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int fetchSub(MemorySegment segment, long offset, int value) {
        return ADD.fetchSub32(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Keeps the bits of a mask. Full barrier.
     *
     * @param address a multiple of 4
     * @param value mask of the bits to keep
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int fetchAnd(long address, int value) {
        return AND.fetchAnd32(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchAnd(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value mask of the bits to keep
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int fetchAnd(MemorySegment segment, long offset, int value) {
        return AND.fetchAnd32(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Sets bits. Full barrier.
     *
     * @param address a multiple of 4
     * @param value the bits to set
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int fetchOr(long address, int value) {
        return OR.fetchOr32(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchOr(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value the bits to set
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int fetchOr(MemorySegment segment, long offset, int value) {
        return OR.fetchOr32(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Flips bits. Full barrier.
     *
     * @param address a multiple of 4
     * @param value the bits to flip
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int fetchXor(long address, int value) {
        return XOR.fetchXor32(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchXor(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value the bits to flip
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int fetchXor(MemorySegment segment, long offset, int value) {
        return XOR.fetchXor32(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Adds. Full barrier.
     *
     * @param address a multiple of 4
     * @param value summand, of either sign
     * @return the value after
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int addFetch(long address, int value) {
        return fetchAdd(address, value) + value;
    }

    /**
     * As {@link #addFetch(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value summand, of either sign
     * @return the value after
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int addFetch(MemorySegment segment, long offset, int value) {
        return fetchAdd(segment, offset, value) + value;
    }

    /**
     * Subtracts. Full barrier.
     *
     * @param address a multiple of 4
     * @param value what to subtract, of either sign
     * @return the value after
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int subFetch(long address, int value) {
        return fetchSub(address, value) - value;
    }

    /**
     * As {@link #subFetch(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param value what to subtract, of either sign
     * @return the value after
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int subFetch(MemorySegment segment, long offset, int value) {
        return fetchSub(segment, offset, value) - value;
    }

    /**
     * Raises the word to a target, or leaves it where that is not above, both taken as unsigned: it never goes back.
     * Full barrier, also where nothing changes.
     *
     * @param address a multiple of 4
     * @param target the least value to have afterwards
     * @return the value that the word has, or had when it was found high enough
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static int monotonicAdvance(long address, int target) {
        int seen = read(address);
        while (Integer.compareUnsigned(seen, target) < 0) {
            int witness = compareExchange(address, seen, target);
            if (witness == seen) {
                return target;
            }
            seen = witness;
        }
        Barriers.full();
        return seen;
    }

    /**
     * As {@link #monotonicAdvance(long, int)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @param target the least value to have afterwards
     * @return the value that the word has, or had when it was found high enough
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static int monotonicAdvance(MemorySegment segment, long offset, int target) {
        int seen = read(segment, offset);
        while (Integer.compareUnsigned(seen, target) < 0) {
            int witness = compareExchange(segment, offset, seen, target);
            if (witness == seen) {
                return target;
            }
            seen = witness;
        }
        Barriers.full();
        return seen;
    }
}
