package dev.palloc.atomic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.palloc.platform.JvmFork;
import dev.palloc.platform.Platform;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The strategies can be exchanged one for the other: equal results, against the same arithmetic. */
@Timeout(500)
class AtomicStrategyTest {
    private static final long[] EDGES = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, 1L << 31, 1L << 32
    };

    /** Reached by name, so that an operation that is added is tested or missed aloud. */
    private static final List<String> OPERATIONS =
            List.of("exchange", "fetchAdd", "fetchSub", "fetchAnd", "fetchOr", "fetchXor", "compareExchange");

    static Stream<AtomicStrategy> strategies() {
        return AtomicStrategy.available().stream();
    }

    @Test
    void thereAreFourAndTheNativeOneWorksWhereTheLibraryLoads() {
        assertThat(AtomicStrategy.all())
                .extracting(AtomicStrategy::name)
                .containsExactly("rereading-cas", "continuing-cas", "var-handle", "sync-intrinsic");
        if (Platform.get().name().equals("native")) {
            assertThat(AtomicStrategy.available()).isEqualTo(AtomicStrategy.all());
        }
        for (AtomicStrategy strategy : AtomicStrategy.all()) {
            assertThat(AtomicStrategy.of(strategy.name())).isSameAs(strategy);
            assertThat(AtomicStrategy.available().contains(strategy)).isEqualTo(strategy.obstacle() == null);
        }
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AtomicStrategy.of("cas"))
                .withMessage("unknown atomic strategy \"cas\": use one of rereading-cas, continuing-cas, var-handle,"
                        + " sync-intrinsic");
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void doesWhatArithmeticSays(AtomicStrategy strategy) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(24, 8);
            for (String operation : OPERATIONS) {
                for (int i = 0; i < 400; i++) {
                    long before = i < 64 ? EDGES[i / 8] : random.nextLong();
                    long first = i < 64 ? EDGES[i % 8] : i % 2 == 0 ? before : random.nextLong();
                    String what = strategy + " " + operation + " of " + before + " with " + first + ", seed " + seed;
                    check32(strategy, operation, memory, (int) before, (int) first, what);
                    check64(strategy, operation, memory, before, first, what);
                }
            }
        }
    }

    private static void check32(
            AtomicStrategy strategy, String operation, MemorySegment memory, int before, int first, String what)
            throws Exception {
        memory.fill((byte) 0x77).set(ValueLayout.JAVA_INT, 8, before);
        WordOperations.Effect effect = WordOperations.MODELS.get(operation).of(before, first, 42);
        boolean swap = operation.equals("compareExchange");
        Method method = swap
                ? AtomicStrategy.class.getMethod(operation + 32, long.class, int.class, int.class)
                : AtomicStrategy.class.getMethod(operation + 32, long.class, int.class);
        long address = memory.address() + 8;
        Object result = swap ? method.invoke(strategy, address, first, 42) : method.invoke(strategy, address, first);
        assertThat(result).as(what).isEqualTo((int) (long) effect.result());
        assertThat(memory.get(ValueLayout.JAVA_INT, 8)).as(what).isEqualTo((int) effect.after());
        assertThat(memory.get(ValueLayout.JAVA_INT, 4)).as(what + ", before it").isEqualTo(0x77777777);
        assertThat(memory.get(ValueLayout.JAVA_INT, 12))
                .as(what + ", behind it")
                .isEqualTo(0x77777777);
    }

    private static void check64(
            AtomicStrategy strategy, String operation, MemorySegment memory, long before, long first, String what)
            throws Exception {
        memory.fill((byte) 0x77).set(ValueLayout.JAVA_LONG, 8, before);
        WordOperations.Effect effect = WordOperations.MODELS.get(operation).of(before, first, 42);
        boolean swap = operation.equals("compareExchange");
        Method method = swap
                ? AtomicStrategy.class.getMethod(operation + 64, long.class, long.class, long.class)
                : AtomicStrategy.class.getMethod(operation + 64, long.class, long.class);
        long address = memory.address() + 8;
        Object result = swap ? method.invoke(strategy, address, first, 42L) : method.invoke(strategy, address, first);
        assertThat(result).as(what).isEqualTo(effect.result());
        assertThat(memory.get(ValueLayout.JAVA_LONG, 8)).as(what).isEqualTo(effect.after());
        assertThat(memory.get(ValueLayout.JAVA_INT, 4)).as(what + ", before it").isEqualTo(0x77777777);
        assertThat(memory.get(ValueLayout.JAVA_INT, 16))
                .as(what + ", behind it")
                .isEqualTo(0x77777777);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aMisalignedAddressIsRefused(AtomicStrategy strategy) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(24, 8);
            for (long offset = 1; offset < 8; offset++) {
                long address = memory.address() + offset;
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> strategy.fetchOr64(address, -1))
                        .withMessage("an atomic word of 8 bytes at address 0x" + Long.toHexString(address)
                                + ": the address must be a multiple of 8");
                if (offset != 4) {
                    assertThatIllegalArgumentException().isThrownBy(() -> strategy.exchange32(address, -1));
                    assertThatIllegalArgumentException().isThrownBy(() -> strategy.compareExchange32(address, 0, -1));
                }
            }
            assertThat(memory.mismatch(arena.allocate(24, 8))).as("all zero").isEqualTo(-1);
        }
    }

    @Test
    void withoutThePropertyEachOperationHasItsOwn() {
        assertThat(AtomicStrategy.ofOperation(AtomicOperation.FETCH_ADD)).isSameAs(AtomicStrategy.VAR_HANDLE);
        assertThat(AtomicStrategy.ofOperation(AtomicOperation.FETCH_OR)).isSameAs(AtomicStrategy.CONTINUING_CAS);
        for (AtomicOperation operation : AtomicOperation.values()) {
            assertThat(operation.strategy().obstacle())
                    .as("%s works everywhere", operation)
                    .isNull();
        }
    }

    @Test
    void thePropertyForcesOneForAll(@TempDir Path logs) throws Exception {
        JvmFork known = JvmFork.ofProgram(logs, List.of("-Ddev.palloc.atomics=rereading-cas"), StrategyProbe.class);
        JvmFork unknown = JvmFork.ofProgram(logs, List.of("-Ddev.palloc.atomics=fast"), StrategyProbe.class);

        assertThat(known.await().answers())
                .hasSize(AtomicOperation.values().length)
                .containsOnly("rereading-cas");
        JvmFork.Result refused = unknown.await();
        assertThat(refused.exitStatus()).isNotZero();
        assertThat(refused.err())
                .contains("unknown atomic strategy \"fast\": use one of rereading-cas, continuing-cas, var-handle,"
                        + " sync-intrinsic");
    }
}
