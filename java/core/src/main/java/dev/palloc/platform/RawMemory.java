package dev.palloc.platform;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/**
 * Loads and stores at raw addresses, the only class that makes them. For authors of engines on the raw tier: an address
 * that is not live memory crashes the JVM, or worse, does not.
 *
 * <p>All go through one global segment that spans the address space. It is a constant with a lifetime that never ends
 * and no base object, so the compiler drops the checks and leaves plain loads and stores. Where the JDK denies that
 * segment (no {@code --enable-native-access}), {@link UnsafeMemory} serves instead.
 *
 * <p>Plain access may be misaligned; the atomic ones need the address to be a multiple of the operand's size and throw
 * {@link IllegalArgumentException} otherwise. Little-endian machines only, as the C layer.
 */
public final class RawMemory {
    private static final MemorySegment ALL = allOrNull();
    private static final boolean DIRECT = ALL != null;

    // Handles and not MemorySegment.get: one frame less in each access. The compiler inlines 15 frames deep, an access
    // has 9 of them, and an allocator's inner steps lie some frames below the program's call already.
    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
    private static final VarHandle PLAIN_INT = ValueLayout.JAVA_INT_UNALIGNED.varHandle();
    private static final VarHandle PLAIN_LONG = ValueLayout.JAVA_LONG_UNALIGNED.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private RawMemory() {}

    @SuppressWarnings("restricted")
    private static MemorySegment allOrNull() {
        try {
            return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
        } catch (IllegalCallerException denied) {
            return null;
        }
    }

    /**
     * Whether access goes through a memory segment, not through the fall-back.
     *
     * @return false where native access is denied
     */
    public static boolean direct() {
        return DIRECT;
    }

    /**
     * Loads a byte.
     *
     * @param address where
     * @return the byte
     */
    public static byte getByte(long address) {
        return DIRECT ? (byte) BYTE.get(ALL, address) : UnsafeMemory.getByte(address);
    }

    /**
     * Stores a byte.
     *
     * @param address where
     * @param value what
     */
    public static void putByte(long address, byte value) {
        if (DIRECT) {
            BYTE.set(ALL, address, value);
        } else {
            UnsafeMemory.putByte(address, value);
        }
    }

    /**
     * Loads 4 bytes.
     *
     * @param address where
     * @return the value
     */
    public static int getInt(long address) {
        return DIRECT ? (int) PLAIN_INT.get(ALL, address) : UnsafeMemory.getInt(address);
    }

    /**
     * Stores 4 bytes.
     *
     * @param address where
     * @param value what
     */
    public static void putInt(long address, int value) {
        if (DIRECT) {
            PLAIN_INT.set(ALL, address, value);
        } else {
            UnsafeMemory.putInt(address, value);
        }
    }

    /**
     * Loads 8 bytes.
     *
     * @param address where
     * @return the value
     */
    public static long getLong(long address) {
        return DIRECT ? (long) PLAIN_LONG.get(ALL, address) : UnsafeMemory.getLong(address);
    }

    /**
     * Stores 8 bytes.
     *
     * @param address where
     * @param value what
     */
    public static void putLong(long address, long value) {
        if (DIRECT) {
            PLAIN_LONG.set(ALL, address, value);
        } else {
            UnsafeMemory.putLong(address, value);
        }
    }

    /**
     * Copies bytes; the ranges may overlap.
     *
     * @param from first byte to read
     * @param to first byte to write
     * @param bytes how many, not negative
     */
    public static void copy(long from, long to, long bytes) {
        if (DIRECT) {
            MemorySegment.copy(ALL, from, ALL, to, bytes);
        } else {
            UnsafeMemory.copy(from, to, bytes);
        }
    }

    /**
     * Sets bytes to one value.
     *
     * @param address first byte
     * @param bytes how many, not negative
     * @param value what to set them to
     */
    public static void fill(long address, long bytes, byte value) {
        if (DIRECT) {
            ALL.asSlice(address, bytes).fill(value);
        } else {
            UnsafeMemory.fill(address, bytes, value);
        }
    }

