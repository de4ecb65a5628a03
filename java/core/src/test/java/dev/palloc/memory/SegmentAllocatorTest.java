package dev.palloc.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method that the JDK's allocator has, as a context of each type serves it. */
@Tag("any-mode")
class SegmentAllocatorTest {
    private static final List<Charset> CHARSETS = List.of(
            StandardCharsets.UTF_8,
            StandardCharsets.ISO_8859_1,
            StandardCharsets.US_ASCII,
            StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE,
            StandardCharsets.UTF_16,
            Charset.forName("UTF-32LE"));

    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(ContextType type) {
        return TestContexts.root(manager, type);
    }

    private static void assertFits(MemorySegment segment, long size, long alignment) {
        assertThat(segment.byteSize()).isEqualTo(size);
        assertThat(segment.address() % alignment).isZero();
        assertThat(segment.isNative()).isTrue();
        assertThat(segment.isReadOnly()).isFalse();
        assertThat(segment.isMapped()).isFalse();
        assertThat(segment.heapBase()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void allocatesBySizeAlignmentAndLayout(ContextType type) {
        SegmentAllocator allocator = create(type);
        assertFits(allocator.allocate(13), 13, 1);
        assertFits(allocator.allocate(13, 8), 13, 8);
        assertFits(allocator.allocate(JAVA_LONG), 8, 8);
        assertFits(allocator.allocate(JAVA_SHORT, 7), 14, 2);
        assertFits(allocator.allocate(JAVA_SHORT, 0), 0, 2);
        MemoryLayout point = MemoryLayout.structLayout(JAVA_INT.withName("x"), JAVA_INT, JAVA_DOUBLE.withName("y"));
        assertFits(allocator.allocate(point), 16, 8);
        assertFits(allocator.allocate(point, 100), 1600, 8);
        assertFits(allocator.allocate(MemoryLayout.sequenceLayout(50, point)), 800, 8);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void allocatesFromSingleValues(ContextType type) {
        SegmentAllocator allocator = create(type);
        assertThat(allocator.allocateFrom(JAVA_BYTE, (byte) -7).get(JAVA_BYTE, 0))
                .isEqualTo((byte) -7);
        assertThat(allocator.allocateFrom(JAVA_CHAR, 'ä').get(JAVA_CHAR, 0)).isEqualTo('ä');
        assertThat(allocator.allocateFrom(JAVA_SHORT, (short) -300).get(JAVA_SHORT, 0))
                .isEqualTo((short) -300);
        assertThat(allocator.allocateFrom(JAVA_INT, 70_000).get(JAVA_INT, 0)).isEqualTo(70_000);
        assertThat(allocator.allocateFrom(JAVA_FLOAT, 1.5f).get(JAVA_FLOAT, 0)).isEqualTo(1.5f);
        assertThat(allocator.allocateFrom(JAVA_LONG, Long.MIN_VALUE).get(JAVA_LONG, 0))
                .isEqualTo(Long.MIN_VALUE);
        assertThat(allocator.allocateFrom(JAVA_DOUBLE, Math.PI).get(JAVA_DOUBLE, 0))
                .isEqualTo(Math.PI);
        MemorySegment target = allocator.allocateFrom(JAVA_LONG, 5);
        MemorySegment pointer = allocator.allocateFrom(ADDRESS, target);
        assertFits(pointer, ADDRESS.byteSize(), ADDRESS.byteAlignment());
        assertThat(pointer.get(ADDRESS, 0).address()).isEqualTo(target.address());
        ValueLayout.OfInt foreign = JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
        MemorySegment swapped = allocator.allocateFrom(foreign, 0x01020304);
        assertThat(swapped.get(JAVA_BYTE, 0)).isEqualTo((byte) 1);
        assertThat(swapped.get(foreign, 0)).isEqualTo(0x01020304);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void allocatesFromArraysOfEveryType(ContextType type) {
        SegmentAllocator allocator = create(type);
        assertThat(allocator
                        .allocateFrom(JAVA_BYTE, (byte) 1, (byte) 2, (byte) 3)
                        .toArray(JAVA_BYTE))
                .containsExactly(1, 2, 3);
        assertThat(allocator.allocateFrom(JAVA_SHORT, (short) -1, (short) 300).toArray(JAVA_SHORT))
                .containsExactly(-1, 300);
        assertThat(allocator.allocateFrom(JAVA_CHAR, 'x', '€').toArray(JAVA_CHAR))
                .containsExactly('x', '€');
        assertThat(allocator.allocateFrom(JAVA_INT, 1, -1, 1 << 30).toArray(JAVA_INT))
                .containsExactly(1, -1, 1 << 30);
        assertThat(allocator.allocateFrom(JAVA_FLOAT, 1f, -2f).toArray(JAVA_FLOAT))
                .containsExactly(1f, -2f);
        assertThat(allocator.allocateFrom(JAVA_LONG, 1L, -1L << 40).toArray(JAVA_LONG))
                .containsExactly(1L, -1L << 40);
        assertThat(allocator.allocateFrom(JAVA_DOUBLE, 0.5, -0.25).toArray(JAVA_DOUBLE))
                .containsExactly(0.5, -0.25);
        assertFits(allocator.allocateFrom(JAVA_LONG), 0, 8);
        assertFits(allocator.allocateFrom(JAVA_LONG, new long[512]), 4096, 8);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void allocatesFromOtherSegments(ContextType type) {
        MemoryContext context = create(type);
        MemorySegment heap = MemorySegment.ofArray(new int[] {10, 20, 30, 40});
        MemorySegment copy = context.allocateFrom(JAVA_INT, heap, JAVA_INT, 4, 2);
        assertThat(copy.toArray(JAVA_INT)).containsExactly(20, 30);
        MemorySegment own = context.allocateFrom(JAVA_BYTE, copy, JAVA_BYTE, 0, 8);
        assertThat(own.toArray(JAVA_INT.withByteAlignment(1))).containsExactly(20, 30);
        MemorySegment swapped = context.allocateFrom(JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), heap, JAVA_INT, 0, 4);
        assertThat(swapped.getAtIndex(JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), 3))
                .isEqualTo(40);
        assertThatThrownBy(() -> context.allocateFrom(JAVA_INT, heap, JAVA_INT, 4, 4))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void allocatesFromStringsInEveryCharset(ContextType type) {
        SegmentAllocator allocator = create(type);
        for (String text : List.of("", "a", "plain ASCII", "Größe", "emoji 😀 and 中文", "x".repeat(500))) {
            MemorySegment utf8 = allocator.allocateFrom(text);
            assertThat(utf8.getString(0)).isEqualTo(text);
            assertThat(utf8.byteSize()).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length + 1);
            for (Charset charset : CHARSETS) {
                // What the charset cannot say it says with a question mark.
                String said = new String(text.getBytes(charset), charset);
                assertThat(allocator.allocateFrom(text, charset).getString(0, charset))
                        .as("%s in %s", text, charset)
                        .isEqualTo(said);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void servesTheAllocatorsThatWrapIt(ContextType type) {
        MemoryContext context = create(type);
        SegmentAllocator slices = SegmentAllocator.slicingAllocator(context.allocate(64, 8));
        assertThat(slices.allocateFrom(JAVA_LONG, 3).get(JAVA_LONG, 0)).isEqualTo(3);
        SegmentAllocator prefix = SegmentAllocator.prefixAllocator(context.allocate(64, 8));
        assertThat(prefix.allocateFrom("again").getString(0)).isEqualTo("again");
        context.reset();
        assertThatThrownBy(() -> prefix.allocateFrom("again")).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void refusesWhatNoSegmentCanBe(ContextType type) {
        MemoryContext context = create(type);
        for (long size : new long[] {-1, Long.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.allocate(size))
                    .withMessageContaining(Long.toString(size));
            assertThatIllegalArgumentException().isThrownBy(() -> context.allocate(size, 64));
            assertThatIllegalArgumentException().isThrownBy(() -> context.allocateZeroed(size, 1));
        }
        for (long alignment : new long[] {0, -1, 3, 24, Long.MIN_VALUE, 256 << 20, 1L << 40}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.allocate(8, alignment))
                    .withMessageContaining(Long.toString(alignment));
            assertThatIllegalArgumentException().isThrownBy(() -> context.allocateZeroed(8, alignment));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> context.allocate(JAVA_LONG, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> context.allocate(JAVA_LONG, Long.MAX_VALUE / 4));
        assertThat(context.isReset()).as("nothing was allocated").isTrue();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void aSharedManagerServesTheSame(ContextType type) {
        try (MemoryManager shared = TestContexts.shared()) {
            MemoryContext context = TestContexts.root(shared, type);
            assertThat(context.allocateFrom("text").getString(0)).isEqualTo("text");
            assertThat(context.allocateFrom(JAVA_INT, 1, 2, 3).toArray(JAVA_INT))
                    .containsExactly(1, 2, 3);
            assertFits(context.allocate(100, 8), 100, 8);
            if (type != ContextType.BUMP) {
                MemorySegment grown = context.reallocate(context.allocateFrom("grow"), 4000);
                assertThat(grown.getString(0)).isEqualTo("grow");
                context.free(grown);
            }
        }
    }
}
