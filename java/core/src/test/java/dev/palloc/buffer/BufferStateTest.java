package dev.palloc.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the table of bits that PostgreSQL 18.6's header was read for. */
class BufferStateTest {
    private static final long SEED = 64;

    @ParameterizedTest
    @CsvSource({
        "22, LOCKED",
        "23, DIRTY",
        "24, VALID",
        "25, TAG_VALID",
        "26, IO_IN_PROGRESS",
        "27, IO_ERROR",
        "28, JUST_DIRTIED",
        "29, PIN_COUNT_WAITER",
        "30, CHECKPOINT_NEEDED",
        "31, PERMANENT"
    })
    void everyFlagHasItsBit(int bit, String name) throws ReflectiveOperationException {
        int flag = BufferState.class.getDeclaredField(name).getInt(null);

        assertThat(flag).isEqualTo(1 << bit);
        assertThat(flag & (BufferState.REFCOUNT_MASK | BufferState.USAGE_MASK)).isZero();
    }

    @Test
    void theFieldsFillTheWordAndDoNotOverlap() {
        assertThat(BufferState.REFCOUNT_MASK).isEqualTo(0x0003_FFFF);
        assertThat(BufferState.USAGE_MASK).isEqualTo(0x003C_0000);
        assertThat(BufferState.FLAGS_MASK).isEqualTo(0xFF80_0000);
        assertThat(BufferState.MAX_USAGE).isEqualTo(5);
    }

    @Test
    void aPinChangesItsTwoCountersAndNothingElse() {
        Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++) {
            int flags = random.nextInt() & BufferState.FLAGS_MASK;
            int usage = random.nextInt(BufferState.MAX_USAGE + 1);
            int refcount = random.nextInt(BufferState.REFCOUNT_MASK);
            int state = flags | usage << 18 | refcount;

            int pinned = BufferState.pinned(state);
            int byRing = BufferState.pinnedByRing(state);

            assertThat(BufferState.refcount(pinned)).isEqualTo(refcount + 1);
            assertThat(BufferState.usage(pinned)).isEqualTo(Math.min(usage + 1, 5));
            assertThat(pinned & BufferState.FLAGS_MASK).isEqualTo(flags);
            assertThat(BufferState.refcount(byRing)).isEqualTo(refcount + 1);
            assertThat(BufferState.usage(byRing)).isEqualTo(Math.max(usage, 1));
            assertThat(byRing & BufferState.FLAGS_MASK).isEqualTo(flags);
        }
    }

    @Test
    void aMessageHasAllOfIt() {
        assertThat(BufferState.describe(-1))
                .isEqualTo("262143 pins, usage 15, locked, dirty, valid, in the table, I/O in progress, I/O error,"
                        + " just dirtied, waiter for cleanup, checkpoint needed, permanent");
        assertThat(BufferState.describe(BufferState.VALID | 2)).isEqualTo("2 pins, usage 0, valid");
    }
}
