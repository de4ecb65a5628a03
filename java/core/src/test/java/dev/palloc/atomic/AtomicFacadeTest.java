package dev.palloc.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.atomic.WordOperations.Call;
import dev.palloc.atomic.WordOperations.Effect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method of Atomic32 and Atomic64 in both forms, against plain arithmetic; neighbours stay as they are. */
class AtomicFacadeTest {
    private static final long[] VALUES = {
        0,
        1,
        -1,
        2,
        0x55555555_55555555L,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1L << 32
    };
    private static final int RANDOM = 200;
    private static final long GUARD = 0xA5A5_A5A5_A5A5_A5A5L;

    static Stream<Call> calls() {
        return Stream.concat(WordOperations.of(Atomic32.class).stream(), WordOperations.of(Atomic64.class).stream());
    }

    @Test
    void bothFacadesHaveAllOperationsInBothForms() {
        for (Class<?> facade : List.of(Atomic32.class, Atomic64.class)) {
            for (boolean onSegment : new boolean[] {true, false}) {
                assertThat(WordOperations.of(facade).stream()
                                .filter(call -> call.onSegment() == onSegment)
                                .map(call -> call.method().getName())
                                .collect(Collectors.toList()))
                        .as("%s, on a segment: %s", facade, onSegment)
                        .containsExactlyInAnyOrderElementsOf(WordOperations.MODELS.keySet());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void doesWhatArithmeticSays(Call call) throws Throwable {
        boolean isInt = call.method().getDeclaringClass() == Atomic32.class;
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<long[]> cases = new ArrayList<>();
        for (long before : VALUES) {
            for (long first : VALUES) {
                cases.add(new long[] {before, first, ~first});
            }
        }
        for (int i = 0; i < RANDOM; i++) {
            long before = random.nextLong();
            // A swap that succeeds is not to be had by chance.
            cases.add(new long[] {before, i % 2 == 0 ? before : random.nextLong(), random.nextLong()});
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(24, 8);
            for (long[] one : cases) {
                check(call, memory, isInt, one, seed);
            }
        }
    }

    private static void check(Call call, MemorySegment memory, boolean isInt, long[] operands, long seed)
            throws Throwable {
        memory.set(ValueLayout.JAVA_LONG, 0, GUARD);
        memory.set(ValueLayout.JAVA_LONG, 8, GUARD);
        memory.set(ValueLayout.JAVA_LONG, 16, GUARD);
        long before = narrow(operands[0], isInt);
        long first = narrow(operands[1], isInt);
        put(memory, isInt, before);
        Effect effect =
                WordOperations.MODELS.get(call.method().getName()).of(before, first, narrow(operands[2], isInt));

        Object result = call.at(memory, 8, first, operands[2]);

        String what = call + " of " + before + " with " + first + ", " + operands[2] + ", seed " + seed;
        if (effect.result() == null) {
            assertThat(result).as(what).isNull();
        } else {
            assertThat(((Number) result).longValue()).as(what).isEqualTo(narrow(effect.result(), isInt));
        }
        long after = isInt ? memory.get(ValueLayout.JAVA_INT, 8) : memory.get(ValueLayout.JAVA_LONG, 8);
        assertThat(after).as(what).isEqualTo(narrow(effect.after(), isInt));
        assertThat(memory.get(ValueLayout.JAVA_LONG, 0))
                .as(what + ", before it")
                .isEqualTo(GUARD);
        assertThat(memory.get(ValueLayout.JAVA_LONG, 16))
                .as(what + ", behind it")
                .isEqualTo(GUARD);
        if (isInt) {
            assertThat(memory.get(ValueLayout.JAVA_INT, 12))
                    .as(what + ", behind it")
                    .isEqualTo((int) GUARD);
        }
    }

    private static void put(MemorySegment memory, boolean isInt, long value) {
        if (isInt) {
            memory.set(ValueLayout.JAVA_INT, 8, (int) value);
        } else {
            memory.set(ValueLayout.JAVA_LONG, 8, value);
        }
    }

    private static long narrow(long value, boolean isInt) {
        return isInt ? (int) value : value;
    }

    @Test
    void aFlagIsSetOnceUntilItIsCleared() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(8, 8);
            memory.fill((byte) -1);
            for (boolean raw : new boolean[] {true, false}) {
                long at = memory.address() + 4;
                run(raw, () -> AtomicFlag.init(at), () -> AtomicFlag.init(memory, 4));
                assertThat(AtomicFlag.unlockedTest(at)).isTrue();
                assertThat(raw ? AtomicFlag.testSet(at) : AtomicFlag.testSet(memory, 4))
                        .isTrue();
                assertThat(raw ? AtomicFlag.testSet(at) : AtomicFlag.testSet(memory, 4))
                        .isFalse();
                assertThat(raw ? AtomicFlag.unlockedTest(at) : AtomicFlag.unlockedTest(memory, 4))
                        .isFalse();
                run(raw, () -> AtomicFlag.clear(at), () -> AtomicFlag.clear(memory, 4));
                assertThat(AtomicFlag.unlockedTest(memory, 4)).isTrue();
            }
            assertThat(memory.get(ValueLayout.JAVA_INT, 0)).as("before it").isEqualTo(-1);
        }
    }

    private static void run(boolean first, Runnable one, Runnable other) {
        (first ? one : other).run();
    }
}
