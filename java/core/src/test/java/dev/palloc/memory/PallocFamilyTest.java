package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.palloc.platform.RawMemory;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls that are made of palloc: what they add, in every type of context. */
@Tag("any-mode")
class PallocFamilyTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);

    @AfterEach
    void close() {
        manager.close();
    }

    private static void assertZero(long pointer, long from, long to) {
        for (long i = from; i < to; i++) {
            assertThat(RawMemory.getByte(pointer + i)).as("byte %d", i).isZero();
        }
    }

    /** A freed chunk that is full of other bytes is what the next of its size gets. */
    private void dirty(long size) {
        long pointer = set.palloc(size);
        RawMemory.fill(pointer, size, (byte) 0xAA);
        manager.pfree(pointer);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 8, 100, 8192, 10_000})
    void zeroedCallsClearEveryByteAskedFor(long size) {
        LongUnaryOperator[] calls = {
            set::pallocZeroed,
            s -> set.pallocExtended(s, AllocFlags.ZERO),
            s -> set.pallocExtended(s, AllocFlags.ZERO | AllocFlags.HUGE | AllocFlags.NO_OOM),
            s -> set.pallocArrayZeroed(s, 1),
            s -> set.pallocArrayZeroed(1, s),
            s -> set.pallocArrayExtended(s, 1, AllocFlags.ZERO),
            s -> set.pallocAligned(s, 64, AllocFlags.ZERO),
        };
        for (LongUnaryOperator call : calls) {
            dirty(size);
            dirty(size + 64);
            long pointer = call.applyAsLong(size);
            assertZero(pointer, 0, size);
            manager.pfree(pointer);
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void everyTypeServesTheFamily(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        long size = TestContexts.SLAB_CHUNK;
        for (long pointer : new long[] {
            context.palloc(size),
            context.pallocZeroed(size),
            context.pallocHuge(size),
            context.pallocExtended(size, AllocFlags.HUGE | AllocFlags.ZERO),
            context.pallocArray(size / 8, 8),
            context.pallocArrayZeroed(size / 16, 16),
            context.pallocArrayExtended(1, size, AllocFlags.HUGE),
            context.pallocAligned(size, 8)
        }) {
            assertThat(pointer % 8).isZero();
            TestManager.writePattern(pointer, size, 1);
            if (type != ContextType.BUMP) {
                assertThat(manager.chunkContext(pointer)).isSameAs(context);
            }
        }
        if (type != ContextType.SLAB) {
            assertThat(CStrings.read(context.pstrdup("text"))).isEqualTo("text");
            assertThat(context.pallocAligned(100, 256) % 256).isZero();
        }
    }

    @Test
    void aNullPointerIsToldFromAForeignOne() {
        Runnable[] calls = {
            () -> manager.pfree(0),
            () -> manager.repalloc(0, 8),
            () -> manager.repallocHuge(0, 8),
            () -> manager.repallocZeroed(0, 0, 8),
            () -> manager.repallocArray(0, 1, 8),
            () -> manager.repallocExtended(0, 8, AllocFlags.NO_OOM)
        };
        for (Runnable call : calls) {
            assertThatIllegalArgumentException()
                    .isThrownBy(call::run)
                    .withMessageContaining("null pointer")
                    .withMessageContaining("test for 0");
        }
    }

    /** Even where the size enlarged by the alignment is just what a chunk has. */
    @Test
    void aSlabAlignsNoChunk() {
        MemoryContext slab = manager.createSlab(null, "slab", 8192, 128);
        for (long size : new long[] {128, 64, 0}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> slab.pallocAligned(size, 64))
                    .withMessageContaining("\"slab\"")
                    .withMessageContaining("64");
        }
        assertThat(slab.isReset()).isTrue();
    }
}
