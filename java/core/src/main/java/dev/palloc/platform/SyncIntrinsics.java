package dev.palloc.platform;

import dev.palloc.bindings.palloc_h;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * The C layer's {@code __sync} intrinsics as critical downcalls. Each takes a word at a raw address, or at an offset in a
 * segment; with a segment the call itself keeps the memory alive, at the price of a slice. Every one is a full barrier.
 *
 * <p>For {@link dev.palloc.atomic}, which checks alignment and whether there is a library at all; C checks nothing.
 */
public final class SyncIntrinsics {
    private static final MethodHandle FETCH_ADD32 =
            critical(palloc_h.palloc_fetch_add_u32$address(), palloc_h.palloc_fetch_add_u32$descriptor());
    private static final MethodHandle FETCH_ADD32_RAW =
            raw(palloc_h.palloc_fetch_add_u32$address(), palloc_h.palloc_fetch_add_u32$descriptor());
    private static final MethodHandle FETCH_SUB32 =
            critical(palloc_h.palloc_fetch_sub_u32$address(), palloc_h.palloc_fetch_sub_u32$descriptor());
    private static final MethodHandle FETCH_SUB32_RAW =
            raw(palloc_h.palloc_fetch_sub_u32$address(), palloc_h.palloc_fetch_sub_u32$descriptor());
    private static final MethodHandle FETCH_AND32 =
            critical(palloc_h.palloc_fetch_and_u32$address(), palloc_h.palloc_fetch_and_u32$descriptor());
    private static final MethodHandle FETCH_AND32_RAW =
            raw(palloc_h.palloc_fetch_and_u32$address(), palloc_h.palloc_fetch_and_u32$descriptor());
    private static final MethodHandle FETCH_OR32 =
            critical(palloc_h.palloc_fetch_or_u32$address(), palloc_h.palloc_fetch_or_u32$descriptor());
    private static final MethodHandle FETCH_OR32_RAW =
            raw(palloc_h.palloc_fetch_or_u32$address(), palloc_h.palloc_fetch_or_u32$descriptor());
    private static final MethodHandle FETCH_XOR32 =
            critical(palloc_h.palloc_fetch_xor_u32$address(), palloc_h.palloc_fetch_xor_u32$descriptor());
    private static final MethodHandle FETCH_XOR32_RAW =
            raw(palloc_h.palloc_fetch_xor_u32$address(), palloc_h.palloc_fetch_xor_u32$descriptor());
    private static final MethodHandle VAL_COMPARE_AND_SWAP32 = critical(
            palloc_h.palloc_val_compare_and_swap_u32$address(), palloc_h.palloc_val_compare_and_swap_u32$descriptor());
    private static final MethodHandle VAL_COMPARE_AND_SWAP32_RAW = raw(
            palloc_h.palloc_val_compare_and_swap_u32$address(), palloc_h.palloc_val_compare_and_swap_u32$descriptor());
    private static final MethodHandle FETCH_ADD64 =
            critical(palloc_h.palloc_fetch_add_u64$address(), palloc_h.palloc_fetch_add_u64$descriptor());
    private static final MethodHandle FETCH_ADD64_RAW =
            raw(palloc_h.palloc_fetch_add_u64$address(), palloc_h.palloc_fetch_add_u64$descriptor());
    private static final MethodHandle FETCH_SUB64 =
            critical(palloc_h.palloc_fetch_sub_u64$address(), palloc_h.palloc_fetch_sub_u64$descriptor());
    private static final MethodHandle FETCH_SUB64_RAW =
            raw(palloc_h.palloc_fetch_sub_u64$address(), palloc_h.palloc_fetch_sub_u64$descriptor());
    private static final MethodHandle FETCH_AND64 =
            critical(palloc_h.palloc_fetch_and_u64$address(), palloc_h.palloc_fetch_and_u64$descriptor());
    private static final MethodHandle FETCH_AND64_RAW =
            raw(palloc_h.palloc_fetch_and_u64$address(), palloc_h.palloc_fetch_and_u64$descriptor());
    private static final MethodHandle FETCH_OR64 =
            critical(palloc_h.palloc_fetch_or_u64$address(), palloc_h.palloc_fetch_or_u64$descriptor());
    private static final MethodHandle FETCH_OR64_RAW =
            raw(palloc_h.palloc_fetch_or_u64$address(), palloc_h.palloc_fetch_or_u64$descriptor());
    private static final MethodHandle FETCH_XOR64 =
            critical(palloc_h.palloc_fetch_xor_u64$address(), palloc_h.palloc_fetch_xor_u64$descriptor());
    private static final MethodHandle FETCH_XOR64_RAW =
            raw(palloc_h.palloc_fetch_xor_u64$address(), palloc_h.palloc_fetch_xor_u64$descriptor());
    private static final MethodHandle VAL_COMPARE_AND_SWAP64 = critical(
            palloc_h.palloc_val_compare_and_swap_u64$address(), palloc_h.palloc_val_compare_and_swap_u64$descriptor());
    private static final MethodHandle VAL_COMPARE_AND_SWAP64_RAW = raw(
            palloc_h.palloc_val_compare_and_swap_u64$address(), palloc_h.palloc_val_compare_and_swap_u64$descriptor());

