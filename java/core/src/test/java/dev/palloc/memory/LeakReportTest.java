package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.palloc.InvalidChunkException;
import dev.palloc.memory.LeakReport.LeakedContext;
import dev.palloc.memory.LeakReport.Site;
import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What checking mode says of contexts that nobody deleted, at each level. */
@Tag("checking")
class LeakReportTest {
    private final String before = System.getProperty(LeakLevel.PROPERTY);

    @AfterEach
    void restore() {
        level(before);
    }

    private static void level(String level) {
        if (level == null) {
            System.clearProperty(LeakLevel.PROPERTY);
        } else {
            System.setProperty(LeakLevel.PROPERTY, level);
        }
    }

    private static MemoryManager managerAt(String level) {
        level(level);
        return TestManager.create();
    }

    /** A logger that keeps what it is told. */
    private static final class Kept implements System.Logger {
        private final List<String> lines = new ArrayList<>();

        @Override
        public String getName() {
            return "kept";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            lines.add(level + " " + text);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... arguments) {
            lines.add(level + " " + format);
        }
    }

    private static List<String> logged(LeakReport report) {
        Kept kept = new Kept();
        report.log(kept);
        return kept.lines;
    }

    @Test
    void aManagerWithoutContextsHasNothingToReport() {
        try (MemoryManager manager = managerAt("sites")) {
            manager.createAllocSet(null, "gone", BlockSizes.SMALL).delete();
            assertThat(manager.leaks().isEmpty()).isTrue();
            assertThat(manager.leaks().text()).isEqualTo("no context is left");
            assertThat(logged(manager.leaks())).isEmpty();
        }
    }

