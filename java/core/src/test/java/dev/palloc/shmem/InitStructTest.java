package dev.palloc.shmem;

import static dev.palloc.shmem.ArenaAssertions.assertConsistent;
import static dev.palloc.shmem.ArenaAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitStructTest {
    private static final long TOTAL = 65_536;

    private final SharedArena arena = SharedArena.create(TestPlatforms.java(), TOTAL);

    @AfterEach
    void close() {
        arena.close();
    }

    @OnEachPlatform
    void makesAStructureOnceAndFindsItAfterwards(Platform platform) {
        try (SharedArena fresh = SharedArena.create(platform, TOTAL)) {
            SharedStruct made = fresh.initStruct("Proc Header", 100);
            assertThat(made.found()).isFalse();
            assertThat(made.name()).isEqualTo("Proc Header");
            assertThat(made.size()).isEqualTo(100);
            assertThat(made.allocatedSize()).isEqualTo(128);
            assertThat(made.address()).isEqualTo(fresh.address() + made.offset());
            assertThat(made.address() % 128).isZero();
            assertThat(made.segment().byteSize()).isEqualTo(100);
            assertThat(made.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);

            made.segment().set(ValueLayout.JAVA_LONG, 8, 42);
            long free = fresh.freeBytes();
            SharedStruct found = fresh.initStruct("Proc Header", 100);
            assertThat(found.found()).isTrue();
            assertThat(found.address()).isEqualTo(made.address());
            assertThat(found.allocatedSize()).isEqualTo(128);
            assertThat(found.segment().get(ValueLayout.JAVA_LONG, 8)).isEqualTo(42);
            assertThat(fresh.freeBytes()).isEqualTo(free);
        }
    }

    @Test
    void segmentsEndWhereTheStructureEnds() {
        MemorySegment segment = arena.initStruct("a", 100).segment();
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 100)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {579, 581, 1, 60_000, Long.MAX_VALUE})
    void refusesAnotherSizeAndNamesBoth(long size) {
        arena.initStruct("Proc Array", 580);
        assertRefused(arena, () -> arena.initStruct("Proc Array", size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Proc Array")
                .hasMessageContaining("expected " + size + " bytes")
                .hasMessageContaining("actual 580");
        assertThat(arena.initStruct("Proc Array", 580).found()).isTrue();
    }

    /** 640 bytes are taken for both; the sizes asked for count. */
    @Test
    void comparesTheSizesAskedForNotTheRoundedOnes() {
        arena.initStruct("a", 580);
        assertRefused(arena, () -> arena.initStruct("a", 640)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void refusesSizesBelowOne(long size) {
        assertRefused(arena, () -> arena.initStruct("a", size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"a\" of " + size + " bytes");
    }

    @ParameterizedTest
    @ValueSource(longs = {TOTAL, TOTAL + 1, 1L << 32, 1L << 62, Long.MAX_VALUE - 127, Long.MAX_VALUE})
    void refusesSizesThatDoNotFitAndNamesWhatIsFree(long size) {
        assertRefused(arena, () -> arena.initStruct("Buffer Blocks", size))
                .isInstanceOf(MemoryExhaustedException.class)
                .hasMessageContaining("\"Buffer Blocks\" of " + size + " bytes")
                .hasMessageContaining(arena.freeBytes() + " of " + TOTAL + " bytes are free")
                .hasMessageContaining("larger total size");
        assertThat(arena.initStruct("Buffer Blocks", 8192).found())
                .as("the name stayed unknown")
                .isFalse();
    }

    @Test
    void takesTheLastByteAndNotOneMore() {
        long free = arena.freeBytes();
        assertRefused(arena, () -> arena.initStruct("a", free + 1)).isInstanceOf(MemoryExhaustedException.class);
        arena.initStruct("a", free);
        assertThat(arena.freeBytes()).isZero();
        assertRefused(arena, () -> arena.initStruct("b", 1)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(arena.initStruct("a", free).found()).isTrue();
    }

    /** The rounded size does not fit, the size asked for would. */
    @Test
    void countsTheRoundedSizeAgainstWhatIsFree() {
        try (SharedArena odd = SharedArena.create(TestPlatforms.java(), TOTAL + 100)) {
            odd.allocate(TOTAL - (TOTAL + 100 - odd.freeBytes()));
            assertThat(odd.freeBytes()).isEqualTo(100);
            assertRefused(odd, () -> odd.initStruct("a", 100)).isInstanceOf(MemoryExhaustedException.class);
        }
    }

    /** The index needs a further piece for the second name; that the structure does not fit must undo both. */
    @Test
    void takesNothingForTheIndexIfTheStructureDoesNotFit() {
        try (SharedArena tight = SharedArena.create(TestPlatforms.java(), 8192, AlignmentPolicy.CACHELINE_128, 1)) {
            tight.initStruct("a", 1);
            long free = tight.freeBytes();
            assertRefused(tight, () -> tight.initStruct("b", free)).isInstanceOf(MemoryExhaustedException.class);
            assertRefused(tight, () -> tight.initStruct("b", free - 1279)).isInstanceOf(MemoryExhaustedException.class);
            tight.initStruct("b", free - 1280);
            assertThat(tight.freeBytes()).isZero();
            assertConsistent(tight.allocations());
        }
    }

    @Test
    void refusesIfTheIndexItselfCannotGrow() {
        try (SharedArena tight = SharedArena.create(TestPlatforms.java(), 8192, AlignmentPolicy.CACHELINE_128, 1)) {
            tight.initStruct("a", tight.freeBytes() - 1024);
            assertRefused(tight, () -> tight.initStruct("b", 1))
                    .isInstanceOf(MemoryExhaustedException.class)
                    .hasMessageContaining("growth of the index");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 128, 256, 512, 1024, 2048, 4096})
    void honoursAnAlignmentAboveThePolicys(long alignment) {
        arena.allocate(1);
        SharedStruct struct = arena.initStruct("a", 100, alignment);
        assertThat(struct.address() % Math.max(alignment, 128)).isZero();
        assertThat(struct.allocatedSize()).isEqualTo(128);
        assertThat(arena.initStruct("a", 100, alignment).found()).isTrue();
        assertConsistent(arena.allocations());
    }

    @Test
    void countsWhatAnAlignmentSkipsAsAnonymous() {
        long anonymous = anonymous();
        long used = TOTAL - arena.freeBytes();
        SharedStruct struct = arena.initStruct("a", 100, 4096);
        assertThat(anonymous()).isEqualTo(anonymous + struct.offset() - used);
    }

    private long anonymous() {
        return arena.allocations().rows().stream()
                .filter(Allocation::isAnonymous)
                .mapToLong(Allocation::size)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, 96, -1, -128, Long.MIN_VALUE})
    void refusesAlignmentsThatAreNoPowerOfTwo(long alignment) {
        assertRefused(arena, () -> arena.initStruct("a", 1, alignment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"a\" with alignment " + alignment)
                .hasMessageContaining("power of two");
    }

    @ParameterizedTest
    @ValueSource(longs = {8192, 1L << 32, 1L << 62})
    void refusesAlignmentsAboveTheSegments(long alignment) {
        assertRefused(arena, () -> arena.initStruct("a", 1, alignment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("alignment " + alignment)
                .hasMessageContaining("4096");
    }

    @Test
    void refusesAStructureThatIsAlignedToLessThanAskedFor() {
        arena.allocate(1);
        long offset = arena.initStruct("a", 100, 256).offset();
        long higher = 2 * Long.lowestOneBit(offset);
        assertRefused(arena, () -> arena.initStruct("a", 100, higher))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("offset " + offset)
                .hasMessageContaining("aligned to " + higher);
    }

    @OnEachPlatform
    void shiftsEveryStartWhenMisaligned(Platform platform) {
        try (SharedArena shifted = SharedArena.create(platform, TOTAL, AlignmentPolicy.misaligned(8))) {
            assertThat(shifted.initStruct("a", 100).address() % 128).isEqualTo(8);
            assertThat(shifted.allocate(300) % 128).isEqualTo(8);
            assertThat(shifted.initStruct("b", 100, 4096).address() % 4096).isEqualTo(8);
            assertThat(shifted.initStruct("b", 100, 4096).found()).isTrue();
            assertConsistent(shifted.allocations());
        }
    }

    @Test
    void atomicsThrowOnAShiftThatIsNoMultipleOfEight() {
        VarHandle word = ValueLayout.JAVA_LONG.varHandle();
        try (SharedArena by8 = SharedArena.create(TestPlatforms.java(), TOTAL, AlignmentPolicy.misaligned(8));
                SharedArena by4 = SharedArena.create(TestPlatforms.java(), TOTAL, AlignmentPolicy.misaligned(4))) {
            MemorySegment works = by8.initStruct("counter", 8).segment();
            assertThat((long) word.getAndAdd(works, 0L, 1L)).isZero();
            MemorySegment fails = by4.initStruct("counter", 8).segment();
            assertThatThrownBy(() -> word.getAndAdd(fails, 0L, 1L)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void saysWhatItIs() {
        assertThat(arena.initStruct("a", 100)).hasToString("a at offset 5888, 100 bytes, 128 allocated, new");
        assertThat(arena.initStruct("a", 100)).hasToString("a at offset 5888, 100 bytes, 128 allocated, found");
    }
}
