package dev.palloc.atomic;

import java.lang.foreign.MemorySegment;

/**
 * Atomic operations on 8 bytes off-heap: pg_atomic_uint64 (atomics.h of PostgreSQL). The word is named by a raw
 * address or by an offset in a segment; both must be aligned to 8 bytes. Where an operation is of several
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
public final class Atomic64 {
    private static final int SIZE = Long.BYTES;

    private static final AtomicStrategy EXCHANGE = AtomicOperation.EXCHANGE.strategy();
    private static final AtomicStrategy COMPARE_EXCHANGE = AtomicOperation.COMPARE_EXCHANGE.strategy();
    private static final AtomicStrategy ADD = AtomicOperation.FETCH_ADD.strategy();
    private static final AtomicStrategy AND = AtomicOperation.FETCH_AND.strategy();
    private static final AtomicStrategy OR = AtomicOperation.FETCH_OR.strategy();
    private static final AtomicStrategy XOR = AtomicOperation.FETCH_XOR.strategy();

    private Atomic64() {}

    /**
     * Loads the word, whole. No ordering.
     *
     * @param address a multiple of 8
     * @return its value
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long read(long address) {
        return Words.read64(Words.checkRaw(address, SIZE), address);
    }

    /**
     * As {@link #read(long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @return its value
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long read(MemorySegment segment, long offset) {
        return Words.read64(Words.check(segment, offset, SIZE), offset);
    }

    /**
     * Stores into the word, whole. No ordering, but a compare-exchange that is under way fails or comes after.
     *
     * @param address a multiple of 8
     * @param value what to store
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static void write(long address, long value) {
        Words.write64(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #write(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value what to store
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static void write(MemorySegment segment, long offset, long value) {
        Words.write64(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Stores into the word where no other thread changes it now, such as before it is shared. No ordering, not even that of
     * {@link #write}: a concurrent read-modify-write may undo it.
     *
     * @param address a multiple of 8
     * @param value what to store
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static void unlockedWrite(long address, long value) {
        Words.plainWrite64(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #unlockedWrite(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value what to store
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static void unlockedWrite(MemorySegment segment, long offset, long value) {
        Words.plainWrite64(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Loads the word. Full barrier: in one order with every other barrier operation; an addition of 0.
     *
     * @param address a multiple of 8
     * @return its value
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long readMembarrier(long address) {
        return fetchAdd(address, 0L);
    }

    /**
     * As {@link #readMembarrier(long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @return its value
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long readMembarrier(MemorySegment segment, long offset) {
        return fetchAdd(segment, offset, 0L);
    }

    /**
     * Stores into the word. Full barrier: what follows is not performed before others can see it; an exchange.
     *
     * @param address a multiple of 8
     * @param value what to store
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static void writeMembarrier(long address, long value) {
        exchange(address, value);
    }

    /**
     * As {@link #writeMembarrier(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value what to store
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static void writeMembarrier(MemorySegment segment, long offset, long value) {
        exchange(segment, offset, value);
    }

    /**
     * Stores into the word. Full barrier.
     *
     * @param address a multiple of 8
     * @param value what to store
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long exchange(long address, long value) {
        return EXCHANGE.exchange64(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #exchange(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value what to store
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long exchange(MemorySegment segment, long offset, long value) {
        return EXCHANGE.exchange64(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Stores into the word if it holds the expected value. Full barrier either way; strong, that is, it fails only if the
     * word is different.
     *
     * @param address a multiple of 8
     * @param expected what must be there
     * @param desired what to store then
     * @return the witness, which is the value before: the expected one if and only if the desired one was stored
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long compareExchange(long address, long expected, long desired) {
        return COMPARE_EXCHANGE.compareExchange64(Words.checkRaw(address, SIZE), address, expected, desired);
    }

    /**
     * As {@link #compareExchange(long, long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param expected what must be there
     * @param desired what to store then
     * @return the witness, which is the value before: the expected one if and only if the desired one was stored
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long compareExchange(MemorySegment segment, long offset, long expected, long desired) {
        return COMPARE_EXCHANGE.compareExchange64(Words.check(segment, offset, SIZE), offset, expected, desired);
    }

    /**
     * Adds. Full barrier.
     *
     * @param address a multiple of 8
     * @param value summand, of either sign
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long fetchAdd(long address, long value) {
        return ADD.fetchAdd64(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchAdd(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value summand, of either sign
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long fetchAdd(MemorySegment segment, long offset, long value) {
        return ADD.fetchAdd64(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Subtracts. Full barrier.
     *
     * @param address a multiple of 8
     * @param value what to subtract, of either sign
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long fetchSub(long address, long value) {
        return ADD.fetchSub64(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchSub(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value what to subtract, of either sign
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long fetchSub(MemorySegment segment, long offset, long value) {
        return ADD.fetchSub64(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Keeps the bits of a mask. Full barrier.
     *
     * @param address a multiple of 8
     * @param value mask of the bits to keep
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long fetchAnd(long address, long value) {
        return AND.fetchAnd64(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchAnd(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value mask of the bits to keep
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long fetchAnd(MemorySegment segment, long offset, long value) {
        return AND.fetchAnd64(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Sets bits. Full barrier.
     *
     * @param address a multiple of 8
     * @param value the bits to set
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long fetchOr(long address, long value) {
        return OR.fetchOr64(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchOr(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value the bits to set
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long fetchOr(MemorySegment segment, long offset, long value) {
        return OR.fetchOr64(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Flips bits. Full barrier.
     *
     * @param address a multiple of 8
     * @param value the bits to flip
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long fetchXor(long address, long value) {
        return XOR.fetchXor64(Words.checkRaw(address, SIZE), address, value);
    }

    /**
     * As {@link #fetchXor(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value the bits to flip
     * @return the value before
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long fetchXor(MemorySegment segment, long offset, long value) {
        return XOR.fetchXor64(Words.check(segment, offset, SIZE), offset, value);
    }

    /**
     * Adds. Full barrier.
     *
     * @param address a multiple of 8
     * @param value summand, of either sign
     * @return the value after
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long addFetch(long address, long value) {
        return fetchAdd(address, value) + value;
    }

    /**
     * As {@link #addFetch(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value summand, of either sign
     * @return the value after
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long addFetch(MemorySegment segment, long offset, long value) {
        return fetchAdd(segment, offset, value) + value;
    }

    /**
     * Subtracts. Full barrier.
     *
     * @param address a multiple of 8
     * @param value what to subtract, of either sign
     * @return the value after
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long subFetch(long address, long value) {
        return fetchSub(address, value) - value;
    }

    /**
     * As {@link #subFetch(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param value what to subtract, of either sign
     * @return the value after
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long subFetch(MemorySegment segment, long offset, long value) {
        return fetchSub(segment, offset, value) - value;
    }

    /**
     * Raises the word to a target, or leaves it where that is not above, both taken as unsigned: it never goes back.
     * Full barrier, also where nothing changes.
     *
     * @param address a multiple of 8
     * @param target the least value to have afterwards
     * @return the value that the word has, or had when it was found high enough
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static long monotonicAdvance(long address, long target) {
        long seen = read(address);
        while (Long.compareUnsigned(seen, target) < 0) {
            long witness = compareExchange(address, seen, target);
            if (witness == seen) {
                return target;
            }
            seen = witness;
        }
        Barriers.full();
        return seen;
    }

    /**
     * As {@link #monotonicAdvance(long, long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 8
     * @param target the least value to have afterwards
     * @return the value that the word has, or had when it was found high enough
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     */
    public static long monotonicAdvance(MemorySegment segment, long offset, long target) {
        long seen = read(segment, offset);
        while (Long.compareUnsigned(seen, target) < 0) {
            long witness = compareExchange(segment, offset, seen, target);
            if (witness == seen) {
                return target;
            }
            seen = witness;
        }
        Barriers.full();
        return seen;
    }
}