    @Test
    void contextsAreCountedWithTheirLiveChunksLargestFirst() {
        try (MemoryManager manager = managerAt("count")) {
            MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.DEFAULT);
            MemoryContext query = manager.createGeneration(top, "query", BlockSizes.DEFAULT);
            MemoryContext rows = manager.createSlab(query, "rows", 8192, 40);
            MemoryContext plan = manager.createBump(top, "plan", BlockSizes.DEFAULT);
            manager.createAllocSet(top, "empty", BlockSizes.SMALL);
            top.palloc(1);
            manager.pfree(top.palloc(7000));
            manager.pfree(query.palloc(10));
            query.palloc(100);
            query.palloc(600_000);
            rows.palloc(40);
            rows.palloc(40);
            manager.pfree(rows.palloc(40));
            plan.palloc(200);
            plan.pallocAligned(300, 256);

            assertThat(manager.leaks().contexts())
                    .containsExactly(
                            new LeakedContext("\"top/query\"", ContextType.GENERATION, 2, 600_100, List.of()),
                            new LeakedContext("\"top/plan\"", ContextType.BUMP, 2, 500, List.of()),
                            new LeakedContext("\"top/query/rows\"", ContextType.SLAB, 2, 80, List.of()),
                            new LeakedContext("\"top\"", ContextType.ALLOC_SET, 1, 1, List.of()),
                            new LeakedContext("\"top/empty\"", ContextType.ALLOC_SET, 0, 0, List.of()));
            assertThat(manager.leaks().chunks()).isEqualTo(7);
            assertThat(manager.leaks().bytes()).isEqualTo(600_681);
            assertThat(manager.leaks()).hasToString("""
                    5 contexts left in a memory manager, with 7 chunks, 600681 bytes:
                      "top/query" (Generation): 2 chunks, 600100 bytes
                      "top/plan" (Bump): 2 chunks, 500 bytes
                      "top/query/rows" (Slab): 2 chunks, 80 bytes
                      "top" (AllocSet): 1 chunk, 1 byte
                      "top/empty" (AllocSet): 0 chunks, 0 bytes
                    -Ddev.palloc.leaks=sites shows where the chunks were allocated""");
            top.delete();
        }
    }

    private static void allocateHere(MemoryContext context, int count, long size) {
        for (int i = 0; i < count; i++) {
            context.palloc(size);
        }
    }

    private static void allocateThere(MemoryContext context, long size) {
        context.pallocAligned(size, 128);
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "BUMP"})
    void sitesAreAddedUpLargestFirst(ContextType type) {
        try (MemoryManager manager = managerAt("sites")) {
            MemoryContext context = MisuseCases.create(manager, type, 0);
            allocateHere(context, 3, 32);
            allocateThere(context, 100);
            if (type != ContextType.BUMP) {
                manager.pfree(context.palloc(5000));
            }
            LeakedContext leaked = manager.leaks().contexts().get(0);
            assertThat(leaked.path()).isEqualTo("\"top/misused\"");
            assertThat(leaked.sites())
                    .extracting(Site::chunks, Site::bytes)
                    .containsExactly(tuple(1L, 100L), tuple(3L, 96L));
            assertThat(leaked.sites().get(0).frames()).startsWith(frame("allocateThere"));
            assertThat(leaked.sites().get(1).frames())
                    .startsWith(frame("allocateHere"))
                    .contains(" < " + frame("sitesAreAddedUpLargestFirst"));
            assertThat(manager.leaks().text())
                    .contains("\n    1 chunk, 100 bytes at " + frame("allocateThere"))
                    .contains("\n    3 chunks, 96 bytes at " + frame("allocateHere"))
                    .doesNotContain("=sites");
        }
    }

    private static String frame(String method) {
        return LeakReportTest.class.getName() + "." + method + "(LeakReportTest.java:";
    }

    @Test
    void sitesFollowReallocationsAndResets() {
        try (MemoryManager manager = managerAt("sites")) {
            MemoryContext set = manager.createAllocSet(null, "set", BlockSizes.DEFAULT);
            allocateHere(set, 50, 100);
            set.reset();
            long pointer = set.palloc(10);
            manager.repalloc(pointer, 3000);
            LeakedContext leaked = manager.leaks().contexts().get(0);
            assertThat(leaked.sites()).hasSize(1);
            assertThat(leaked.sites().get(0).bytes()).isEqualTo(3000);
            assertThat(leaked.sites().get(0).frames()).startsWith(frame("sitesFollowReallocationsAndResets"));
        }
    }

    @Test
    void aMessageOfMisuseHasBothSites() {
        try (MemoryManager manager = managerAt("sites")) {
            MemoryContext set = manager.createAllocSet(null, "set", BlockSizes.DEFAULT);
            Tier.TierChunk chunk = Tier.RAW.allocate(set, 60);
            chunk.free();
            MisuseCases.assertTold(
                    chunk::free,
                    InvalidChunkException.class,
                    chunk,
                    " (allocated at dev.palloc.memory.Tier",
                    "; freed at dev.palloc.memory.Tier$TierChunk.free(Tier.java:");
        }
    }

    @Test
    void aLongReportIsCut() {
        try (MemoryManager manager = managerAt("count")) {
            MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.DEFAULT);
            for (int i = 0; i < 29; i++) {
                manager.createAllocSet(top, "child", BlockSizes.SMALL).palloc(i);
            }
            assertThat(manager.leaks().contexts()).hasSize(30);
            assertThat(manager.leaks().text().lines().toList())
                    .hasSize(23)
                    .contains("  and 10 smaller contexts")
                    .contains("  \"top/child\" (AllocSet): 1 chunk, 28 bytes");
            top.delete();
        }
    }

    @Test
    void theReportIsLoggedOnceAsAWarning() {
        try (MemoryManager manager = managerAt("off")) {
            manager.createAllocSet(null, "left", BlockSizes.SMALL).palloc(8);
            assertThat(logged(manager.leaks()))
                    .singleElement()
                    .asString()
                    .startsWith("WARNING 1 context left in a memory manager, with 1 chunk, 8 bytes:")
                    .contains("\"left\" (AllocSet): 1 chunk, 8 bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "on", "site", "counts ", "true"})
    void aMisspeltLevelIsAnErrorOfTheManagersConstruction(String level) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> managerAt(level))
                .withMessage("system property dev.palloc.leaks is \"" + level + "\": use off, count or sites");
        managerAt("COUNT").close();
    }

    @Test
    void damagedContextsAreCountedAsFarAsTheyCanBe() {
        try (MemoryManager manager = managerAt("off")) {
            MemoryContext set = manager.createAllocSet(null, "set", BlockSizes.DEFAULT);
            set.palloc(8);
            long damaged = set.palloc(8);
            set.palloc(8);
            long word = TestManager.word(damaged);
            RawMemory.putLong(damaged - ChunkHeader.SIZE, word ^ 1);
            assertThat(manager.leaks().chunks()).isEqualTo(1);
            RawMemory.putLong(damaged - ChunkHeader.SIZE, word);
            assertThat(manager.leaks().chunks()).isEqualTo(3);
        }
    }
}
