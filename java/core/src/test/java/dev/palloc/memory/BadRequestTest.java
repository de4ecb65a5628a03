package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes, flags and moments that are wrong. After each the context is as it was. */
@Tag("any-mode")
class BadRequestTest {
    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(ContextType type) {
        return switch (type) {
            case ALLOC_SET -> manager.createAllocSet(null, "test", BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(null, "test", BlockSizes.DEFAULT);
            case SLAB -> manager.createSlab(null, "test", 8192, 64);
            case BUMP -> manager.createBump(null, "test", BlockSizes.DEFAULT);
        };
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void shouldRefuseSizesOutOfRange(ContextType type) {
        MemoryContext context = create(type);
        ContextCounters before = context.counters();
        for (long size : new long[] {-1, Long.MIN_VALUE, 0x40000000L, 1L << 40, Long.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.palloc(size))
                    .withMessageContaining(Long.toString(size));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.pallocExtended(size, AllocFlags.NO_OOM))
                    .withMessageContaining(Long.toString(size));
            assertThatIllegalArgumentException().isThrownBy(() -> context.pallocZeroed(size));
        }
        assertThat(context.isReset()).isTrue();
        assertThat(context.counters()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION"})
    void shouldRefuseToReallocOutOfRange(ContextType type) {
        MemoryContext context = create(type);
        for (long first : new long[] {10, 600_000}) {
            long pointer = context.palloc(first);
            TestManager.writePattern(pointer, first, 1);
            long allocated = context.memAllocated(false);
            for (long size : new long[] {-1, Long.MIN_VALUE, 0x40000000L, Long.MAX_VALUE}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> manager.repalloc(pointer, size))
                        .withMessageContaining(Long.toString(size));
            }
            assertThat(context.memAllocated(false)).isEqualTo(allocated);
            assertThat(TestManager.holdsPattern(pointer, first, 1)).isTrue();
            manager.pfree(pointer);
        }
    }

    @Test
    @Tag("production")
    void shouldTakeSizesJustWithinTheLimit() {
        MemoryContext set = create(ContextType.ALLOC_SET);
        long pointer = set.pallocExtended(AllocFlags.MAX_ALLOC_SIZE, AllocFlags.NO_OOM);
        assertThat(set.memAllocated(false)).isEqualTo(8192 + (1L << 30) + 48);
        manager.pfree(pointer);
        pointer = set.pallocExtended(AllocFlags.MAX_ALLOC_SIZE + 1, AllocFlags.HUGE);
        assertThat(manager.chunkSpace(pointer)).isEqualTo((1L << 30) + 8);
        manager.pfree(pointer);
        assertThat(set.memAllocated(false)).isEqualTo(8192);
    }

    @Test
    void shouldRefuseUnknownFlags() {
        MemoryContext set = create(ContextType.ALLOC_SET);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.pallocExtended(8, 8))
                .withMessageContaining("0x8");
        long pointer = set.palloc(8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> manager.repallocExtended(pointer, 8, AllocFlags.ZERO))
                .withMessageContaining("0x4");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1023, 8192", "0, 1028, 8192", "0, 8192, 8191", "0, 8192, 4096", "0, 8192, 1073741824",
        "1000, 1024, 8192", "1028, 1024, 8192", "16384, 1024, 8192", "-8, 1024, 8192", "0, -8192, 8192"
    })
    void shouldRefuseBlockSizesThatPostgresAsserts(long min, long init, long max) {
        assertThatIllegalArgumentException().isThrownBy(() -> new BlockSizes(min, init, max));
    }

    @ParameterizedTest
    @CsvSource({"8192, -1", "8192, 8137", "55, 0", "0, 8", "-8192, 8", "1073741824, 8", "8192, 1073741823"})
    void shouldRefuseSlabSizesThatHoldNoChunk(long blockSize, long chunkSize) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> manager.createSlab(null, "narrow", blockSize, chunkSize))
                .withMessageContaining("\"narrow\"");
        assertThat(manager.contextCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void shouldRefuseUseAfterDelete(ContextType type) {
        MemoryContext context = create(type);
        context.palloc(64);
        context.delete();
        assertThat(context.isDeleted()).isTrue();
        assertThat(context).hasToString("\"test\" (deleted)");
        for (Runnable use : new Runnable[] {
            () -> context.palloc(64),
            () -> context.pallocZeroed(64),
            () -> context.pallocExtended(64, AllocFlags.NO_OOM),
            () -> context.pallocAligned(64, 64),
            context::reset,
            context::resetOnly,
            context::resetChildren,
            context::delete,
            context::deleteChildren,
            () -> context.setParent(null),
            context::parent,
            context::counters,
            () -> context.memAllocated(true),
            () -> manager.createAllocSet(context, "child", BlockSizes.SMALL)
        }) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("\"test\"")
                    .hasMessageContaining("deleted");
        }
    }

    @Test
    void shouldRefuseUseAfterTheManagerIsClosed() {
        MemoryContext set = create(ContextType.ALLOC_SET);
        MemoryContext child = manager.createSlab(set, "child", 8192, 64);
        manager.close();
        manager.close();
        assertThatThrownBy(() -> set.palloc(8)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> child.palloc(64)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> manager.createAllocSet(null, "late", BlockSizes.SMALL))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("\"late\"");
    }

    @Test
    void shouldRefuseNullNamesAndForeignParents() {
        assertThatNullPointerException()
                .isThrownBy(() -> manager.createAllocSet(null, null, BlockSizes.SMALL))
                .withMessage("name");
        MemoryContext here = create(ContextType.ALLOC_SET);
        try (MemoryManager other = TestManager.create()) {
            MemoryContext there = other.createAllocSet(null, "there", BlockSizes.SMALL);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> manager.createAllocSet(there, "child", BlockSizes.SMALL))
                    .withMessageContaining("another manager");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> here.setParent(there))
                    .withMessageContaining("another manager");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 63, 96, -64})
    void shouldRefuseBlockAlignments(long alignment) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BlockCache(dev.palloc.platform.Platform.get(), alignment, 0))
                .withMessageContaining(Long.toString(alignment));
    }
}
