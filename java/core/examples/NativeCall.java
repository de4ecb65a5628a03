import dev.palloc.memory.BlockSizes;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * C functions that return structures by value want an allocator: a context is one. The code of this program calls C
 * itself, so add ALL-UNNAMED to --enable-native-access: JDK 22 and 23 insist on it, later ones warn without it.
 */
public class NativeCall {
    public static void main(String[] args) {
        try (MemoryManager memory = new MemoryManager(Platform.get())) {
            MemoryContext results = memory.createAllocSet(null, "results", BlockSizes.SMALL);
            MemorySegment last = null;
            for (long minutes = 1000; minutes <= 5000; minutes += 1000) {
                last = Libc.ldiv(results, minutes, 60);
                System.out.println(minutes + " minutes are " + Libc.ldiv_t.quot(last) + " h "
                        + Libc.ldiv_t.rem(last) + " min");
            }
            System.out.println("before the reset: " + results.counters());
            results.reset(); // all five structures at once
            System.out.println("after the reset: " + results.counters());
            try {
                Libc.ldiv_t.quot(last);
            } catch (IllegalStateException e) {
                System.out.println("the last result is gone too: " + e.getMessage());
            }
        }
    }

    /** In the shape that jextract generates from a header, written by hand. */
    static final class Libc {
        private static final MethodHandle LDIV = downcall(
                "ldiv", FunctionDescriptor.of(ldiv_t.layout(), ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

        private Libc() {}

        @SuppressWarnings("restricted")
        private static MethodHandle downcall(String name, FunctionDescriptor descriptor) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
        }

        /** {@code ldiv_t ldiv(long numerator, long denominator)}; the result lies where the allocator puts it. */
        static MemorySegment ldiv(SegmentAllocator allocator, long numerator, long denominator) {
            try {
                return (MemorySegment) LDIV.invokeExact(allocator, numerator, denominator);
            } catch (Error | RuntimeException e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError("should not reach here", e);
            }
        }

        /** {@code struct { long quot; long rem; }} */
        static final class ldiv_t {
            private static final MemoryLayout LAYOUT = MemoryLayout.structLayout(
                    ValueLayout.JAVA_LONG.withName("quot"), ValueLayout.JAVA_LONG.withName("rem"));
            private static final long QUOT = LAYOUT.byteOffset(MemoryLayout.PathElement.groupElement("quot"));
            private static final long REM = LAYOUT.byteOffset(MemoryLayout.PathElement.groupElement("rem"));

            private ldiv_t() {}

            static MemoryLayout layout() {
                return LAYOUT;
            }

            static long quot(MemorySegment struct) {
                return struct.get(ValueLayout.JAVA_LONG, QUOT);
            }

            static long rem(MemorySegment struct) {
                return struct.get(ValueLayout.JAVA_LONG, REM);
            }
        }
    }
}
