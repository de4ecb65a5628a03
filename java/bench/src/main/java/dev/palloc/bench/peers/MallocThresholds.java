package dev.palloc.bench.peers;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Keeps glibc from giving freed memory back to the kernel. With its own thresholds a program that frees a mebibyte and
 * takes it again pays a page fault every 4 KiB, or does not, depending on what the process did before; that is fifty
 * times the cost of the allocations, and no property of the allocator above.
 */
public final class MallocThresholds {
    // From glibc's malloc.h.
    private static final int M_TRIM_THRESHOLD = -1;
    private static final int M_TOP_PAD = -2;
    private static final int M_MMAP_THRESHOLD = -3;

    private static final int GIB = 1 << 30;

    /** The most that glibc accepts. */
    private static final int MMAP_THRESHOLD = 32 << 20;

    private static final int TOP_PAD = 16 << 20;

    private MallocThresholds() {}

    /**
     * Pins the thresholds of this process. Does nothing where the C library has none.
     *
     * @return whether they are pinned
     */
    @SuppressWarnings("restricted")
    public static boolean pin() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> mallopt = linker.defaultLookup().find("mallopt");
        if (mallopt.isEmpty()) {
            return false;
        }
        FunctionDescriptor descriptor =
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        try {
            MethodHandle set = linker.downcallHandle(mallopt.get(), descriptor);
            return (int) set.invokeExact(M_TRIM_THRESHOLD, GIB) != 0
                    & (int) set.invokeExact(M_MMAP_THRESHOLD, MMAP_THRESHOLD) != 0
                    & (int) set.invokeExact(M_TOP_PAD, TOP_PAD) != 0;
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws nothing", e);
        }
    }
}
