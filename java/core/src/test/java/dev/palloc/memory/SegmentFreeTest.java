package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.InvalidChunkException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Segments that are not the context's to free: it says why, and nothing has changed. */
@Tag("any-mode")
class SegmentFreeTest {
    private static final List<BiConsumer<MemoryContext, MemorySegment>> OPERATIONS =
            List.of(MemoryContext::free, (context, segment) -> context.reallocate(segment, 16));

    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void refusesSegmentsOfOthers(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        MemoryContext child = TestContexts.child(manager, context, type, "child");
        MemorySegment own = context.allocate(100);
        TestContexts.write(own, 1);
        ContextCounters before = context.counters();
        try (Arena arena = Arena.ofConfined();
                MemoryManager other = TestManager.create()) {
            MemorySegment[] foreign = {
                MemorySegment.ofArray(new byte[100]),
                MemorySegment.NULL,
                arena.allocate(100),
                child.allocate(100),
                TestContexts.root(other, type).allocate(100),
                MemorySegment.ofAddress(own.address()),
            };
            for (MemorySegment segment : foreign) {
                for (BiConsumer<MemoryContext, MemorySegment> operation : OPERATIONS) {
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> operation.accept(context, segment))
                            .withMessageContaining("\"" + type.label() + "\"")
                            .withMessageContaining("not one of this context")
                            .withMessageContaining(segment.byteSize() + " bytes");
                }
            }
        }
        assertThat(context.counters()).isEqualTo(before);
        assertThat(TestContexts.holds(own, 100, 1)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void refusesAForeignSegmentBeforeTheFirstOfItsOwn(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        for (BiConsumer<MemoryContext, MemorySegment> operation : OPERATIONS) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> operation.accept(context, MemorySegment.ofArray(new byte[8])));
            assertThatNullPointerException().isThrownBy(() -> operation.accept(context, null));
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void refusesDeadSegments(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        MemorySegment dead = context.allocate(100);
        context.reset();
        for (int round = 0; round < 2; round++) {
            for (BiConsumer<MemoryContext, MemorySegment> operation : OPERATIONS) {
                assertThatThrownBy(() -> operation.accept(context, dead))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("\"" + type.label() + "\"")
                        .hasMessageContaining("dead");
            }
            context.allocate(100);
        }
        MemorySegment last = context.allocate(100);
        context.delete();
        for (BiConsumer<MemoryContext, MemorySegment> operation : OPERATIONS) {
            assertThatThrownBy(() -> operation.accept(context, last))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("deleted");
        }
    }

    @Test
    void bumpContextsFreeNothing() {
        MemoryContext bump = TestContexts.root(manager, ContextType.BUMP);
        MemorySegment segment = bump.allocate(100);
        for (BiConsumer<MemoryContext, MemorySegment> operation : OPERATIONS) {
            assertThatThrownBy(() -> operation.accept(bump, segment))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("\"Bump\"")
                    .hasMessageContaining("reset or delete");
        }
    }

    /** What a header can show it shows; what lies before a slice is the segment's own data, here not a header. */
    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "SLAB"})
    void refusesSlices(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        MemorySegment whole = context.allocateZeroed(100, 1);
        for (BiConsumer<MemoryContext, MemorySegment> operation : OPERATIONS) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> operation.accept(context, whole.asSlice(4)))
                    .withMessageContaining("0x" + Long.toHexString(whole.address() + 4));
            assertThatThrownBy(() -> operation.accept(context, whole.asSlice(8)))
                    .isInstanceOf(InvalidChunkException.class)
                    .hasMessageContaining("0x" + Long.toHexString(whole.address() + 8));
            if (Checking.ENABLED && type != ContextType.SLAB) {
                assertThatThrownBy(() -> operation.accept(context, whole.asSlice(0, 50)))
                        .isInstanceOf(InvalidChunkException.class)
                        .hasMessageContaining("slice");
            }
        }
        context.free(whole);
    }

    @Test
    void inASharedManagerTheHeaderTellsWhoseASegmentIs() {
        try (MemoryManager shared = TestContexts.shared()) {
            for (ContextType type : List.of(ContextType.ALLOC_SET, ContextType.GENERATION, ContextType.SLAB)) {
                MemoryContext one = TestContexts.child(shared, null, type, "one");
                MemoryContext other = TestContexts.child(shared, null, type, "other");
                MemorySegment segment = one.allocate(100);
                TestContexts.write(segment, 1);
                other.allocate(100);
                for (BiConsumer<MemoryContext, MemorySegment> operation : OPERATIONS) {
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> operation.accept(other, segment))
                            .withMessageContaining("\"other\"")
                            .withMessageContaining("\"one\"");
                }
                assertThat(TestContexts.holds(segment, 100, 1)).isTrue();
                one.free(segment);
            }
        }
    }

    /** Its block is nobody's any more: an error by name, not a null pointer. */
    @Test
    void inASharedManagerASegmentOfADeletedContextIsRefused() {
        try (MemoryManager shared = TestContexts.shared()) {
            for (ContextType type : List.of(ContextType.ALLOC_SET, ContextType.GENERATION, ContextType.SLAB)) {
                MemoryContext live = TestContexts.child(shared, null, type, "live");
                MemoryContext gone = TestContexts.child(shared, null, type, "gone");
                live.allocate(8);
                gone.allocate(3000);
                gone.allocate(3000);
                // Not in the first block, which an AllocSet keeps.
                MemorySegment segment = gone.allocate(3000);
                gone.delete();
                for (BiConsumer<MemoryContext, MemorySegment> operation : OPERATIONS) {
                    assertThatThrownBy(() -> operation.accept(live, segment))
                            .isInstanceOfAny(IllegalArgumentException.class, InvalidChunkException.class)
                            .hasMessageContaining("0x" + Long.toHexString(segment.address()));
                }
            }
        }
    }
}
