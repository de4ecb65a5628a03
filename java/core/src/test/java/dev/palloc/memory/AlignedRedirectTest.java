package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.palloc.platform.RawMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-mode")
class AlignedRedirectTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext set = manager.createAllocSet(null, "test", BlockSizes.DEFAULT);

    @AfterEach
    void close() {
        manager.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 32, 64, 128, 4096, 65_536, 1 << 20, 64 << 20})
    void shouldAlignAndLeadBack(long alignment) {
        long before = set.memAllocated(false);
        long pointer = set.pallocAligned(100, alignment, AllocFlags.ZERO);
        assertThat(pointer % alignment).isZero();
        long word = TestManager.word(pointer);
        assertThat(ChunkHeader.methodId(word)).isEqualTo(MethodId.ALIGNED_REDIRECT_ID);
        assertThat(ChunkHeader.value(word)).isEqualTo(alignment);
        assertThat(ChunkHeader.blockOffset(word)).isBetween(0L, alignment - 8);
        assertThat(manager.chunkContext(pointer)).isSameAs(set);
        assertThat(manager.chunkSpace(pointer)).isGreaterThanOrEqualTo(100 + alignment);
        for (int i = 0; i < 100; i++) {
            assertThat(RawMemory.getByte(pointer + i)).isZero();
        }
        manager.pfree(pointer);
        if (alignment > 8192) {
            assertThat(set.memAllocated(false)).isEqualTo(before);
        }
    }

    @Test
    void shouldNeedNoRedirectFor8() {
        for (long alignment = 1; alignment <= 8; alignment <<= 1) {
            long pointer = set.pallocAligned(100, alignment);
            assertThat(ChunkHeader.methodId(TestManager.word(pointer))).isEqualTo(MethodId.ALLOC_SET_ID);
        }
    }

    @Test
    @Tag("production")
    void shouldAskForSizePlusAlignment() {
        // 64 + 64 fills a chunk of 128 exactly; one byte more needs the next class.
        assertThat(manager.chunkSpace(set.pallocAligned(64, 64))).isEqualTo(136);
        assertThat(manager.chunkSpace(set.pallocAligned(65, 64))).isEqualTo(264);
    }

    @Test
    void shouldKeepAlignmentAndContentAtRealloc() {
        long pointer = set.pallocAligned(1000, 512);
        TestManager.writePattern(pointer, 1000, 9);
        for (long size : new long[] {2000, 10_000, 2_000_000, 1000}) {
            pointer = manager.repalloc(pointer, size);
            assertThat(pointer % 512).isZero();
            assertThat(TestManager.holdsPattern(pointer, 1000, 9))
                    .as("size %d", size)
                    .isTrue();
        }
        pointer = manager.repalloc(pointer, 10);
        assertThat(TestManager.holdsPattern(pointer, 10, 9)).isTrue();
        manager.pfree(pointer);
    }

    @Test
    void shouldWorkInAGeneration() {
        MemoryContext generation = manager.createGeneration(null, "generation", BlockSizes.DEFAULT);
        long pointer = generation.pallocAligned(50, 128);
        assertThat(pointer % 128).isZero();
        assertThat(manager.chunkContext(pointer)).isSameAs(generation);
        manager.pfree(pointer);
        assertThat(generation.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, -8, 24, Long.MIN_VALUE, 256 << 20, 1L << 40})
    void shouldRefuseOtherAlignments(long alignment) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.pallocAligned(8, alignment))
                .withMessageContaining(Long.toString(alignment));
        assertThat(set.isReset()).isTrue();
    }

    @Test
    @Tag("production")
    void shouldHoldTheLimitForTheEnlargedSize() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.pallocAligned(AllocFlags.MAX_ALLOC_SIZE - 63, 64))
                .withMessageContaining(Long.toString(AllocFlags.MAX_ALLOC_SIZE + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> set.pallocAligned(-1, 64));
        assertThat(set.pallocAligned(Long.MAX_VALUE - 10, 64, AllocFlags.HUGE | AllocFlags.NO_OOM))
                .isZero();
    }
}
