package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In a confined manager segments die with the memory of their context, and nobody else's do. */
@Tag("any-mode")
class SegmentLifetimeTest {
    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    private static void assertAlive(MemorySegment segment) {
        assertThat(segment.scope().isAlive()).isTrue();
        assertThat(segment.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 7);
    }

    private static void assertDead(MemorySegment segment) {
        assertThat(segment.scope().isAlive()).isFalse();
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 1))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> segment.asSlice(1, 1).get(ValueLayout.JAVA_BYTE, 0))
                .isInstanceOf(IllegalStateException.class);
    }

    private static MemorySegment allocate(MemoryContext context) {
        return context.allocate(16).fill((byte) 7);
    }

    /** A context of one type with a child and a grandchild, and a segment of each. */
    private final class Branch {
        private final MemoryContext top;
        private final MemoryContext child;
        private final MemoryContext grandchild;
        private final MemorySegment ofTop;
        private final MemorySegment ofChild;
        private final MemorySegment ofGrandchild;

        private Branch(ContextType type) {
            top = TestContexts.root(manager, type);
            child = TestContexts.child(manager, top, type, "child");
            grandchild = TestContexts.child(manager, child, type, "grandchild");
            ofTop = allocate(top);
            ofChild = allocate(child);
            ofGrandchild = allocate(grandchild);
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void resetKillsTheSegmentsOfAllBelow(ContextType type) {
        Branch branch = new Branch(type);
        MemorySegment large =
                branch.top.allocate(type == ContextType.SLAB ? 100 : 1 << 20).fill((byte) 7);
        branch.top.reset();
        assertDead(branch.ofTop);
        assertDead(large);
        assertDead(branch.ofChild);
        assertDead(branch.ofGrandchild);
        assertAlive(allocate(branch.top));
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void resetOfAChildLeavesTheParents(ContextType type) {
        Branch branch = new Branch(type);
        branch.child.reset();
        assertDead(branch.ofChild);
        assertDead(branch.ofGrandchild);
        assertAlive(branch.ofTop);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void resetOnlyKillsThoseOfTheContextAlone(ContextType type) {
        Branch branch = new Branch(type);
        branch.child.resetOnly();
        assertDead(branch.ofChild);
        assertAlive(branch.ofTop);
        assertAlive(branch.ofGrandchild);
        assertAlive(allocate(branch.child));
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void resetChildrenLeavesThoseOfTheContext(ContextType type) {
        Branch branch = new Branch(type);
        branch.top.resetChildren();
        assertAlive(branch.ofTop);
        assertDead(branch.ofChild);
        assertDead(branch.ofGrandchild);
        assertAlive(allocate(branch.grandchild));
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void deleteKillsThoseOfAllBelow(ContextType type) {
        Branch branch = new Branch(type);
        branch.child.delete();
        assertDead(branch.ofChild);
        assertDead(branch.ofGrandchild);
        assertAlive(branch.ofTop);
        branch.top.delete();
        assertDead(branch.ofTop);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void deleteChildrenLeavesThoseOfTheContext(ContextType type) {
        Branch branch = new Branch(type);
        branch.top.deleteChildren();
        assertAlive(branch.ofTop);
        assertDead(branch.ofChild);
        assertDead(branch.ofGrandchild);
        assertThat(branch.top.firstChild()).isNull();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void closeOfTheManagerKillsAll(ContextType type) {
        Branch branch = new Branch(type);
        manager.close();
        assertDead(branch.ofTop);
        assertDead(branch.ofChild);
        assertDead(branch.ofGrandchild);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void segmentsOfOneLifeDieTogetherAndOfTheNextLater(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        MemorySegment first = allocate(context);
        MemorySegment second = allocate(context);
        assertThat(second.scope()).isEqualTo(first.scope());
        context.reset();
        context.reset();
        MemorySegment third = allocate(context);
        assertDead(first);
        assertDead(second);
        assertAlive(third);
        assertThat(third.scope()).isNotEqualTo(first.scope());
    }

    @Test
    void aFreedSegmentStaysAccessibleUntilTheReset() {
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        MemorySegment freed = allocate(set);
        MemorySegment moved = allocate(set);
        set.free(freed);
        MemorySegment grown = set.reallocate(moved, 1000);
        assertThat(freed.scope().isAlive()).isTrue();
        assertThat(moved.scope().isAlive()).isTrue();
        assertAlive(grown);
        set.reset();
        assertDead(freed);
        assertDead(moved);
        assertDead(grown);
    }

    @Test
    void movingABranchKeepsItsSegments() {
        Branch branch = new Branch(ContextType.ALLOC_SET);
        Branch other = new Branch(ContextType.GENERATION);
        branch.child.setParent(other.top);
        branch.top.delete();
        assertAlive(branch.ofChild);
        other.top.delete();
        assertDead(branch.ofChild);
        assertDead(branch.ofGrandchild);
    }

    /** Its first block comes back to the next context of the shape; its segments do not. */
    @Test
    void aRecycledContextsOldSegmentsStayDead() {
        MemoryContext first = manager.createAllocSet(null, "first", BlockSizes.SMALL);
        MemorySegment old = allocate(first);
        first.delete();
        MemoryContext second = manager.createAllocSet(null, "second", BlockSizes.SMALL);
        MemorySegment young = allocate(second);
        assertThat(young.address()).isEqualTo(old.address());
        assertDead(old);
        assertAlive(young);
    }

    /** The raw tier's chunks of the same context die with the segments. */
    @Test
    void bothTiersAllocateFromOneContext() {
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        MemorySegment segment = allocate(set);
        long pointer = set.palloc(100);
        assertThat(manager.chunkContext(segment.address())).isSameAs(set);
        assertThat(manager.chunkContext(pointer)).isSameAs(set);
        manager.pfree(segment.address());
        set.reset();
        assertThat(set.isEmpty()).isTrue();
    }
}
