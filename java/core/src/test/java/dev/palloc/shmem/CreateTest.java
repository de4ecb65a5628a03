package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CreateTest {
    private static final AlignmentPolicy TODAY = AlignmentPolicy.CACHELINE_128;

    @OnEachPlatform
    void alignsAsTodayUnlessTold(Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, 10_000)) {
            assertThat(arena.policy()).isEqualTo(TODAY);
            assertThat(arena.totalSize()).isEqualTo(10_000);
            assertThat(arena.address() % 4096).isZero();
            assertThat(arena)
                    .hasToString("arena at 0x" + Long.toHexString(arena.address()) + ", 10000 bytes, CACHELINE_128");
        }
    }

    /** 32 of index header, 8 for the one bucket, 80 for the one entry, rounded; the index starts at 64 or 128. */
    @ParameterizedTest
    @CsvSource({"1, 184", "2, 184", "3, 192", "4, 256"})
    void needsRoomForHeaderAndIndex(int policy, long least) {
        AlignmentPolicy rounding = AlignmentPolicy.ofNumber(policy);
        SharedArena.create(TestPlatforms.java(), least, rounding, 1).close();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedArena.create(TestPlatforms.java(), least - 1, rounding, 1))
                .withMessageContaining("an arena of " + (least - 1) + " bytes")
                .withMessageContaining(least + " bytes under " + rounding);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, 63, 64, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 4096})
    void refusesImpossibleSizes(long size) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedArena.create(TestPlatforms.java(), size))
                .withMessageContaining("an arena of " + size + " bytes");
    }

    @OnEachPlatform
    void saysWhenThereIsNoMemory(Platform platform) {
        assertThatThrownBy(() -> SharedArena.create(platform, 1L << 60))
                .isInstanceOf(MemoryExhaustedException.class)
                .hasMessageContaining((1L << 60) + " bytes")
                .hasMessageContaining(platform.name());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, (1 << 20) + 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void refusesImpossibleExpectations(int expectedStructs) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedArena.create(TestPlatforms.java(), 1 << 20, TODAY, expectedStructs))
                .withMessageContaining(expectedStructs + " expected structures");
    }

    @OnEachPlatform
    void refusesNulls(Platform platform) {
        assertThatNullPointerException()
                .isThrownBy(() -> SharedArena.create(null, 10_000))
                .withMessageContaining("platform");
        assertThatNullPointerException()
                .isThrownBy(() -> SharedArena.create(platform, 10_000, null))
                .withMessageContaining("policy");
        assertThatNullPointerException()
                .isThrownBy(() -> SharedArena.attach(null, 4096))
                .withMessageContaining("platform");
    }
}
