package dev.palloc.atomic;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;

/**
 * A way to change a word atomically. The four give the same results and the same ordering, so they can be exchanged one
 * for the other; they differ in speed, and in which of them the processor, the JIT and the C compiler make one
 * instruction of. {@link Atomic32} and {@link Atomic64} use for each operation the one that measured best; see
 * {@link #ofOperation}.
 *
 * <p>All operations are full barriers, whether or not they store, as atomics.h of PostgreSQL asks of its
 * read-modify-write operations: no access of any kind moves across, in either direction. Java's volatile mode orders
 * them among each other and all volatile accesses, which is less; on x86-64 the locked instruction makes up for the
 * difference, on AArch64 a fence behind the operation. In C the {@code __sync} builtins are full barriers.
 *
 * <p>Thread safe, stateless. Word sizes are in bits. Addresses are raw: not live memory is a crash of the JVM.
 */
public abstract sealed class AtomicStrategy
        permits RereadingCasStrategy, ContinuingCasStrategy, VarHandleStrategy, SyncIntrinsicStrategy {
    /**
     * Compare-and-swap loop that reads the word anew in each turn: the generic form before PostgreSQL 10. Under
     * contention the line is fetched twice for a turn, and may be lost in between.
     */
    public static final AtomicStrategy REREADING_CAS = new RereadingCasStrategy();

    /**
     * Compare-and-swap loop that reads once and goes on with the value that a failed swap saw: the form of 2017.
     */
    public static final AtomicStrategy CONTINUING_CAS = new ContinuingCasStrategy();

    /**
     * The JDK's own operation, {@code VarHandle.getAndAdd} and its kin. The JIT makes one instruction of add and
     * exchange; of and, or and xor the JDK makes a loop that re-reads.
     */
    public static final AtomicStrategy VAR_HANDLE = new VarHandleStrategy();

    /**
     * The C compiler's {@code __sync} intrinsic behind a critical downcall. There is none for a full-barrier exchange,
     * which is a loop around compare-and-swap therefore. Needs the native library.
     */
    public static final AtomicStrategy SYNC_INTRINSIC = new SyncIntrinsicStrategy();

    private final String name;

    AtomicStrategy(String name) {
        this.name = name;
    }

    /**
     * All four, in the order in which they are described here.
     *
     * @return an immutable list
     */
    public static List<AtomicStrategy> all() {
        return List.of(REREADING_CAS, CONTINUING_CAS, VAR_HANDLE, SYNC_INTRINSIC);
    }

    /**
     * Those that work in this process.
     *
     * @return an immutable list, at least the three of Java
     */
    public static List<AtomicStrategy> available() {
        return all().stream().filter(strategy -> strategy.obstacle() == null).toList();
    }

    /**
     * The strategy of a name.
     *
     * @param name as {@link #name()} gives it
     * @return the strategy
     * @throws IllegalArgumentException if there is none of that name; the message lists them
     */
    public static AtomicStrategy of(String name) {
        Objects.requireNonNull(name, "name");
        return all().stream()
                .filter(strategy -> strategy.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown atomic strategy \"" + name + "\": use one of "
                        + String.join(
                                ", ", all().stream().map(AtomicStrategy::name).toList())));
    }

    /**
     * The strategy that {@link Atomic32} and {@link Atomic64} use for an operation in this process.
     *
     * @param operation which
     * @return as {@link AtomicOperation} documents it, or the one that the property {@value AtomicOperation#PROPERTY}
     *     forces for all
     */
    public static AtomicStrategy ofOperation(AtomicOperation operation) {
        return operation.strategy();
    }

    /**
     * What the strategy is called.
     *
     * @return rereading-cas, continuing-cas, var-handle or sync-intrinsic
     */
    public final String name() {
        return name;
    }

    /**
     * Why this strategy does not work in this process, if so.
     *
     * @return null if it does
     */
    public String obstacle() {
        return null;
    }

    /**
     * For messages.
     *
     * @return {@link #name()}
     */
    @Override
    public final String toString() {
        return name;
    }

    /**
     * Stores a value.
     *
     * @param address of 4 bytes, a multiple of 4
     * @param value what to store
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final int exchange32(long address, int value) {
        return exchange32(Words.checkRaw(address, 4), address, value);
    }

    /**
     * Adds, wrapping around.
     *
     * @param address of 4 bytes, a multiple of 4
     * @param value summand
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final int fetchAdd32(long address, int value) {
        return fetchAdd32(Words.checkRaw(address, 4), address, value);
    }

    /**
     * Subtracts, wrapping around.
     *
     * @param address of 4 bytes, a multiple of 4
     * @param value what to subtract
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final int fetchSub32(long address, int value) {
        return fetchSub32(Words.checkRaw(address, 4), address, value);
    }

    /**
     * Clears the bits that the operand has clear.
     *
     * @param address of 4 bytes, a multiple of 4
     * @param value mask of bits to keep
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final int fetchAnd32(long address, int value) {
        return fetchAnd32(Words.checkRaw(address, 4), address, value);
    }

    /**
     * Sets the bits that the operand has set.
     *
     * @param address of 4 bytes, a multiple of 4
     * @param value bits to set
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final int fetchOr32(long address, int value) {
        return fetchOr32(Words.checkRaw(address, 4), address, value);
    }

    /**
     * Flips the bits that the operand has set.
     *
     * @param address of 4 bytes, a multiple of 4
     * @param value bits to flip
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final int fetchXor32(long address, int value) {
        return fetchXor32(Words.checkRaw(address, 4), address, value);
    }

    /**
     * Stores a value if the word holds the expected one. Strong: fails only if it does not.
     *
     * @param address of 4 bytes, a multiple of 4
     * @param expected what must be there
     * @param desired what to store then
     * @return the witness: the value before, equal to the expected one if and only if the desired one was stored
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final int compareExchange32(long address, int expected, int desired) {
        return compareExchange32(Words.checkRaw(address, 4), address, expected, desired);
    }

    /**
     * Stores a value.
     *
     * @param address of 8 bytes, a multiple of 8
     * @param value what to store
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final long exchange64(long address, long value) {
        return exchange64(Words.checkRaw(address, 8), address, value);
    }

    /**
     * Adds, wrapping around.
     *
     * @param address of 8 bytes, a multiple of 8
     * @param value summand
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final long fetchAdd64(long address, long value) {
        return fetchAdd64(Words.checkRaw(address, 8), address, value);
    }

    /**
     * Subtracts, wrapping around.
     *
     * @param address of 8 bytes, a multiple of 8
     * @param value what to subtract
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final long fetchSub64(long address, long value) {
        return fetchSub64(Words.checkRaw(address, 8), address, value);
    }

    /**
     * Clears the bits that the operand has clear.
     *
     * @param address of 8 bytes, a multiple of 8
     * @param value mask of bits to keep
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final long fetchAnd64(long address, long value) {
        return fetchAnd64(Words.checkRaw(address, 8), address, value);
    }

    /**
     * Sets the bits that the operand has set.
     *
     * @param address of 8 bytes, a multiple of 8
     * @param value bits to set
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final long fetchOr64(long address, long value) {
        return fetchOr64(Words.checkRaw(address, 8), address, value);
    }

    /**
     * Flips the bits that the operand has set.
     *
     * @param address of 8 bytes, a multiple of 8
     * @param value bits to flip
     * @return the value before
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final long fetchXor64(long address, long value) {
        return fetchXor64(Words.checkRaw(address, 8), address, value);
    }

    /**
     * Stores a value if the word holds the expected one. Strong: fails only if it does not.
     *
     * @param address of 8 bytes, a multiple of 8
     * @param expected what must be there
     * @param desired what to store then
     * @return the witness: the value before, equal to the expected one if and only if the desired one was stored
     * @throws IllegalArgumentException if the address is not aligned
     */
    public final long compareExchange64(long address, long expected, long desired) {
        return compareExchange64(Words.checkRaw(address, 8), address, expected, desired);
    }

    // Of a checked word; the segment is null where Words says.
    abstract int exchange32(MemorySegment segment, long offset, int value);

    abstract int fetchAdd32(MemorySegment segment, long offset, int value);

    /** There is no subtraction but in C: the negated summand, which wraps around to the same. */
    int fetchSub32(MemorySegment segment, long offset, int value) {
        return fetchAdd32(segment, offset, -value);
    }

    abstract int fetchAnd32(MemorySegment segment, long offset, int value);

    abstract int fetchOr32(MemorySegment segment, long offset, int value);

    abstract int fetchXor32(MemorySegment segment, long offset, int value);

    int compareExchange32(MemorySegment segment, long offset, int expected, int desired) {
        return Words.fenced(Words.compareExchange32(segment, offset, expected, desired));
    }

    abstract long exchange64(MemorySegment segment, long offset, long value);

    abstract long fetchAdd64(MemorySegment segment, long offset, long value);

    /** There is no subtraction but in C: the negated summand, which wraps around to the same. */
    long fetchSub64(MemorySegment segment, long offset, long value) {
        return fetchAdd64(segment, offset, -value);
    }

    abstract long fetchAnd64(MemorySegment segment, long offset, long value);

    abstract long fetchOr64(MemorySegment segment, long offset, long value);

    abstract long fetchXor64(MemorySegment segment, long offset, long value);

    long compareExchange64(MemorySegment segment, long offset, long expected, long desired) {
        return Words.fenced(Words.compareExchange64(segment, offset, expected, desired));
    }
}
