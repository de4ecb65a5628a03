package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.palloc.platform.RawMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory comes back used. Who asks for cleared memory must not see what it held; who does not ask may. */
@Tag("any-mode")
class ZeroedSegmentTest {
    private static final long[] SIZES = {0, 1, 8, 13, 100, 1000, 4096};

    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    private static void assertZero(MemorySegment segment) {
        assertThat(segment.mismatch(MemorySegment.ofArray(new byte[(int) segment.byteSize()])))
                .as("first byte that is not 0")
                .isEqualTo(-1);
    }

    /** Leaves every byte that the context can give at the next turn set. */
    private static void dirty(MemoryContext context) {
        for (int i = 0; i < 40; i++) {
            for (long size : SIZES) {
                context.allocate(size).fill((byte) 0xAA);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void clearedMemoryIsClearAfterResetAndAfterFree(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        for (int round = 0; round < 3; round++) {
            dirty(context);
            context.reset();
            List<MemorySegment> segments = new ArrayList<>();
            for (long size : SIZES) {
                for (long alignment : type == ContextType.SLAB ? new long[] {1, 8} : new long[] {1, 8, 64, 4096}) {
                    MemorySegment segment = context.allocateZeroed(size, alignment);
                    assertThat(segment.byteSize()).isEqualTo(size);
                    assertThat(segment.address() % alignment).isZero();
                    assertZero(segment);
                    segments.add(segment.fill((byte) 0xBB));
                }
            }
            if (type != ContextType.BUMP) {
                segments.forEach(context::free);
                for (long size : SIZES) {
                    assertZero(context.allocateZeroed(size, 1));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void clearedMemoryIsClearWhenAnotherContextHadItBefore(ContextType type) {
        for (int round = 0; round < 3; round++) {
            MemoryContext before = TestContexts.root(manager, type);
            dirty(before);
            before.delete();
            MemoryContext context = TestContexts.root(manager, type);
            for (int i = 0; i < 40; i++) {
                assertZero(context.allocateZeroed(4096, 1));
            }
            context.delete();
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void largeClearedMemoryIsClear(ContextType type) {
        if (type == ContextType.SLAB) {
            return;
        }
        MemoryContext context = TestContexts.root(manager, type);
        for (int round = 0; round < 3; round++) {
            MemorySegment segment = context.allocateZeroed(3_000_001, 4096);
            assertZero(segment);
            segment.fill((byte) 0xCC);
            context.reset();
        }
    }

    /** The other half of the bargain: memory that nobody asked to clear is not touched. */
    @ParameterizedTest
    @EnumSource(ContextType.class)
    void memoryThatIsNotClearedIsNotWritten(ContextType type) {
        assumeFalse(Checking.ENABLED, "what dies is wiped there");
        MemoryContext context = TestContexts.root(manager, type);
        long address = context.allocate(1000).fill((byte) 0xAA).address();
        context.reset();
        MemorySegment again = context.allocate(1000);
        assertThat(again.address()).isEqualTo(address);
        // A freed block is linked by its first words, a chunk's header lies before it.
        assertThat(RawMemory.getLong(address + 512)).isEqualTo(0xAAAAAAAAAAAAAAAAL);
    }
}