    private SyncIntrinsics() {}

    /**
     * Why the intrinsics cannot be called, if so.
     *
     * @return null if they can; otherwise the reason why there is no library, as {@link Platform#reason()} words it
     */
    public static String obstacle() {
        NativeLibrary library = NativeLibrary.load();
        return library.loaded() ? null : library.explanation();
    }

    @SuppressWarnings("restricted")
    private static MethodHandle critical(MemorySegment function, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(function, descriptor, Linker.Option.critical(false));
    }

    /** The word's address as a number in place of a segment. */
    private static MethodHandle raw(MemorySegment function, FunctionDescriptor descriptor) {
        MemoryLayout[] arguments = descriptor.argumentLayouts().toArray(new MemoryLayout[0]);
        arguments[0] = ValueLayout.JAVA_LONG;
        return critical(
                function, FunctionDescriptor.of(descriptor.returnLayout().orElseThrow(), arguments));
    }

    /** C functions do not throw, but a closed or foreign thread's segment does, and a bad offset. */
    private static RuntimeException rethrown(Throwable e) {
        if (e instanceof RuntimeException refused) {
            throw refused;
        }
        if (e instanceof Error error) {
            throw error;
        }
        throw new AssertionError("a downcall threw", e);
    }

    /**
     * {@code __sync_fetch_and_add} on 4 bytes.
     *
     * @param address of live memory, a multiple of 4
     * @param value summand
     * @return the word before
     */
    public static int fetchAdd32(long address, int value) {
        try {
            return (int) FETCH_ADD32_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchAdd32(long, int)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 4
     * @param value summand
     * @return the word before
     */
    public static int fetchAdd32(MemorySegment segment, long offset, int value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (int) FETCH_ADD32.invokeExact(segment.asSlice(offset, 4), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_sub} on 4 bytes.
     *
     * @param address of live memory, a multiple of 4
     * @param value what to subtract
     * @return the word before
     */
    public static int fetchSub32(long address, int value) {
        try {
            return (int) FETCH_SUB32_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchSub32(long, int)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 4
     * @param value what to subtract
     * @return the word before
     */
    public static int fetchSub32(MemorySegment segment, long offset, int value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (int) FETCH_SUB32.invokeExact(segment.asSlice(offset, 4), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_and} on 4 bytes.
     *
     * @param address of live memory, a multiple of 4
     * @param value mask of the bits to keep
     * @return the word before
     */
    public static int fetchAnd32(long address, int value) {
        try {
            return (int) FETCH_AND32_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchAnd32(long, int)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 4
     * @param value mask of the bits to keep
     * @return the word before
     */
    public static int fetchAnd32(MemorySegment segment, long offset, int value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (int) FETCH_AND32.invokeExact(segment.asSlice(offset, 4), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_or} on 4 bytes.
     *
     * @param address of live memory, a multiple of 4
     * @param value bits to set
     * @return the word before
     */
    public static int fetchOr32(long address, int value) {
        try {
            return (int) FETCH_OR32_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchOr32(long, int)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 4
     * @param value bits to set
     * @return the word before
     */
    public static int fetchOr32(MemorySegment segment, long offset, int value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (int) FETCH_OR32.invokeExact(segment.asSlice(offset, 4), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_xor} on 4 bytes.
     *
     * @param address of live memory, a multiple of 4
     * @param value bits to flip
     * @return the word before
     */
    public static int fetchXor32(long address, int value) {
        try {
            return (int) FETCH_XOR32_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchXor32(long, int)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 4
     * @param value bits to flip
     * @return the word before
     */
    public static int fetchXor32(MemorySegment segment, long offset, int value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (int) FETCH_XOR32.invokeExact(segment.asSlice(offset, 4), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_val_compare_and_swap} on 4 bytes.
     *
     * @param address of live memory, a multiple of 4
     * @param expected what must be there
     * @param desired what to store then
     * @return the word before
     */
    public static int compareAndSwap32(long address, int expected, int desired) {
        try {
            return (int) VAL_COMPARE_AND_SWAP32_RAW.invokeExact(address, expected, desired);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #compareAndSwap32(long, int, int)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 4
     * @param expected what must be there
     * @param desired what to store then
     * @return the word before
     */
    public static int compareAndSwap32(MemorySegment segment, long offset, int expected, int desired) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (int) VAL_COMPARE_AND_SWAP32.invokeExact(segment.asSlice(offset, 4), expected, desired);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_add} on 8 bytes.
     *
     * @param address of live memory, a multiple of 8
     * @param value summand
     * @return the word before
     */
    public static long fetchAdd64(long address, long value) {
        try {
            return (long) FETCH_ADD64_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchAdd64(long, long)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 8
     * @param value summand
     * @return the word before
     */
    public static long fetchAdd64(MemorySegment segment, long offset, long value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (long) FETCH_ADD64.invokeExact(segment.asSlice(offset, 8), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_sub} on 8 bytes.
     *
     * @param address of live memory, a multiple of 8
     * @param value what to subtract
     * @return the word before
     */
    public static long fetchSub64(long address, long value) {
        try {
            return (long) FETCH_SUB64_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchSub64(long, long)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 8
     * @param value what to subtract
     * @return the word before
     */
    public static long fetchSub64(MemorySegment segment, long offset, long value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (long) FETCH_SUB64.invokeExact(segment.asSlice(offset, 8), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_and} on 8 bytes.
     *
     * @param address of live memory, a multiple of 8
     * @param value mask of the bits to keep
     * @return the word before
     */
    public static long fetchAnd64(long address, long value) {
        try {
            return (long) FETCH_AND64_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchAnd64(long, long)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 8
     * @param value mask of the bits to keep
     * @return the word before
     */
    public static long fetchAnd64(MemorySegment segment, long offset, long value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (long) FETCH_AND64.invokeExact(segment.asSlice(offset, 8), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_or} on 8 bytes.
     *
     * @param address of live memory, a multiple of 8
     * @param value bits to set
     * @return the word before
     */
    public static long fetchOr64(long address, long value) {
        try {
            return (long) FETCH_OR64_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchOr64(long, long)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 8
     * @param value bits to set
     * @return the word before
     */
    public static long fetchOr64(MemorySegment segment, long offset, long value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (long) FETCH_OR64.invokeExact(segment.asSlice(offset, 8), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_fetch_and_xor} on 8 bytes.
     *
     * @param address of live memory, a multiple of 8
     * @param value bits to flip
     * @return the word before
     */
    public static long fetchXor64(long address, long value) {
        try {
            return (long) FETCH_XOR64_RAW.invokeExact(address, value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #fetchXor64(long, long)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 8
     * @param value bits to flip
     * @return the word before
     */
    public static long fetchXor64(MemorySegment segment, long offset, long value) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (long) FETCH_XOR64.invokeExact(segment.asSlice(offset, 8), value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * {@code __sync_val_compare_and_swap} on 8 bytes.
     *
     * @param address of live memory, a multiple of 8
     * @param expected what must be there
     * @param desired what to store then
     * @return the word before
     */
    public static long compareAndSwap64(long address, long expected, long desired) {
        try {
            return (long) VAL_COMPARE_AND_SWAP64_RAW.invokeExact(address, expected, desired);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * As {@link #compareAndSwap64(long, long, long)}.
     *
     * @param segment off-heap, writable
     * @param offset bytes from its start, the address a multiple of 8
     * @param expected what must be there
     * @param desired what to store then
     * @return the word before
     */
    public static long compareAndSwap64(MemorySegment segment, long offset, long expected, long desired) {
        Objects.requireNonNull(segment, "segment");
        try {
            return (long) VAL_COMPARE_AND_SWAP64.invokeExact(segment.asSlice(offset, 8), expected, desired);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }
}
