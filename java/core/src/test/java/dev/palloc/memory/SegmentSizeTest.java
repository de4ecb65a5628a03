package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A segment has the size it was asked for, the alignment it was asked for, and nothing of anybody else's. */
@Tag("any-mode")
@ExtendWith(QuietLog.class)
class SegmentSizeTest {
    private static final long[] SIZES = {
        0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 255, 256, 1000, 1024, 4095, 4096, 8184, 8191, 8192, 8193, 100_000,
        1 << 20
    };

    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(ContextType type) {
        return TestContexts.root(manager, type);
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "BUMP"})
    void sizeIsExactAndAddressAlignedForEveryAlignment(ContextType type) {
        MemoryContext context = create(type);
        for (long alignment = 1; alignment <= 1 << 16; alignment <<= 1) {
            for (long size : SIZES) {
                assertExact(context, size, alignment);
            }
            context.reset();
        }
    }

    @Test
    void theLargestAlignmentsAreServedToo() {
        // One type: the JDK clears what it allocates, and page by page that takes time.
        MemoryContext set = create(ContextType.ALLOC_SET);
        for (long alignment = 1 << 17; alignment <= AlignedRedirect.MAX_ALIGNMENT; alignment <<= 1) {
            assertExact(set, 100_001, alignment);
            set.reset();
        }
    }

    private static void assertExact(MemoryContext context, long size, long alignment) {
        // An odd size before each, so that nothing is aligned by luck.
        context.allocate(1 + (size + alignment) % 23);
        MemorySegment segment = context.allocate(size, alignment);
        assertThat(segment.byteSize()).isEqualTo(size);
        assertThat(segment.address() % alignment)
                .as("%d bytes aligned to %d", size, alignment)
                .isZero();
        TestContexts.write(segment, size);
        assertThat(TestContexts.holds(segment, size, size)).isTrue();
    }

    @Test
    void aSlabGivesUpToItsChunkSizeAndAlignsTo8() {
        MemoryContext slab = manager.createSlab(null, "slab", 8192, 100);
        for (long size = 0; size <= 100; size++) {
            for (long alignment = 1; alignment <= 8; alignment <<= 1) {
                MemorySegment segment = slab.allocate(size, alignment);
                assertThat(segment.byteSize()).isEqualTo(size);
                assertThat(segment.address() % 8).isZero();
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> slab.allocate(101))
                .withMessageContaining("\"slab\"")
                .withMessageContaining("101 bytes")
                .withMessageContaining("100");
        // 36 + 64 is just the chunk size, and still no slab can align.
        for (long size : new long[] {8, 36, 84, 100}) {
            for (long alignment : new long[] {16, 64}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> slab.allocate(size, alignment))
                        .withMessageContaining("\"slab\"")
                        .withMessageContaining(Long.toString(alignment));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void accessOutsideThrows(ContextType type) {
        MemoryContext context = create(type);
        MemorySegment segment = context.allocate(13);
        segment.set(ValueLayout.JAVA_BYTE, 12, (byte) 1);
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 13)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segment.set(ValueLayout.JAVA_BYTE, -1, (byte) 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_LONG, 8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segment.asSlice(5, 9)).isInstanceOf(IndexOutOfBoundsException.class);
        MemorySegment empty = context.allocate(0);
        assertThatThrownBy(() -> empty.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void segmentsDoNotOverlap(ContextType type) {
        long seed = 20_260_101;
        Random random = new Random(seed);
        MemoryContext context = create(type);
        List<MemorySegment> segments = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            long size = random.nextInt(3) == 0 ? random.nextInt(4000) : random.nextInt(70);
            long alignment = type == ContextType.SLAB ? 1L << random.nextInt(4) : 1L << random.nextInt(10);
            MemorySegment segment = context.allocate(size, alignment);
            assertThat(segment.address() % alignment).as("seed %d, %d", seed, i).isZero();
            TestContexts.write(segment, i);
            segments.add(segment);
        }
        for (int i = 0; i < segments.size(); i++) {
            MemorySegment segment = segments.get(i);
            assertThat(TestContexts.holds(segment, segment.byteSize(), i))
                    .as("seed %d, segment %d", seed, i)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "SLAB"})
    void zeroBytesAreAChunkOfTheirOwn(ContextType type) {
        MemoryContext context = create(type);
        List<MemorySegment> empty = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            MemorySegment segment = context.allocate(0, i % 2 == 0 ? 1 : 8);
            assertThat(segment.byteSize()).isZero();
            assertThat(segment.address()).isNotZero();
            empty.add(segment);
        }
        assertThat(empty.stream().map(MemorySegment::address).distinct()).hasSize(1000);
        List<MemorySegment> grown = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            if (i % 2 == 0) {
                context.free(empty.get(i));
            } else {
                MemorySegment segment = context.reallocate(empty.get(i), 100);
                assertThat(segment.byteSize()).isEqualTo(100);
                TestContexts.write(segment, i);
                grown.add(segment);
            }
        }
        for (int i = 0; i < grown.size(); i++) {
            assertThat(TestContexts.holds(grown.get(i), 100, 2L * i + 1)).isTrue();
            context.free(grown.get(i));
        }
    }

    @Test
    void zeroBytesOfABumpContextAreValid() {
        MemoryContext bump = create(ContextType.BUMP);
        MemorySegment before = bump.allocate(16);
        MemorySegment empty = bump.allocate(0);
        MemorySegment after = bump.allocate(16);
        assertThat(empty.byteSize()).isZero();
        assertThat(before.asOverlappingSlice(after)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "BUMP"})
    void impossibleSizesAreExhaustionWithAllNumbers(ContextType type) {
        MemoryContext context = create(type);
        ContextCounters before = context.counters();
        for (long size : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 7, Long.MAX_VALUE - 100}) {
            for (long alignment : new long[] {1, 64, 128 << 20}) {
                assertThatThrownBy(() -> context.allocate(size, alignment))
                        .isInstanceOf(MemoryExhaustedException.class)
                        .hasMessageContaining("\"" + type.label() + "\"");
                assertThatThrownBy(() -> context.allocateZeroed(size, alignment))
                        .isInstanceOf(MemoryExhaustedException.class);
            }
        }
        assertThatThrownBy(() -> context.allocate(Long.MAX_VALUE))
                .isInstanceOf(MemoryExhaustedException.class)
                .hasMessageContaining(Long.toString(Long.MAX_VALUE));
        // No overflow, and more than any machine has. Once: the JDK collects garbage and waits before it gives up.
        assertThatThrownBy(() -> context.allocate(1L << 55))
                .isInstanceOf(MemoryExhaustedException.class)
                .hasMessageContaining(Long.toString(1L << 55));
        assertThat(context.counters()).isEqualTo(before);
        assertThat(context.isReset()).isTrue();
        TestContexts.write(context.allocate(100), 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION"})
    void growingBeyondAllMemoryLeavesTheSegmentAsItWas(ContextType type) {
        MemoryContext context = create(type);
        for (long first : new long[] {100, 700_000}) {
            for (long alignment : new long[] {1, 256}) {
                MemorySegment segment = context.allocate(first, alignment);
                TestContexts.write(segment, 3);
                ContextCounters before = context.counters();
                for (long size : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 100}) {
                    assertThatThrownBy(() -> context.reallocate(segment, size))
                            .isInstanceOf(MemoryExhaustedException.class);
                }
                assertThatIllegalArgumentException().isThrownBy(() -> context.reallocate(segment, -1));
                assertThat(context.counters()).isEqualTo(before);
                assertThat(TestContexts.holds(segment, first, 3)).isTrue();
                context.free(segment);
            }
        }
    }

    /** Above PostgreSQL's limit for a request without the huge flag, and above what a Java array can be. */
    @Test
    void sizesAboveOneGibAreOrdinary() {
        assumeTrue(
                !Checking.ENABLED && Platform.get().name().equals("native"),
                "elsewhere the memory is cleared or wiped, every page of it");
        MemoryContext set = create(ContextType.ALLOC_SET);
        long size = (3L << 29) + 3;
        MemorySegment segment = set.allocate(size, 4096);
        assertThat(segment.byteSize()).isEqualTo(size);
        segment.set(ValueLayout.JAVA_BYTE, size - 1, (byte) 5);
        segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 6);
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, size))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(set.memAllocated(false)).isGreaterThan(size);
        set.free(segment);
        assertThat(set.memAllocated(false)).isLessThan(1 << 20);
    }
}
