package dev.palloc.platform;

import dev.palloc.bindings.palloc_h;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The downcalls on paths where the transition of an ordinary one would be felt. The handles are made from the generated
 * addresses and descriptors, because the generator cannot ask for {@link Linker.Option#critical}. Initialised by
 * {@link NativeLibrary}, which loads the library before.
 *
 * <p>A critical call holds up safepoints while it runs. So it serves small segments only: the C library answers those
 * from its free lists, while a large one may map, unmap or clear pages for milliseconds.
 */
final class NativeCalls {
    /** Largest segment, in bytes, that is allocated or freed by a critical call. */
    static final long CRITICAL_LIMIT = 64 * 1024;

    private static final MethodHandle SEGMENT_ALLOC =
            critical(palloc_h.palloc_segment_alloc$address(), palloc_h.palloc_segment_alloc$descriptor());
    private static final MethodHandle SEGMENT_FREE =
            critical(palloc_h.palloc_segment_free$address(), palloc_h.palloc_segment_free$descriptor());
    private static final MethodHandle FULL_BARRIER =
            critical(palloc_h.palloc_full_barrier$address(), palloc_h.palloc_full_barrier$descriptor());
    private static final MethodHandle SPIN_HINT =
            critical(palloc_h.palloc_spin_hint$address(), palloc_h.palloc_spin_hint$descriptor());

    private NativeCalls() {}

    @SuppressWarnings("restricted")
    private static MethodHandle critical(MemorySegment address, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(address, descriptor, Linker.Option.critical(false));
    }

    static long segmentAlloc(long size, long alignment) {
        if (Long.compareUnsigned(size, CRITICAL_LIMIT) > 0) {
            return palloc_h.palloc_segment_alloc(alignment, size);
        }
        try {
            return (long) SEGMENT_ALLOC.invokeExact(alignment, size);
        } catch (Throwable e) {
            throw cannotHappen(e);
        }
    }

    static long segmentAllocZeroed(long size, long alignment) {
        return palloc_h.palloc_segment_alloc_zeroed(alignment, size);
    }

    static void segmentFree(long address, long size) {
        if (size > CRITICAL_LIMIT) {
            palloc_h.palloc_segment_free(address);
            return;
        }
        try {
            SEGMENT_FREE.invokeExact(address);
        } catch (Throwable e) {
            throw cannotHappen(e);
        }
    }

    static void fullBarrier() {
        try {
            FULL_BARRIER.invokeExact();
        } catch (Throwable e) {
            throw cannotHappen(e);
        }
    }

    static void spinHint() {
        try {
            SPIN_HINT.invokeExact();
        } catch (Throwable e) {
            throw cannotHappen(e);
        }
    }

    /** C functions do not throw; the compiler does not know. */
    private static AssertionError cannotHappen(Throwable e) {
        return new AssertionError("a downcall threw", e);
    }
}
