package dev.palloc.bench.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.memory.ContextType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmarks of operations that only contexts have, each called once, without JMH. */
class ContextOperationsTest {
    @Test
    void treeOperationsLeaveTheTreeAsItWas() {
        TreeBenchmark tree = new TreeBenchmark();
        tree.open();
        int contexts = tree.manager.contextCount();
        tree.createAndDeleteChild();
        tree.hundredChildren();
        tree.openAndCloseArena();
        tree.setParentAndBack();
        assertThat(tree.manager.contextCount()).isEqualTo(contexts);
        assertThat(tree.parent.firstChild()).isNull();
        assertThat(tree.moving.parent()).isSameAs(tree.otherParent);
        tree.close();
    }

    @Test
    void memoryOfAThousandContextsIsSummedUp() {
        TreeBenchmark tree = new TreeBenchmark();
        tree.open();
        assertThat(tree.memAllocatedOfThousand())
                .isPositive()
                .isEqualTo(TreeBenchmark.CONTEXTS * tree.thousand.memAllocated(false));
        tree.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyRoundEndsWithAReset(ContextType type) {
        SegmentResetBenchmark benchmark = new SegmentResetBenchmark();
        SegmentResetBenchmark.Raw raw = new SegmentResetBenchmark.Raw();
        SegmentResetBenchmark.Confined confined = new SegmentResetBenchmark.Confined();
        raw.type = type;
        confined.type = type;
        raw.open();
        confined.open();
        assertThat(confined.context.isReset()).isTrue();
        assertThat(benchmark.raw(raw)).isPositive();
        assertThat(raw.context.isReset()).isTrue();
        long first = benchmark.noneHandedOut(confined);
        // After each reset the context begins at the same place.
        assertThat(benchmark.segmentDropped(confined)).isEqualTo(first);
        assertThat(benchmark.segmentKept(confined).address()).isEqualTo(first);
        assertThat(confined.context.isReset()).isTrue();
        raw.close();
        confined.close();
    }

    @Test
    void anArenaIsAlwaysOpen() {
        SegmentResetBenchmark.Arenas arenas = new SegmentResetBenchmark.Arenas();
        arenas.open();
        var first = arenas.arena;
        new SegmentResetBenchmark().arena(arenas);
        assertThat(first.scope().isAlive()).isFalse();
        assertThat(arenas.arena.scope().isAlive()).isTrue();
        arenas.close();
    }

    @ParameterizedTest
    @EnumSource
    void theReaderIsLeftItsSegment(ReadersBenchmark.Disturbance disturbance) {
        ReadersBenchmark readers = new ReadersBenchmark();
        ReadersBenchmark.Own own = new ReadersBenchmark.Own();
        readers.disturbance = disturbance;
        readers.bytes = 4096;
        readers.open();
        own.open();
        boolean allocates = disturbance != ReadersBenchmark.Disturbance.SLEEPING;
        for (int round = 0; round < 3; round++) {
            assertThat(readers.disturber(own) != 0).isEqualTo(allocates);
            // 0 + 8 + ... + 4088
            assertThat(readers.reader()).isEqualTo(512L * 4088 / 2);
        }
        own.close();
        readers.close();
    }
}
