package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.InvalidChunkException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-mode")
class BumpTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext bump = manager.createBump(null, "test", BlockSizes.DEFAULT);

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    void shouldCountAFreshContextAsTheServerDoes() {
        assertThat(bump.memAllocated(false)).isEqualTo(8192);
        assertThat(bump.counters()).isEqualTo(new ContextCounters(1, 0, 8080, 8048));
    }

    @Test
    @Tag("production")
    void shouldPutChunksSideBySide() {
        long first = bump.palloc(1);
        long second = bump.palloc(16);
        assertThat(second - first).isEqualTo(8);
        assertThat(bump.palloc(0)).isEqualTo(second + 16);
        assertThat(bump.palloc(0)).isEqualTo(second + 16);
    }

    @Test
    void shouldLimitChunksToAnEighthOfTheLargestBlock() {
        assertThat(Bump.chunkLimit(8 * 1024 * 1024)).isEqualTo(524_288);
        assertThat(Bump.chunkLimit(8 * 1024)).isEqualTo(512);
    }

    @Test
    @Tag("production")
    void shouldGoOnCarvingTheHeadAfterALargeChunk() {
        long first = bump.palloc(8);
        bump.palloc(1_000_000);
        assertThat(bump.memAllocated(false)).isEqualTo(8192 + 1_000_032);
        assertThat(bump.palloc(8)).isEqualTo(first + 8);
    }

    @Test
    void shouldRaiseANewBlockToTheNextPowerOfTwoThatHoldsTheChunk() {
        bump.palloc(20_000);
        assertThat(bump.memAllocated(false)).isEqualTo(8192 + 32_768);
    }

    @Test
    void shouldAlignWithoutAHeader() {
        bump.palloc(8);
        long aligned = bump.pallocAligned(100, 256);
        assertThat(aligned % 256).isZero();
        TestManager.writePattern(aligned, 100, 1);
        long next = bump.palloc(8);
        assertThat(next).isGreaterThanOrEqualTo(aligned + 100);
        assertThat(TestManager.holdsPattern(aligned, 100, 1)).isTrue();
    }

    /** Without headers it is the bytes before that are taken for one: zeros, as most often, are refused. */
    @Test
    @Tag("production")
    void shouldRefuseToFreeAChunkBehindZeros() {
        bump.pallocZeroed(8);
        long pointer = bump.palloc(8);
        for (Runnable operation : new Runnable[] {
            () -> manager.pfree(pointer),
            () -> manager.repalloc(pointer, 16),
            () -> manager.chunkSpace(pointer),
            () -> manager.chunkContext(pointer)
        }) {
            assertThatThrownBy(operation::run)
                    .isInstanceOf(InvalidChunkException.class)
                    .hasMessageContaining("0x" + Long.toHexString(pointer));
        }
        assertThatThrownBy(() -> bump.free(bump.allocate(8)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("\"test\"");
    }

    @Test
    void shouldBeFreshAfterReset() {
        long first = bump.palloc(8);
        assertThat(bump.isEmpty()).isFalse();
        for (int i = 0; i < 5000; i++) {
            bump.palloc(i % 700);
        }
        bump.palloc(2_000_000);
        bump.reset();
        assertThat(bump.isEmpty()).isTrue();
        assertThat(bump.memAllocated(false)).isEqualTo(8192);
        assertThat(bump.palloc(8)).isEqualTo(first);
    }
}
