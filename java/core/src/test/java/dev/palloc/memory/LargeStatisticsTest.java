package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LargeStatisticsTest {
    private static final int DEEP = 1_000_000;

    private static final int WIDE = 100_000;

    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    /** Slabs, because a fresh one has no block. */
    @Test
    void shouldReportAChainOfAMillionContexts() {
        MemoryContext top = manager.createSlab(null, "link", 8192, 64);
        MemoryContext deepest = top;
        for (int level = 2; level <= DEEP; level++) {
            deepest = manager.createSlab(deepest, "link", 8192, 64);
        }
        ContextStatistics statistics = ContextStatistics.of(top);
        String line = "link: 176 total in 0 blocks; 0 empty blocks; 0 free (0 chunks); 176 used";

        assertThat(statistics.contextCount()).isEqualTo(DEEP);
        assertThat(statistics.total()).isEqualTo(new ContextCounters(0, 0, 176L * DEEP, 0));
        assertThat(statistics.totalAllocated()).isZero();

        List<String> lines = statistics.toText().lines().toList();
        assertThat(lines).hasSize(103);
        assertThat(lines.get(100)).isEqualTo("  ".repeat(100) + line);
        assertThat(lines.get(101))
                .isEqualTo("  ".repeat(101) + "999899 more child contexts containing 175982224 total in 0 blocks;"
                        + " 0 free (0 chunks); 175982224 used");
        assertThat(lines.get(102))
                .isEqualTo("Grand total: 176000000 bytes in 0 blocks; 0 free (0 chunks); 176000000 used");
        assertThat(statistics.toJson())
                .contains("\"more\":{\"contexts\":999899,\"totalBytes\":175982224,")
                .endsWith("}" + "]}".repeat(100));

        List<ContextStatistics> rows = statistics.rows();
        assertThat(rows).hasSize(DEEP);
        ContextStatistics last = rows.get(DEEP - 1);
        assertThat(last.level()).isEqualTo(DEEP);
        assertThat(last.path().get(DEEP / 2)).isEqualTo(DEEP / 2 + 1);

        assertThat(statistics).hasToString(line);
        assertThat(withTotal(statistics, 176).equals(statistics)).isTrue();
        assertThat(withTotal(statistics, 177).equals(statistics)).isFalse();
        assertThat(withTotal(statistics, 176)).hasSameHashCodeAs(statistics);
    }

    /** The same children below a top of its own. */
    private static ContextStatistics withTotal(ContextStatistics top, long total) {
        return new ContextStatistics(
                top.name(),
                top.identifier(),
                top.type(),
                top.path(),
                new ContextCounters(0, 0, total, 0),
                top.allocated(),
                top.chunks(),
                top.emptyBlocks(),
                top.children());
    }

    @Test
    void shouldSumUpAHundredThousandChildren() {
        MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.DEFAULT);
        for (int i = 1; i <= WIDE; i++) {
            manager.createAllocSet(top, "child " + i, BlockSizes.SMALL);
        }
        ContextStatistics statistics = ContextStatistics.of(top);
        List<String> lines = statistics.toText().lines().toList();

        assertThat(lines).hasSize(103);
        assertThat(lines.get(0)).startsWith("top: ");
        for (int i = 1; i <= 100; i++) {
            assertThat(lines.get(i))
                    .isEqualTo("  child " + (WIDE + 1 - i) + ": 1024 total in 1 blocks; 784 free (0 chunks); 240 used");
        }
        assertThat(lines.get(101))
                .isEqualTo("  99900 more child contexts containing 102297600 total in 99900 blocks;"
                        + " 78321600 free (0 chunks); 23976000 used");
        assertThat(lines.get(102))
                .isEqualTo("Grand total: 102408192 bytes in 100001 blocks; 78407952 free (0 chunks); 24000240 used");
        assertThat(statistics.children().get(WIDE - 1).path()).containsExactly(1, WIDE + 1);
        assertThat(statistics.toText(new StatisticsLimits(1, Integer.MAX_VALUE)).lines())
                .hasSize(WIDE + 2);
    }
}
