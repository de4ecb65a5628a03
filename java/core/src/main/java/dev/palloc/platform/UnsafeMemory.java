package dev.palloc.platform;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Raw access where the JDK denies {@link java.lang.foreign.MemorySegment#reinterpret(long)}: {@code sun.misc.Unsafe},
 * through constant method handles, because naming the class would be a compile-time warning. It is loaded only then.
 * Future JDKs will remove it; the message of {@link #unavailable} is what their users will read.
 */
final class UnsafeMemory {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
    private static final Object UNSAFE = unsafeOrNull();
    private static final MethodHandle GET_BYTE = handle("getByte", byte.class, long.class);
    private static final MethodHandle PUT_BYTE = handle("putByte", void.class, long.class, byte.class);
    private static final MethodHandle GET_INT = handle("getInt", int.class, long.class);
    private static final MethodHandle PUT_INT = handle("putInt", void.class, long.class, int.class);
    private static final MethodHandle GET_LONG = handle("getLong", long.class, long.class);
    private static final MethodHandle PUT_LONG = handle("putLong", void.class, long.class, long.class);
    private static final MethodHandle COPY = handle("copyMemory", void.class, long.class, long.class, long.class);
    private static final MethodHandle FILL = handle("setMemory", void.class, long.class, long.class, byte.class);
    private static final MethodHandle GET_INT_VOLATILE = handle("getIntVolatile", int.class, Object.class, long.class);
    private static final MethodHandle PUT_INT_VOLATILE =
            handle("putIntVolatile", void.class, Object.class, long.class, int.class);
    private static final MethodHandle GET_LONG_VOLATILE =
            handle("getLongVolatile", long.class, Object.class, long.class);
    private static final MethodHandle PUT_LONG_VOLATILE =
            handle("putLongVolatile", void.class, Object.class, long.class, long.class);
    private static final MethodHandle CAS_INT =
            handle("compareAndSwapInt", boolean.class, Object.class, long.class, int.class, int.class);
    private static final MethodHandle CAS_LONG =
            handle("compareAndSwapLong", boolean.class, Object.class, long.class, long.class, long.class);

    private UnsafeMemory() {}

    private static Object unsafeOrNull() {
        try {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return field.get(null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    private static MethodHandle handle(String name, Class<?> result, Class<?>... parameters) {
        try {
            return LOOKUP.findVirtual(UNSAFE.getClass(), name, MethodType.methodType(result, parameters))
                    .bindTo(UNSAFE);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** A missing handle is null; a JDK that denies access says UnsupportedOperationException. The rest is no denial. */
    private static RuntimeException unavailable(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof NullPointerException || cause instanceof UnsupportedOperationException) {
            return new UnsupportedOperationException(
                    "raw memory access is denied: add --enable-native-access=dev.palloc"
                            + " (ALL-UNNAMED on the class path)",
                    cause);
        }
        return cause instanceof RuntimeException other ? other : new IllegalStateException(cause);
    }

    static byte getByte(long address) {
        try {
            return (byte) GET_BYTE.invokeExact(address);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static void putByte(long address, byte value) {
        try {
            PUT_BYTE.invokeExact(address, value);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static int getInt(long address) {
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static void putInt(long address, int value) {
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static long getLong(long address) {
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static void putLong(long address, long value) {
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static void copy(long from, long to, long bytes) {
        checkNotNegative(bytes);
        try {
            COPY.invokeExact(from, to, bytes);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static void fill(long address, long bytes, byte value) {
        checkNotNegative(bytes);
        try {
            FILL.invokeExact(address, bytes, value);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static int getIntVolatile(long address) {
        checkAligned(address, Integer.BYTES);
        try {
            return (int) GET_INT_VOLATILE.invokeExact((Object) null, address);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static void putIntVolatile(long address, int value) {
        checkAligned(address, Integer.BYTES);
        try {
            PUT_INT_VOLATILE.invokeExact((Object) null, address, value);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static long getLongVolatile(long address) {
        checkAligned(address, Long.BYTES);
        try {
            return (long) GET_LONG_VOLATILE.invokeExact((Object) null, address);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static void putLongVolatile(long address, long value) {
        checkAligned(address, Long.BYTES);
        try {
            PUT_LONG_VOLATILE.invokeExact((Object) null, address, value);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    static boolean compareAndSetInt(long address, int expected, int desired) {
        checkAligned(address, Integer.BYTES);
        try {
            return (boolean) CAS_INT.invokeExact((Object) null, address, expected, desired);
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    /** Unsafe tells only whether, so what was there is read after a failure; if it is the expected by now, once more. */
    static int compareAndExchangeInt(long address, int expected, int desired) {
        while (!compareAndSetInt(address, expected, desired)) {
            int seen = getIntVolatile(address);
            if (seen != expected) {
                return seen;
            }
        }
        return expected;
    }

    static long compareAndExchangeLong(long address, long expected, long desired) {
        checkAligned(address, Long.BYTES);
        try {
            while (!(boolean) CAS_LONG.invokeExact((Object) null, address, expected, desired)) {
                long seen = getLongVolatile(address);
                if (seen != expected) {
                    return seen;
                }
            }
            return expected;
        } catch (Throwable e) {
            throw unavailable(e);
        }
    }

    /** As the segment path says it. */
    private static void checkNotNegative(long bytes) {
        if (bytes < 0) {
            throw new IndexOutOfBoundsException("a range of " + bytes + " bytes");
        }
    }

    /** Unsafe does not check what the segment path refuses. */
    private static void checkAligned(long address, int size) {
        if ((address & (size - 1)) != 0) {
            throw new IllegalArgumentException(
                    "address 0x" + Long.toHexString(address) + " is not aligned to " + size + " bytes");
        }
    }
}
