package dev.palloc.bindings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each intrinsic, called by its binding, returns and stores the right value and touches nothing beside its cell. */
class AtomicsTest {
    private static final byte GUARD = 0x5A;
    private static final Map<String, LongBinaryOperator> READ_MODIFY_WRITE = Map.of(
            "fetch_add", (a, b) -> a + b,
            "fetch_sub", (a, b) -> a - b,
            "fetch_and", (a, b) -> a & b,
            "fetch_or", (a, b) -> a | b,
            "fetch_xor", (a, b) -> a ^ b,
            "lock_test_and_set", (a, b) -> b);

    /** Both ends of either range, patterns of bits, and values with something on each side of bit 32. */
    private static final long[] VALUES = {
        0, 1, 2, -1, 0x7FFF_FFFFL, 0x8000_0000L, 0xFFFF_FFFFL, Long.MAX_VALUE, Long.MIN_VALUE, 0x0F0F_3C3C_5555_AAAAL
    };

    record Case(Width width, String intrinsic) {}

    private Arena arena;
    private MemorySegment room;

    @BeforeAll
    static void load() {
        CLayer.load();
    }

    @BeforeEach
    void open() {
        arena = Arena.ofShared();
        room = arena.allocate(24, 8).fill(GUARD);
    }

    @AfterEach
    void neighboursAreUntouched() {
        for (int i = 0; i < 8; i++) {
            assertThat(room.get(palloc_h.C_CHAR, i)).as("byte %d", i).isEqualTo(GUARD);
            assertThat(room.get(palloc_h.C_CHAR, 16 + i)).as("byte %d", 16 + i).isEqualTo(GUARD);
        }
        arena.close();
    }

    /** A 32-bit cell ends where the guard begins, so that a wider access would be seen on that side. */
    private MemorySegment cell(Width width) {
        return room.asSlice(16 - width.bytes, width.bytes);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readModifyWriteReturnsTheOldAndStoresTheNewValue(Case tested) {
        Width width = tested.width;
        MemorySegment cell = cell(width);
        for (long old : VALUES) {
            for (long operand : VALUES) {
                width.set(cell, old);
                assertThat(width.call(tested.intrinsic, cell, operand)).isEqualTo(old & width.mask);
                long expected = READ_MODIFY_WRITE.get(tested.intrinsic).applyAsLong(old, operand);
                assertThat(width.get(cell)).as("%x, %x", old, operand).isEqualTo(expected & width.mask);
            }
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Width width : Width.values()) {
            READ_MODIFY_WRITE.keySet().stream().sorted().forEach(name -> cases.add(new Case(width, name)));
        }
        return cases;
    }

    @ParameterizedTest
    @EnumSource
    void additionAndSubtractionWrapAround(Width width) {
        MemorySegment cell = cell(width);
        width.set(cell, width.mask);
        assertThat(width.call("fetch_add", cell, 1)).isEqualTo(width.mask);
        assertThat(width.get(cell)).isZero();
        assertThat(width.call("fetch_sub", cell, 1)).isZero();
        assertThat(width.get(cell)).isEqualTo(width.mask);
    }

    @ParameterizedTest
    @EnumSource
    void compareAndSwapStoresOnlyOverTheExpectedValue(Width width) {
        MemorySegment cell = cell(width);
        for (long old : VALUES) {
            // One bit off, at either end: a comparison of fewer bits would not notice.
            for (long other : new long[] {old ^ 1, old ^ (1L << (width.bytes * 8 - 1))}) {
                width.set(cell, old);
                assertThat(width.call("bool_compare_and_swap", cell, other, 7)).isZero();
                assertThat(width.get(cell)).isEqualTo(old & width.mask);
                assertThat(width.call("val_compare_and_swap", cell, other, 7)).isEqualTo(old & width.mask);
                assertThat(width.get(cell)).isEqualTo(old & width.mask);

                assertThat(width.call("bool_compare_and_swap", cell, old, other))
                        .isNotZero();
                assertThat(width.get(cell)).isEqualTo(other & width.mask);
                assertThat(width.call("val_compare_and_swap", cell, other, old)).isEqualTo(other & width.mask);
                assertThat(width.get(cell)).isEqualTo(old & width.mask);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void loadAndStore(Width width) {
        MemorySegment cell = cell(width);
        for (long value : VALUES) {
            width.call("store_release", cell, value);
            assertThat(width.get(cell)).isEqualTo(value & width.mask);
            assertThat(width.call("load_acquire", cell)).isEqualTo(value & width.mask);
            width.call("lock_release", cell);
            assertThat(width.get(cell)).isZero();
        }
    }

    @Test
    void barrierAndHintReturn() {
        assertThatCode(palloc_h::palloc_full_barrier).doesNotThrowAnyException();
        assertThatCode(palloc_h::palloc_spin_hint).doesNotThrowAnyException();
    }
}
