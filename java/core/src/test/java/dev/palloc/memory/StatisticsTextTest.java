package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTextTest {
    private static final String FRESH = ": 8192 total in 1 blocks; 7952 free (0 chunks); 240 used";

    private final MemoryManager manager = TestManager.create();
    private final MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.DEFAULT);

    @AfterEach
    void close() {
        manager.close();
    }

    private String lineOf(MemoryContext context) {
        return ContextStatistics.of(context).toString();
    }

    /** The lines of a server of 18.6, less the level that its log puts before them. */
    @Test
    void shouldPrintTheLinesOfARealServer() {
        ContextStatistics error = allocSet("ErrorContext", List.of(1, 2), new ContextCounters(1, 3, 8192, 7952));
        ContextCounters others = new ContextCounters(244 - 5 - 1, 282 - 8 - 3, 1_780_784, 791_120 - 6072 - 7952);
        ContextStatistics rest = allocSet("the others", List.of(1, 3), others);
        ContextStatistics server =
                allocSet("TopMemoryContext", List.of(1), new ContextCounters(5, 8, 99_456, 6072), error, rest);

        assertThat(server.toText().lines())
                .containsExactly(
                        "TopMemoryContext: 99456 total in 5 blocks; 6072 free (8 chunks); 93384 used",
                        "  ErrorContext: 8192 total in 1 blocks; 7952 free (3 chunks); 240 used",
                        "  the others: 1780784 total in 238 blocks; 777096 free (271 chunks); 1003688 used",
                        "Grand total: 1888432 bytes in 244 blocks; 791120 free (282 chunks); 1097312 used");
    }

    private static ContextStatistics allocSet(
            String name, List<Integer> path, ContextCounters counters, ContextStatistics... children) {
        return new ContextStatistics(
                name, null, ContextType.ALLOC_SET, path, counters, counters.totalSpace(), 0, 0, List.of(children));
    }

    /** Three chunks that were freed again are back on freelists: 240 bytes used all the same. */
    @Test
    void shouldPrintAnErrorContextAfterUse() {
        MemoryContext error = manager.createAllocSet(top, "ErrorContext", new BlockSizes(8192, 8192, 8192));
        long[] pointers = {error.palloc(100), error.palloc(500), error.palloc(30)};
        for (long pointer : pointers) {
            manager.pfree(pointer);
        }
        assertThat(lineOf(error)).isEqualTo("ErrorContext: 8192 total in 1 blocks; 7952 free (3 chunks); 240 used");
    }

    @Test
    void shouldPrintEachTypeInItsShape() {
        MemoryContext generation = manager.createGeneration(top, "generation", BlockSizes.DEFAULT);
        MemoryContext slab = manager.createSlab(top, "slab", 8192, 64);
        MemoryContext bump = manager.createBump(top, "bump", BlockSizes.DEFAULT);
        assertThat(lineOf(top)).isEqualTo("top" + FRESH);
        assertThat(lineOf(generation))
                .isEqualTo("generation: 8192 total in 1 blocks (0 chunks); 8008 free (0 chunks); 184 used");
        assertThat(lineOf(slab)).isEqualTo("slab: 176 total in 0 blocks; 0 empty blocks; 0 free (0 chunks); 176 used");
        assertThat(lineOf(bump)).isEqualTo("bump: 8080 total in 1 blocks; 8048 free; 32 used");

        long first = generation.palloc(100);
        generation.palloc(100);
        manager.pfree(first);
        long chunk = slab.palloc(64);
        bump.palloc(100);
        assertThat(lineOf(generation))
                .isEqualTo("generation: 8192 total in 1 blocks (2 chunks); 7784 free (1 chunks); 408 used");
        assertThat(lineOf(slab))
                .isEqualTo("slab: 8368 total in 1 blocks; 0 empty blocks; 8064 free (112 chunks); 304 used");
        assertThat(lineOf(bump)).isEqualTo("bump: 8080 total in 1 blocks; 7944 free; 136 used");

        manager.pfree(chunk);
        assertThat(lineOf(slab))
                .isEqualTo("slab: 8368 total in 0 blocks; 1 empty blocks; 0 free (0 chunks); 8368 used");
    }

    @Test
    void shouldIndentByLevelAndEndWithTheGrandTotal() {
        MemoryContext a = manager.createAllocSet(top, "a", BlockSizes.DEFAULT);
        manager.createBump(top, "b", BlockSizes.DEFAULT);
        MemoryContext deep = manager.createAllocSet(a, "a1", BlockSizes.SMALL);
        deep.setIdentifier("query 7");

        assertThat(ContextStatistics.of(top).toText())
                .isEqualTo("top" + FRESH + "\n"
                        + "  b: 8080 total in 1 blocks; 8048 free; 32 used\n"
                        + "  a" + FRESH + "\n"
                        + "    a1: 1024 total in 1 blocks; 784 free (0 chunks); 240 used: query 7\n"
                        + "Grand total: 25488 bytes in 4 blocks; 24736 free (0 chunks); 752 used\n");
        // A branch of a snapshot prints as if the snapshot began there.
        assertThat(ContextStatistics.of(top).children().get(1).toText())
                .isEqualTo(ContextStatistics.of(a).toText())
                .startsWith("a" + FRESH + "\n  a1: ");
    }

    /** Children of the last level within the limit are still listed, hence one level more. */
    @Test
    void shouldSumUpBelowTheLevelLimit() {
        MemoryContext deepest = top;
        for (int level = 2; level <= 6; level++) {
            deepest = manager.createAllocSet(deepest, "level " + level, BlockSizes.SMALL);
        }
        String small = ": 1024 total in 1 blocks; 784 free (0 chunks); 240 used";
        String grandTotal = "Grand total: 13312 bytes in 6 blocks; 11872 free (0 chunks); 1440 used";
        ContextStatistics statistics = ContextStatistics.of(top);

        assertThat(statistics.toText(new StatisticsLimits(2, 100)).lines())
                .containsExactly(
                        "top" + FRESH,
                        "  level 2" + small,
                        "    level 3" + small,
                        "      3 more child contexts containing 3072 total in 3 blocks; 2352 free (0 chunks); 720 used",
                        grandTotal);
        assertThat(statistics.toText(new StatisticsLimits(0, 100)).lines())
                .containsExactly(
                        "top" + FRESH,
                        "  5 more child contexts containing 5120 total in 5 blocks; 3920 free (0 chunks); 1200 used",
                        grandTotal);
        assertThat(statistics.toText(new StatisticsLimits(5, 100)))
                .isEqualTo(statistics.toText())
                .doesNotContain("more");
    }

    /** The number counts contexts below the children left out as well. */
    @Test
    void shouldSumUpChildrenBeyondTheLimit() {
        for (int i = 1; i <= 4; i++) {
            MemoryContext child = manager.createAllocSet(top, "child " + i, BlockSizes.SMALL);
            manager.createAllocSet(child, "below " + i, BlockSizes.SMALL);
        }
        String small = ": 1024 total in 1 blocks; 784 free (0 chunks); 240 used";
        String grandTotal = "Grand total: 16384 bytes in 9 blocks; 14224 free (0 chunks); 2160 used";
        ContextStatistics statistics = ContextStatistics.of(top);

        assertThat(statistics.toText(new StatisticsLimits(100, 2)).lines())
                .containsExactly(
                        "top" + FRESH,
                        "  child 4" + small,
                        "    below 4" + small,
                        "  child 3" + small,
                        "    below 3" + small,
                        "  4 more child contexts containing 4096 total in 4 blocks; 3136 free (0 chunks); 960 used",
                        grandTotal);
        assertThat(statistics.toText(new StatisticsLimits(100, 0)).lines())
                .containsExactly(
                        "top" + FRESH,
                        "  8 more child contexts containing 8192 total in 8 blocks; 6272 free (0 chunks); 1920 used",
                        grandTotal);
        assertThat(statistics.toText(new StatisticsLimits(100, 4)).lines()).hasSize(10);
    }

    /** Against mcxt.c's recursion, written down once more and run on the contexts themselves. */
    @Test
    void shouldPrintRandomTreesAsTheRecursionDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            MemoryContext root = StatisticsTrees.create(manager, random, 1 + random.nextInt(60));
            StatisticsLimits limits = new StatisticsLimits(random.nextInt(6), random.nextInt(5));
            StringBuilder expected = new StringBuilder();
            long[] grandTotal = new long[5];
            printRecursively(root, 1, limits, expected, grandTotal);
            expected.append(String.format(
                    "Grand total: %d bytes in %d blocks; %d free (%d chunks); %d used\n",
                    grandTotal[1], grandTotal[2], grandTotal[3], grandTotal[4], grandTotal[1] - grandTotal[3]));
            assertThat(ContextStatistics.of(root).toText(limits))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected.toString());
            root.delete();
        }
    }

    private static void printRecursively(
            MemoryContext context, int level, StatisticsLimits limits, StringBuilder out, long[] totals) {
        out.append("  ".repeat(level - 1)).append(ContextStatistics.of(context)).append('\n');
        add(context, totals);
        MemoryContext child = context.firstChild();
        if (level <= limits.maxLevel()) {
            for (int i = 0; child != null && i < limits.maxChildren(); i++, child = child.nextSibling()) {
                printRecursively(child, level + 1, limits, out, totals);
            }
        }
        if (child != null) {
            long[] rest = new long[5];
            for (; child != null; child = child.nextSibling()) {
                addAll(child, rest);
            }
            out.append("  ".repeat(level))
                    .append(String.format(
                            "%d more child contexts containing %d total in %d blocks; %d free (%d chunks); %d used\n",
                            rest[0], rest[1], rest[2], rest[3], rest[4], rest[1] - rest[3]));
            for (int i = 0; i < rest.length; i++) {
                totals[i] += rest[i];
            }
        }
    }

    private static void addAll(MemoryContext context, long[] totals) {
        add(context, totals);
        for (MemoryContext child = context.firstChild(); child != null; child = child.nextSibling()) {
            addAll(child, totals);
        }
    }

    private static void add(MemoryContext context, long[] totals) {
        ContextCounters counters = context.counters();
        totals[0]++;
        totals[1] += counters.totalSpace();
        totals[2] += counters.blocks();
        totals[3] += counters.freeSpace();
        totals[4] += counters.freeChunks();
    }

    @ParameterizedTest
    @CsvSource({
        "100, '', 100, ''",
        "101, '', 100, ...",
        "98, é, 98, é",
        "99, é, 99, ...",
        "97, €, 97, €",
        "98, €, 98, ...",
        "99, €, 99, ...",
        "96, 😀, 96, 😀",
        "97, 😀, 97, ...",
        "96, 😀x, 96, 😀...",
        "96, 😀😀, 96, 😀...",
        "0, ééééééééééééééééééééééééééééééééééééééééééééééééééé, 0, éééééééééééééééééééééééééééééééééééééééééééééééééé...",
    })
    void shouldCutIdentifiersAt100BytesBetweenCharacters(int before, String after, int beforeCut, String afterCut) {
        top.setIdentifier("a".repeat(before) + after);
        assertThat(lineOf(top)).isEqualTo("top" + FRESH + ": " + "a".repeat(beforeCut) + afterCut);
    }

    @Test
    void shouldCutRandomIdentifiersWhereTheirBytesSay() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int[] alphabet = {'a', 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff, 0xe9, 0x7f, 0x80};
        String start = "top" + FRESH + ": ";
        for (int round = 0; round < 1000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(80); i >= 0; i--) {
                text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
            }
            top.setIdentifier(text.toString());
            assertThat(lineOf(top)).as("seed %d, round %d", seed, round).isEqualTo(start + cut(text.toString()));
        }
    }

    /** Steps back from byte 100 over the bytes inside a character, which are 10xxxxxx. */
    private static String cut(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int end = 100;
        if (bytes.length <= end) {
            return text;
        }
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + "...";
    }

    @Test
    void shouldKeepEveryContextOnOneLine() {
        top.setIdentifier("SELECT 1,\n\t2\r\u0000\u001f\u007f;");
        assertThat(lineOf(top)).isEqualTo("top" + FRESH + ": SELECT 1,  2   \u007f;");
        MemoryContext forger = manager.createAllocSet(top, "a\nGrand total: 0 bytes", BlockSizes.DEFAULT);
        assertThat(lineOf(forger)).isEqualTo("a Grand total: 0 bytes" + FRESH);
        forger.setIdentifier("");
        assertThat(lineOf(forger)).isEqualTo("a Grand total: 0 bytes" + FRESH + ": ");
    }

    @Test
    void shouldPrintHashTablesUnderTheirIdentifier() {
        MemoryContext table = manager.createAllocSet(top, "dynahash", BlockSizes.DEFAULT);
        assertThat(lineOf(table)).isEqualTo("dynahash" + FRESH);
        table.setIdentifier("Relcache by OID" + "x".repeat(100));
        assertThat(lineOf(table)).isEqualTo("Relcache by OID" + "x".repeat(100) + FRESH);
        MemoryContext other = manager.createAllocSet(top, "dynahash2", BlockSizes.DEFAULT);
        other.setIdentifier("x");
        assertThat(lineOf(other)).isEqualTo("dynahash2" + FRESH + ": x");
    }

    @Test
    void shouldPassOnWhatTheOutputThrows() {
        Writer full = new Writer() {
            @Override
            public void write(char[] buffer, int offset, int length) throws IOException {
                throw new IOException("disk full");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        ContextStatistics statistics = ContextStatistics.of(top);
        assertThatIOException()
                .isThrownBy(() -> statistics.writeText(full, StatisticsLimits.DEFAULT))
                .withMessage("disk full");
        assertThatIOException()
                .isThrownBy(() -> statistics.writeJson(full, StatisticsLimits.DEFAULT))
                .withMessage("disk full");
    }
}
