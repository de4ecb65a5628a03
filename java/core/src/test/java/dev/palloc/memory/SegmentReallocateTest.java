package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The content moves along, the size is exact, the alignment stays. */
@Tag("any-mode")
class SegmentReallocateTest {
    private static final long[] SIZES = {1, 0, 8, 9, 100, 64, 1000, 1001, 9000, 20_000, 100, 700_000, 2_000_000, 40};

    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION"})
    void growsAndShrinksAtEveryAlignment(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        for (long alignment = 1; alignment <= 1 << 16; alignment <<= 1) {
            MemorySegment segment = context.allocate(30, alignment);
            TestContexts.write(segment, alignment);
            for (long size : SIZES) {
                long kept = Math.min(size, segment.byteSize());
                segment = context.reallocate(segment, size);
                assertThat(segment.byteSize()).isEqualTo(size);
                assertThat(segment.address() % alignment)
                        .as("%d bytes aligned to %d", size, alignment)
                        .isZero();
                assertThat(TestContexts.holds(segment, kept, alignment)).isTrue();
                TestContexts.write(segment, alignment);
            }
            context.free(segment);
        }
    }

    @Test
    void aSlabsSegmentGrowsWithinItsChunk() {
        MemoryContext slab = manager.createSlab(null, "slab", 8192, 200);
        MemorySegment segment = slab.allocate(10);
        long address = segment.address();
        TestContexts.write(segment, 1);
        for (long size : new long[] {200, 10, 0, 10, 199}) {
            segment = slab.reallocate(segment, size);
            assertThat(segment.byteSize()).isEqualTo(size);
            assertThat(segment.address()).as("all chunks have one size").isEqualTo(address);
        }
        assertThat(TestContexts.holds(segment, 10, 1)).isTrue();
        MemorySegment last = segment;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> slab.reallocate(last, 201))
                .withMessageContaining("\"slab\"")
                .withMessageContaining("201")
                .withMessageContaining("200");
        assertThatIllegalArgumentException().isThrownBy(() -> slab.reallocate(last, -1));
        slab.free(last);
    }

    /** A thousand segments that change their sizes at random, against a copy on the heap. */
    @ParameterizedTest
    @EnumSource(ContextType.class)
    void neverMixesContents(ContextType type) {
        if (type == ContextType.BUMP) {
            return;
        }
        long seed = 20_260_102;
        Random random = new Random(seed);
        MemoryContext context = TestContexts.root(manager, type);
        int largest = type == ContextType.SLAB ? (int) TestContexts.SLAB_CHUNK : 12_000;
        MemorySegment[] segments = new MemorySegment[200];
        byte[][] copies = new byte[segments.length][];
        for (int step = 0; step < 20_000; step++) {
            int i = random.nextInt(segments.length);
            int size = random.nextInt(4) == 0 ? random.nextInt(largest + 1) : random.nextInt(200);
            if (segments[i] == null) {
                segments[i] = context.allocate(size, 1L << random.nextInt(type == ContextType.SLAB ? 4 : 9));
                copies[i] = new byte[0];
            } else if (random.nextInt(3) == 0) {
                context.free(segments[i]);
                segments[i] = null;
                continue;
            } else {
                segments[i] = context.reallocate(segments[i], size);
            }
            int kept = Math.min(copies[i].length, size);
            assertThat(MemorySegment.mismatch(segments[i], 0, kept, MemorySegment.ofArray(copies[i]), 0, kept))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(-1);
            copies[i] = new byte[size];
            random.nextBytes(copies[i]);
            segments[i].copyFrom(MemorySegment.ofArray(copies[i]));
        }
    }

    /** The memory of one that is freed is the next one's, without a look at the others. */
    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "SLAB"})
    void whatIsFreedIsServedNext(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        for (int i = 0; i < 100; i++) {
            context.allocate(100);
        }
        MemorySegment freed = context.allocate(100);
        for (int i = 0; i < 100; i++) {
            context.allocate(100);
        }
        context.free(freed);
        assertThat(context.allocate(100).address()).isEqualTo(freed.address());
    }
}
