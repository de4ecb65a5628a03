package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-mode")
class GenerationTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext context = manager.createGeneration(null, "test", BlockSizes.DEFAULT);

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    void shouldCountAFreshContextAsTheServerDoes() {
        assertThat(context.memAllocated(false)).isEqualTo(8064);
        assertThat(context.counters()).isEqualTo(new ContextCounters(1, 0, 8192, 8008));
    }

    @Test
    @Tag("production")
    void shouldWriteTheHeadersOfTheServer() {
        long pointer = context.palloc(100);
        assertThat(TestManager.hexWord(pointer)).isEqualTo("000000e000000d04");
        assertThat(manager.chunkSpace(pointer)).isEqualTo(112);
        assertThat(manager.chunkContext(pointer)).isSameAs(context);
        assertThat(ChunkHeader.isExternal(TestManager.word(context.palloc(524_288))))
                .isFalse();
        long external = context.palloc(524_289);
        assertThat(TestManager.hexWord(external)).isEqualTo("b1a8db858eb6efb4");
        assertThat(manager.chunkSpace(external)).isEqualTo(524_296 + 8);
    }

    @Test
    void shouldLimitChunksToAnEighthOfTheLargestBlock() {
        assertThat(Generation.chunkLimit(8 * 1024 * 1024)).isEqualTo(524_288);
        assertThat(Generation.chunkLimit(8 * 1024)).isEqualTo(512);
    }

    @Test
    @Tag("production")
    void shouldTakeNoDataBytesForSizeZero() {
        long first = context.palloc(0);
        long second = context.palloc(0);
        assertThat(second - first).isEqualTo(ChunkHeader.SIZE);
        manager.pfree(first);
        manager.pfree(second);
        assertThat(context.isEmpty()).isTrue();
    }

    @Test
    void shouldRaiseANewBlockToTheNextPowerOfTwoThatHoldsTheChunk() {
        long before = context.memAllocated(false);
        context.palloc(20_000);
        assertThat(context.memAllocated(false) - before).isEqualTo(32_768);
    }

    @Test
    @Tag("production")
    void shouldUseAnEmptiedBlockAgain() {
        while (context.counters().blocks() == 1) {
            context.palloc(1000);
        }
        // The second block has 8192 bytes: seven more chunks of 1008 fit behind the one it began with.
        long[] second = new long[7];
        for (int i = 0; i < second.length; i++) {
            second[i] = context.palloc(1000);
        }
        long firstOfSecond = second[0] - 1008;
        long firstOfThird = context.palloc(1000);
        assertThat(context.counters().blocks()).isEqualTo(3);
        long allocated = context.memAllocated(false);
        manager.pfree(firstOfSecond);
        for (long pointer : second) {
            manager.pfree(pointer);
        }
        assertThat(context.memAllocated(false)).as("kept as the spare").isEqualTo(allocated);
        // The third has 16384 bytes and is being carved; once full, the spare is next.
        for (long next = context.palloc(1000); next != firstOfSecond; next = context.palloc(1000)) {
            assertThat(next).isBetween(firstOfThird, firstOfThird + 16_384);
        }
        assertThat(context.memAllocated(false)).isEqualTo(allocated);
    }

    @Test
    @Tag("production")
    void shouldKeepTheBlockOfAFreedLargeChunkAsSpareAndCarveIt() {
        long large = context.palloc(600_000);
        assertThat(context.memAllocated(false)).isEqualTo(8064 + 600_064);
        manager.pfree(large);
        assertThat(context.memAllocated(false)).isEqualTo(8064 + 600_064);
        for (int i = 0; i < 7; i++) {
            context.palloc(1000);
        }
        long carved = context.palloc(1000);
        assertThat(carved).as("first chunk of the spare block").isEqualTo(large);
        assertThat(context.memAllocated(false)).isEqualTo(8064 + 600_064);
    }

    @Test
    @Tag("production")
    void shouldGiveASecondEmptyBlockBack() {
        long first = context.palloc(600_000);
        long second = context.palloc(700_000);
        manager.pfree(first);
        manager.pfree(second);
        assertThat(context.memAllocated(false)).isEqualTo(8064 + 600_064);
    }

    @Test
    void shouldNotUseAnEmptiedKeeperBeforeReset() {
        long inKeeper = context.palloc(7000);
        long inSecond = context.palloc(7000);
        manager.pfree(inKeeper);
        long next = context.palloc(1000);
        assertThat(next).isNotEqualTo(inKeeper);
        manager.pfree(inSecond);
        context.reset();
        assertThat(context.palloc(8)).isEqualTo(inKeeper);
    }

    @Test
    @Tag("production")
    void shouldReallocByFitOrByCopy() {
        context.palloc(8); // keeps the keeper from being marked empty, which would forget the freed chunks
        long pointer = context.palloc(100);
        TestManager.writePattern(pointer, 100, 5);
        assertThat(manager.repalloc(pointer, 104)).isEqualTo(pointer);
        assertThat(manager.repalloc(pointer, 1)).isEqualTo(pointer);
        long moved = manager.repalloc(pointer, 105);
        assertThat(moved).isNotEqualTo(pointer);
        assertThat(TestManager.holdsPattern(moved, 100, 5)).isTrue();
        long external = manager.repalloc(moved, 600_000);
        assertThat(TestManager.holdsPattern(external, 100, 5)).isTrue();
        assertThat(manager.repalloc(external, 5)).isEqualTo(external);
        long externalAgain = manager.repalloc(external, 600_001);
        assertThat(TestManager.holdsPattern(externalAgain, 100, 5)).isTrue();
        manager.pfree(externalAgain);
        assertThat(context.counters().freeChunks()).isEqualTo(2);
    }

    @Test
    void shouldBeFreshAfterReset() {
        for (int i = 0; i < 2000; i++) {
            long pointer = context.palloc(i * 13 % 3000);
            if (i % 3 == 0) {
                manager.pfree(pointer);
            }
        }
        context.palloc(1_000_000);
        context.reset();
        assertThat(context.memAllocated(false)).isEqualTo(8064);
        assertThat(context.counters()).isEqualTo(new ContextCounters(1, 0, 8192, 8008));
        assertThat(context.isEmpty()).isTrue();
    }
}
