package dev.palloc.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.palloc.bench.BenchException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line with results that are made up. */
class SuiteBenchTest {
    private static final Map<String, String> MISSING = Map.of("jemalloc", "jemalloc is left out: install libjemalloc2");

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> runs = new ArrayList<>();

    private int run(Measuring measuring, Object... arguments) {
        return SuiteBench.commandLine(measuring, MISSING)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }

    private int run(Object... arguments) {
        Measuring measuring = (suite, effort, flags, missing, log) -> {
            runs.add(suite.label() + " " + effort.forks() + (effort.quick() ? " quick" : ""));
            assertThat(missing).containsExactly("jemalloc");
            assertThat(flags).contains("-XX:+AlwaysPreTouch", "-Dio.netty.leakDetection.level=disabled");
            if (!suite.showsHeap()) {
                return MadeUpResults.array(MadeUpResults.contest(1, "LWLOCK", 50, 60, 70, 1_000_000));
            }
            return MadeUpResults.array(
                    MadeUpResults.result("m", List.of("allocator=raw AllocSet", "chunk=64", "keep=1024"), 0, 7, 7),
                    MadeUpResults.result("m", List.of("allocator=malloc", "chunk=64", "keep=1024"), 0, 14, 14));
        };
        return run(measuring, arguments);
    }

    @Test
    void measuresOnceAndWritesTableAndRawResults() throws IOException {
        Path results = folder.resolve("new/results");
        assertThat(run("--suite", "use", "--suite", "use", "--suite", "ring", "--out", results))
                .isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(runs).containsExactly("use 3", "ring 3");
        assertThat(results.resolve("ring.md"))
                .content()
                .contains("| 64 | 1024 | malloc | 14.00 | 14.00 - 14.00 | 2.00 | +7.0 | 0.0 |")
                .contains("3 x 8 iterations")
                .contains(MISSING.get("jemalloc"));
        assertThat(out.toString()).contains("| malloc | 14.00 |").contains(MISSING.get("jemalloc"));
        JsonNode json = new ObjectMapper().readTree(results.resolve("ring.json").toFile());
        assertThat(json.path("machine").path("processors").asInt()).isPositive();
        assertThat(json.path("leftOut").path(0).asText()).isEqualTo(MISSING.get("jemalloc"));
        assertThat(json.path("results")).hasSize(2);
        assertThat(json.path("results").path(0).path("primaryMetric").path("rawData"))
                .hasSize(2);
    }

    @Test
    void allSuitesAreRunUnlessOneIsNamed() {
        assertThat(run("--quick", "--out", folder)).isZero();
        assertThat(runs)
                .containsExactly(
                        "ring 1 quick",
                        "reset 1 quick",
                        "lifetime 1 quick",
                        "tree 1 quick",
                        "use 1 quick",
                        "segments 1 quick",
                        "readers 1 quick",
                        "growth 1 quick",
                        "atomics 1 quick",
                        "sharing 1 quick",
                        "uncontended 1 quick",
                        "locks 1 quick",
                        "virtual-locks 1 quick");
    }

    @Test
    void forksCanBeChosen() {
        assertThat(run("--quick", "--suite", "tree", "--forks", 5, "--out", folder))
                .isZero();
        assertThat(runs).containsExactly("tree 5 quick");
    }

    @Test
    void anUnknownSuiteStopsBeforeMeasuring() {
        assertThat(run("--suite", "rings", "--out", folder)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "There is no suite \"rings\"; it may be ring, reset, lifetime, tree, use, segments, readers,"
                                + " growth, atomics, sharing, uncontended, locks, virtual-locks");
        assertThat(runs).isEmpty();
    }

    @Test
    void noForksAreRefused() {
        assertThat(run("--forks", "0", "--out", folder)).isEqualTo(2);
        assertThat(err.toString()).startsWith("--forks must be at least 1, not 0");
        assertThat(runs).isEmpty();
    }

    @Test
    void wrongUsageIsStatusTwo() {
        assertThat(run("--no-such-option")).isEqualTo(2);
        assertThat(run("--forks", "many")).isEqualTo(2);
        assertThat(err.toString()).contains("--no-such-option").contains("many");
    }

    @Test
    void helpNamesEverySuite() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--quick", "--forks", "--out", "Exit status");
        for (Suite suite : Suite.values()) {
            assertThat(out.toString()).contains(suite.label());
        }
    }

    @Test
    void aFailureKeepsTheOldResults() throws IOException {
        Path old = Files.writeString(folder.resolve("ring.json"), "old");
        Measuring failing = (suite, effort, flags, missing, log) -> {
            throw new BenchException("suite ring: measuring failed: no fork", null);
        };
        assertThat(run(failing, "--suite", "ring", "--out", folder)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("bench: suite ring: measuring failed: no fork")
                .hasLineCount(1);
        assertThat(old).hasContent("old");
    }

    @Test
    void aFolderThatCannotBeMadeStopsBeforeMeasuring() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(run("--out", file.resolve("below"))).isEqualTo(2);
        assertThat(err.toString()).startsWith("bench: cannot make the output folder ");
        assertThat(runs).isEmpty();
    }
}