    /**
     * A view of raw memory for code that works on segments. It knows its bounds and nothing of the memory's lifetime.
     *
     * @param address first byte
     * @param bytes size
     * @return the segment
     * @throws UnsupportedOperationException where native access is denied
     */
    public static MemorySegment segment(long address, long bytes) {
        requireDirect();
        return ALL.asSlice(address, bytes);
    }

    /**
     * A view of all raw memory that lives as long as an arena. Slices of it at addresses of live memory are segments
     * like the arena's own, and cost none.
     *
     * @param arena whose lifetime and thread the view shares; the memory itself is not the arena's
     * @return the view; offsets in it are addresses
     * @throws UnsupportedOperationException where native access is denied
     */
    @SuppressWarnings("restricted")
    public static MemorySegment view(Arena arena) {
        Objects.requireNonNull(arena, "arena");
        requireDirect();
        return ALL.reinterpret(arena, null);
    }

    private static void requireDirect() {
        if (!DIRECT) {
            throw new UnsupportedOperationException("segments over raw addresses need native access; add"
                    + " --enable-native-access=dev.palloc (ALL-UNNAMED on the class path)");
        }
    }

    /**
     * Loads 4 bytes so that no later access moves before it.
     *
     * @param address where, a multiple of 4
     * @return the value
     */
    public static int getIntAcquire(long address) {
        return DIRECT ? (int) INT.getAcquire(ALL, address) : UnsafeMemory.getIntVolatile(address);
    }

    /**
     * Stores 4 bytes so that no earlier access moves behind it.
     *
     * @param address where, a multiple of 4
     * @param value what
     */
    public static void putIntRelease(long address, int value) {
        if (DIRECT) {
            INT.setRelease(ALL, address, value);
        } else {
            UnsafeMemory.putIntVolatile(address, value);
        }
    }

    /**
     * Stores 4 bytes if the memory holds the expected ones. A full barrier either way.
     *
     * @param address where, a multiple of 4
     * @param expected what must be there
     * @param desired what to store
     * @return whether it was there
     */
    public static boolean compareAndSetInt(long address, int expected, int desired) {
        return DIRECT
                ? INT.compareAndSet(ALL, address, expected, desired)
                : UnsafeMemory.compareAndSetInt(address, expected, desired);
    }

    /**
     * Stores 4 bytes if the memory holds the expected ones, and says what it held. A full barrier either way.
     *
     * @param address where, a multiple of 4
     * @param expected what must be there
     * @param desired what to store
     * @return what was there: the expected value if and only if the desired one was stored
     */
    public static int compareAndExchangeInt(long address, int expected, int desired) {
        return DIRECT
                ? (int) INT.compareAndExchange(ALL, address, expected, desired)
                : UnsafeMemory.compareAndExchangeInt(address, expected, desired);
    }

    /**
     * The same for 8 bytes.
     *
     * @param address where, a multiple of 8
     * @param expected what must be there
     * @param desired what to store
     * @return what was there: the expected value if and only if the desired one was stored
     */
    public static long compareAndExchangeLong(long address, long expected, long desired) {
        return DIRECT
                ? (long) LONG.compareAndExchange(ALL, address, expected, desired)
                : UnsafeMemory.compareAndExchangeLong(address, expected, desired);
    }

    /**
     * Loads 8 bytes so that no later access moves before it.
     *
     * @param address where, a multiple of 8
     * @return the value
     */
    public static long getLongAcquire(long address) {
        return DIRECT ? (long) LONG.getAcquire(ALL, address) : UnsafeMemory.getLongVolatile(address);
    }

    /**
     * Stores 8 bytes so that no earlier access moves behind it.
     *
     * @param address where, a multiple of 8
     * @param value what
     */
    public static void putLongRelease(long address, long value) {
        if (DIRECT) {
            LONG.setRelease(ALL, address, value);
        } else {
            UnsafeMemory.putLongVolatile(address, value);
        }
    }
}
