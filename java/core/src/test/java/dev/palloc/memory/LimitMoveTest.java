package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.LimitExceededException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A branch that moves takes its bytes from one chain of limits to another, or stays. */
@Tag("any-mode")
class LimitMoveTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext here = set(null, "here");
    private final MemoryContext there = set(null, "there");
    private final MemoryContext branch = set(here, "branch");
    private final MemoryContext leaf = set(branch, "leaf");
    private long weight;

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext set(MemoryContext parent, String name) {
        return manager.createAllocSet(parent, name, BlockSizes.SMALL);
    }

    private void fill() {
        branch.palloc(50_000);
        leaf.palloc(50_000);
        weight = branch.memAllocated(true);
    }

    private void assertRefused(MemoryContext parent, MemoryContext limited) {
        MemoryContext before = branch.parent();
        long used = limited.limit.used;
        assertThatThrownBy(() -> branch.setParent(parent))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining(branch.toString())
                .hasMessageContaining("under " + parent)
                .hasMessageContaining(weight + " bytes")
                .hasMessageContaining("the limit of " + limited.limit() + " bytes on context " + limited)
                .hasMessageContaining("setLimit");
        assertThat(branch.parent()).isSameAs(before);
        assertThat(before.firstChild()).isSameAs(branch);
        assertThat(limited.limit.used).isEqualTo(used);
    }

    private static void assertCounts(MemoryContext... limited) {
        for (MemoryContext context : limited) {
            assertThat(context.limit.used).as("%s", context).isEqualTo(context.memAllocated(true));
        }
    }

    @Test
    void movesInIfThereIsJustRoom() {
        fill();
        there.setLimit(there.memAllocated(true) + weight - 1);
        assertRefused(there, there);
        there.setLimit(there.memAllocated(true) + weight);
        branch.setParent(there);
        assertCounts(there);
        assertThat(leaf.limit).isSameAs(there.limit);
        assertThatThrownBy(() -> leaf.palloc(50_000)).isInstanceOf(LimitExceededException.class);
    }

    @Test
    void movesOutAndIsFree() {
        here.setLimit(150_000);
        fill();
        assertThatThrownBy(() -> leaf.palloc(100_000)).isInstanceOf(LimitExceededException.class);
        branch.setParent(null);
        assertThat(branch.limit).isNull();
        assertThat(leaf.limit).isNull();
        assertCounts(here);
        leaf.palloc(1_000_000);
        here.palloc(100_000);
    }

    @Test
    void movesBetweenTwo() {
        fill();
        here.setLimit(1_000_000);
        there.setLimit(100_000);
        assertRefused(there, there);
        assertCounts(here, there);
        there.setLimit(500_000);
        branch.setParent(there);
        assertCounts(here, there);
        assertThat(branch.limit).isSameAs(there.limit);
        branch.setParent(here);
        assertCounts(here, there);
        assertThat(leaf.limit).isSameAs(here.limit);
    }

    @Test
    void keepsItsOwnLimitOnTheWay() {
        fill();
        branch.setLimit(weight);
        leaf.setLimit(weight);
        ContextLimit own = branch.limit;
        there.setLimit(500_000);
        branch.setParent(there);
        assertThat(branch.limit).isSameAs(own);
        assertThat(own.outer).isSameAs(there.limit);
        assertThat(leaf.limit.outer).isSameAs(own);
        assertCounts(branch, leaf, there);
        branch.setParent(null);
        assertThat(own.outer).isNull();
        assertCounts(branch, leaf, there);
    }

    @Test
    void movesWithinOneThatIsFull() {
        fill();
        MemoryContext sibling = set(here, "sibling");
        here.setLimit(here.memAllocated(true));
        branch.setParent(sibling);
        assertThat(branch.parent()).isSameAs(sibling);
        assertCounts(here);
    }

    /** The outer limit loses and gains the same bytes: it has no say. */
    @Test
    void movesBetweenInnerLimitsOfAnOuterOneThatIsFull() {
        fill();
        MemoryContext sibling = set(here, "sibling");
        sibling.setLimit(1_000_000);
        here.setLimit(here.memAllocated(true));
        branch.setParent(sibling);
        assertCounts(here, sibling);
        branch.setParent(here);
        assertCounts(here, sibling);
        assertThat(leaf.limit).isSameAs(here.limit);
    }

    /** Lowered below what is in use it refuses what is more, and nothing here is. */
    @Test
    void movesWithinAnOuterLimitThatIsExceeded() {
        fill();
        MemoryContext sibling = set(here, "sibling");
        sibling.setLimit(1_000_000);
        here.setLimit(10);
        branch.setParent(sibling);
        assertCounts(here, sibling);
        branch.setParent(here);
        assertCounts(here, sibling);
        sibling.setLimit(weight / 2);
        assertRefused(sibling, sibling);
    }

    @Test
    void theInnermostLimitWithoutRoomIsNamed() {
        fill();
        MemoryContext inner = set(there, "inner");
        there.setLimit(50_000);
        inner.setLimit(60_000);
        assertRefused(inner, inner);
        inner.setLimit(1_000_000);
        assertRefused(inner, there);
        assertCounts(there, inner);
    }
}
