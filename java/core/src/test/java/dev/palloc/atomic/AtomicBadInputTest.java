package dev.palloc.atomic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.palloc.atomic.WordOperations.Call;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method of the package that takes a word, with every word that it must refuse; memory stays as it is. */
class AtomicBadInputTest {
    private static final int BYTES = 64;

    static Stream<Call> calls() {
        return Stream.of(Atomic32.class, Atomic64.class, AtomicFlag.class)
                .flatMap(facade -> WordOperations.of(facade).stream());
    }

    private static Stream<Call> onSegments() {
        return calls().filter(Call::onSegment);
    }

    private static boolean isReader(Call call) {
        return List.of("read", "unlockedTest").contains(call.method().getName());
    }

    private static int size(Call call) {
        return call.method().getDeclaringClass() == Atomic64.class ? Long.BYTES : Integer.BYTES;
    }

    private static void assertUntouched(MemorySegment memory) {
        for (long offset = 0; offset < memory.byteSize(); offset++) {
            assertThat(memory.get(ValueLayout.JAVA_BYTE, offset)).isEqualTo((byte) 0x5A);
        }
    }

    private static MemorySegment filled(Arena arena) {
        return arena.allocate(BYTES, 64).fill((byte) 0x5A);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aWordThatIsNotAligned(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = filled(arena);
            for (long offset = 1; offset < size(call); offset++) {
                long at = offset;
                assertThatThrownBy(() -> call.at(memory, at, 1, 2))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("multiple of " + size(call))
                        .hasMessageContaining(
                                call.onSegment() ? "offset " + at : Long.toHexString(memory.address() + at));
            }
            // The offset alone is aligned, the sum is not.
            if (call.onSegment()) {
                assertThatThrownBy(() -> call.at(memory.asSlice(2), size(call), 1, 2))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("their sum must be a multiple of " + size(call));
            }
            assertUntouched(memory);
        }
    }

    @ParameterizedTest
    @MethodSource("onSegments")
    void aWordThatIsNotWithinTheSegment(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = filled(arena);
            MemorySegment memory = all.asSlice(16, 32);
            for (long offset : new long[] {-16, -size(call), 32, 40, 1L << 40, Long.MAX_VALUE - 15, Long.MIN_VALUE}) {
                assertThatThrownBy(() -> call.at(memory, offset, 1, 2))
                        .as("%s at %d", call, offset)
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
            MemorySegment odd = all.asSlice(16, 30);
            long last = size(call) == 8 ? 24 : 28;
            assertThatThrownBy(() -> call.at(odd, last, 1, 2))
                    .as("%s half outside", call)
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertUntouched(all);
        }
    }

    @ParameterizedTest
    @MethodSource("onSegments")
    void aSegmentOnTheJavaHeap(Call call) {
        long[] array = {7};
        assertThatThrownBy(() -> call.at(MemorySegment.ofArray(array), 0, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an atomic word in a segment on the Java heap: use off-heap memory, which does not move");
        assertThat(array[0]).isEqualTo(7);
    }

    @ParameterizedTest
    @MethodSource("onSegments")
    void noSegment(Call call) {
        assertThatThrownBy(() -> call.method().invoke(null, arguments(call)))
                .hasCauseInstanceOf(NullPointerException.class)
                .cause()
                .hasMessage("segment");
    }

    private static Object[] arguments(Call call) {
        Object[] arguments = new Object[call.method().getParameterCount()];
        arguments[1] = 0L;
        for (int i = 2; i < arguments.length; i++) {
            arguments[i] = call.method().getParameterTypes()[i] == int.class ? (Object) 1 : (Object) 1L;
        }
        return arguments;
    }

    @ParameterizedTest
    @MethodSource("onSegments")
    void aSegmentThatIsReadOnly(Call call) {
        assumeTrue(!isReader(call), "reads");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = filled(arena);
            assertThatThrownBy(() -> call.at(memory.asReadOnly(), 8, -1, 2))
                    .as("%s", call)
                    .isInstanceOfAny(IllegalArgumentException.class, UnsupportedOperationException.class);
            assertUntouched(memory);
        }
    }

    @ParameterizedTest
    @MethodSource("onSegments")
    void aSegmentThatIsClosed(Call call) {
        Arena arena = Arena.ofConfined();
        MemorySegment memory = arena.allocate(BYTES, 64);
        arena.close();
        assertThatThrownBy(() -> call.at(memory, 8, 1, 2))
                .as("%s", call)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @ParameterizedTest
    @MethodSource("onSegments")
    void aSegmentOfAnotherThread(Call call) throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = filled(arena);
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = new Thread(() -> {
                try {
                    call.at(memory, 8, 1, 2);
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            thread.start();
            thread.join();
            assertThat(thrown.get()).as("%s", call).isInstanceOf(WrongThreadException.class);
            assertUntouched(memory);
        }
    }
}
