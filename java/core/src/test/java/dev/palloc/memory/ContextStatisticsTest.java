package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContextStatisticsTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.DEFAULT);

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext small(MemoryContext parent, String name) {
        return manager.createAllocSet(parent, name, BlockSizes.SMALL);
    }

    /** top(b(b2, b1(x)), a(a1)), every list newest first. */
    private void createTree() {
        MemoryContext a = small(top, "a");
        MemoryContext b = small(top, "b");
        small(a, "a1");
        small(small(b, "b1"), "x");
        small(b, "b2");
    }

    @Test
    void shouldGiveTheFiguresOfFreshContextsOfEachType() {
        manager.createGeneration(top, "generation", BlockSizes.DEFAULT);
        manager.createSlab(top, "slab", 8192, 64).setIdentifier("of 64");
        manager.createBump(top, "bump", BlockSizes.DEFAULT);

        assertThat(ContextStatistics.of(top).rows())
                .extracting(
                        ContextStatistics::name,
                        ContextStatistics::identifier,
                        ContextStatistics::type,
                        ContextStatistics::counters,
                        ContextStatistics::allocated)
                .containsExactly(
                        tuple("top", null, ContextType.ALLOC_SET, new ContextCounters(1, 0, 8192, 7952), 8192L),
                        tuple("bump", null, ContextType.BUMP, new ContextCounters(1, 0, 8080, 8048), 8192L),
                        tuple("slab", "of 64", ContextType.SLAB, new ContextCounters(0, 0, 176, 0), 0L),
                        tuple(
                                "generation",
                                null,
                                ContextType.GENERATION,
                                new ContextCounters(1, 0, 8192, 8008),
                                8064L));
    }

    @Test
    void shouldCountChunksOfAGenerationAndEmptyBlocksOfASlab() {
        MemoryContext generation = manager.createGeneration(top, "generation", BlockSizes.DEFAULT);
        MemoryContext slab = manager.createSlab(top, "slab", 8192, 64);
        manager.pfree(generation.palloc(100));
        generation.palloc(100);
        generation.palloc(600_000);
        manager.pfree(slab.palloc(64));

        ContextStatistics statistics = ContextStatistics.of(top);

        assertThat(statistics.children())
                .extracting(ContextStatistics::chunks, ContextStatistics::emptyBlocks)
                .containsExactly(tuple(0L, 1L), tuple(2L, 0L));
    }

    @Test
    void shouldListRowsLevelByLevelWithTheNewestSiblingFirst() {
        createTree();

        List<ContextStatistics> rows = ContextStatistics.of(top).rows();

        assertThat(rows)
                .extracting(ContextStatistics::name, ContextStatistics::level, ContextStatistics::path)
                .containsExactly(
                        tuple("top", 1, List.of(1)),
                        tuple("b", 2, List.of(1, 2)),
                        tuple("a", 2, List.of(1, 3)),
                        tuple("b2", 3, List.of(1, 2, 4)),
                        tuple("b1", 3, List.of(1, 2, 5)),
                        tuple("a1", 3, List.of(1, 3, 6)),
                        tuple("x", 4, List.of(1, 2, 5, 7)));
        assertThat(rows).extracting(ContextStatistics::id).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(rows.get(1).rows()).extracting(ContextStatistics::name).containsExactly("b", "b2", "b1", "x");
    }

    @Test
    void shouldBeginAtAnyContext() {
        createTree();

        ContextStatistics b = ContextStatistics.of(top.firstChild());

        assertThat(b.rows())
                .extracting(ContextStatistics::name, ContextStatistics::path)
                .containsExactly(
                        tuple("b", List.of(1)),
                        tuple("b2", List.of(1, 2)),
                        tuple("b1", List.of(1, 3)),
                        tuple("x", List.of(1, 3, 4)));
    }

    @Test
    void shouldAddUpABranch() {
        createTree();
        top.firstChild().firstChild().palloc(1_000_000);

        ContextStatistics statistics = ContextStatistics.of(top);

        assertThat(statistics.contextCount()).isEqualTo(7);
        assertThat(statistics.total())
                .isEqualTo(new ContextCounters(8, 0, 8192 + 6 * 1024 + 1_000_048, 7952 + 6 * 784));
        assertThat(statistics.totalAllocated())
                .isEqualTo(top.memAllocated(true))
                .isEqualTo(8192 + 6 * 1024 + 1_000_048);
        ContextStatistics a = statistics.children().get(1);
        assertThat(a.contextCount()).isEqualTo(2);
        assertThat(a.total()).isEqualTo(new ContextCounters(2, 0, 2048, 1568));
        assertThat(a.totalAllocated()).isEqualTo(2048);
    }

    @Test
    void shouldStayAsItWasWhenContextsGrowOrDie() {
        createTree();
        ContextStatistics before = ContextStatistics.of(top);
        String text = before.toText();
        small(top, "late").palloc(1_000_000);
        top.firstChild().nextSibling().delete();

        assertThat(before.contextCount()).isEqualTo(7);
        assertThat(before.toText()).isEqualTo(text);
        assertThat(before).isNotEqualTo(ContextStatistics.of(top));
    }

    @Test
    void shouldBeEqualUntilSomethingChangesAnywhere() {
        createTree();
        MemoryContext b1 = top.firstChild().firstChild().nextSibling();
        MemoryContext deepest = b1.firstChild();
        ContextStatistics before = ContextStatistics.of(top);
        assertThat(ContextStatistics.of(top)).isEqualTo(before).hasSameHashCodeAs(before);
        assertThat(ContextStatistics.of(b1)).isNotEqualTo(before.rows().get(4));

        deepest.setIdentifier("new");
        assertThat(ContextStatistics.of(top)).isNotEqualTo(before);
        deepest.setIdentifier(null);
        assertThat(ContextStatistics.of(top)).isEqualTo(before);

        manager.pfree(deepest.palloc(8));
        assertThat(ContextStatistics.of(top)).isNotEqualTo(before);
        deepest.resetOnly();
        assertThat(ContextStatistics.of(top)).isEqualTo(before);

        deepest.setParent(b1.parent());
        assertThat(ContextStatistics.of(top)).isNotEqualTo(before);
    }

    @Test
    void shouldDifferInEachOfItsParts() {
        ContextCounters counters = new ContextCounters(1, 0, 8080, 8048);
        ContextCounters others = new ContextCounters(1, 0, 8080, 8040);
        ContextStatistics child = of("child", List.of(1, 2));
        List<ContextStatistics> children = List.of(child);
        List<ContextStatistics> none = List.of();
        ContextType bump = ContextType.BUMP;
        List<Integer> path = List.of(1);

        ContextStatistics first = new ContextStatistics("a", "b", bump, path, counters, 1, 2, 3, children);
        assertThat(new ContextStatistics("a", "b", bump, path, counters, 1, 2, 3, children))
                .isEqualTo(first)
                .hasSameHashCodeAs(first);
        assertThat(List.of(
                        new ContextStatistics("x", "b", bump, path, counters, 1, 2, 3, children),
                        new ContextStatistics("a", "x", bump, path, counters, 1, 2, 3, children),
                        new ContextStatistics("a", null, bump, path, counters, 1, 2, 3, children),
                        new ContextStatistics("a", "b", ContextType.SLAB, path, counters, 1, 2, 3, children),
                        new ContextStatistics("a", "b", bump, path, others, 1, 2, 3, children),
                        new ContextStatistics("a", "b", bump, path, counters, 9, 2, 3, children),
                        new ContextStatistics("a", "b", bump, path, counters, 1, 9, 3, children),
                        new ContextStatistics("a", "b", bump, path, counters, 1, 2, 9, children),
                        new ContextStatistics("a", "b", bump, path, counters, 1, 2, 3, none)))
                .doesNotContain(first);
        // The id is the same, the way to it is not.
        assertThat(child).isNotEqualTo(of("child", List.of(3, 2))).isNotEqualTo("child");
    }

    @Test
    void shouldHavePathsThatAreListsNobodyCanChange() {
        createTree();
        List<Integer> path = ContextStatistics.of(top).rows().get(6).path();

        assertThat(path).isEqualTo(List.of(1, 2, 5, 7)).hasSameHashCodeAs(List.of(1, 2, 5, 7));
        assertThat(List.of(1, 2, 5, 7)).isEqualTo(path);
        assertThat(path.get(2)).isEqualTo(5);
        assertThat(path.subList(1, 3)).containsExactly(2, 5);
        assertThat(path).hasToString("[1, 2, 5, 7]");
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> path.get(4));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> path.set(0, 9));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> path.add(9));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> path.remove(0));
    }

    @Test
    void shouldCopyWhatItIsMadeOf() {
        List<Integer> path = new ArrayList<>(List.of(1, 2));
        ContextStatistics child = of("child", path);
        List<ContextStatistics> children = new ArrayList<>(List.of(child));
        ContextStatistics parent = new ContextStatistics(
                "parent", null, ContextType.BUMP, List.of(1), child.counters(), 0, 0, 0, children);
        path.set(1, 9);
        children.clear();

        assertThat(child.path()).containsExactly(1, 2);
        assertThat(parent.children()).containsExactly(child);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> parent.children().clear());
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> parent.rows().clear());
    }

    @Test
    void shouldRefuseChildrenOfSomebodyElse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("parent", List.of(1), of("child", List.of(1, 2)), of("foreign", List.of(3, 4))))
                .withMessageContaining("\"foreign\" with id 4 at level 2")
                .withMessageContaining("\"parent\"");
        assertThatIllegalArgumentException().isThrownBy(() -> of("parent", List.of(1), of("top", List.of(2))));
        assertThatIllegalArgumentException().isThrownBy(() -> of("nowhere", List.of()));
    }

    private static ContextStatistics of(String name, List<Integer> path, ContextStatistics... children) {
        ContextCounters counters = new ContextCounters(1, 0, 8080, 8048);
        return new ContextStatistics(name, null, ContextType.BUMP, path, counters, 8192, 0, 0, List.of(children));
    }

    @Test
    void shouldRefuseADeletedContext() {
        MemoryContext a = small(top, "a");
        a.delete();
        assertThatIllegalStateException()
                .isThrownBy(() -> ContextStatistics.of(a))
                .withMessageContaining("\"a\"");
    }

    @Test
    void shouldRefuseNegativeLimits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StatisticsLimits(-1, 100))
                .withMessageContaining("-1 levels");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StatisticsLimits(100, -7))
                .withMessageContaining("-7 children");
    }
}
