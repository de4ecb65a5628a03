package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The 43 structures of which the report of 2014 says whether they began a line. */
class ReportOf2014Test {
    private static final long TOTAL = 200_000;
    private static final int LINE = 64;

    private static List<String> names;
    private static List<Boolean> flags;
    private static String report;

    @BeforeAll
    static void read() throws IOException {
        List<String> lines = resource("/shmem/pg94-structures.txt").lines().toList();
        names = lines.stream().map(line -> line.split("\t")[0]).toList();
        flags = lines.stream().map(line -> line.split("\t")[1].equals("1")).toList();
        report = resource("/shmem/report-2014.txt");
    }

    private static String resource(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(ReportOf2014Test.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theFilesAreTheOnesMeant() {
        assertThat(names).hasSize(43).doesNotHaveDuplicates();
        assertThat(flags).filteredOn(flag -> flag).hasSize(14);
        assertThat(report.lines()).hasSize(43);
    }

    /** 9.4 of the report aligned pages to 32; before 7.4 nothing but 8. The flags can be had under both. */
    @OnEachPlatform
    void isRepeatedToTheLetterWithTheAlignmentOfItsTime(Platform platform) {
        assertThat(filledReport(AlignmentPolicy.BUFFERALIGN_32, platform)).isEqualTo(report);
        assertThat(filledReport(AlignmentPolicy.MAXALIGN, platform)).isEqualTo(report);
    }

    /** The report of an arena with anonymous storage between the structures, so that they start as in 2014. */
    private static String filledReport(AlignmentPolicy policy, Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, TOTAL, policy)) {
            for (int i = 0; i < names.size(); i++) {
                while (startOfNext(arena, size(i)) % LINE == 0 != flags.get(i)) {
                    arena.allocate(8);
                }
                arena.initStruct(names.get(i), size(i));
            }
            return arena.alignmentReport().table();
        }
    }

    private static long startOfNext(SharedArena arena, long size) {
        return arena.policy().start(TOTAL - arena.freeBytes(), size);
    }

    /** Any sizes, some of a page or more. */
    private static long size(int i) {
        return i % 5 == 0 ? 9_000 + i : 100 + i;
    }

    @OnEachPlatform
    void wouldHaveBeenAllOnesUnderCacheLineAlignment(Platform platform) {
        assertThat(reportUnder(AlignmentPolicy.CACHELINE_64, platform)).isEqualTo(report.replace(":  0", ":  1"));
        assertThat(reportUnder(AlignmentPolicy.CACHELINE_128, platform)).isEqualTo(report.replace(":  0", ":  1"));
    }

    @OnEachPlatform
    void wouldHaveBeenAllZerosWhenMisaligned(Platform platform) {
        assertThat(reportUnder(AlignmentPolicy.misaligned(8), platform)).isEqualTo(report.replace(":  1", ":  0"));
        assertThat(reportUnder(AlignmentPolicy.misaligned(127), platform)).isEqualTo(report.replace(":  1", ":  0"));
    }

    private static String reportUnder(AlignmentPolicy policy, Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, TOTAL, policy)) {
            for (int i = 0; i < names.size(); i++) {
                arena.initStruct(names.get(i), size(i));
            }
            return arena.alignmentReport().table();
        }
    }
}
