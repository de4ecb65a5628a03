package dev.palloc.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.bench.trace.TraceWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line with a clock that is made up. */
class CompareTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> forks = new ArrayList<>();

    @BeforeAll
    static void withoutScreen() {
        System.setProperty("java.awt.headless", "true");
    }

    private int compare(Object... arguments) {
        Timing timing = (source, platform, effort, tick) -> {
            forks.add(source.name() + " " + platform);
            tick.run();
            return new double[] {platform.equals("native") ? 30 : 60};
        };
        CommandLine line =
                Compare.commandLine(timing).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }

    private Path trace(String name) {
        return new TraceWriter().allocSet(1, 0).alloc(1, 8).alloc(1, 16).gzip(folder.resolve(name));
    }

    @Test
    void comparesAndWritesTheReport() throws IOException {
        Path reports = folder.resolve("new/reports");
        int status = compare("--trace", trace("one.mct.gz"), "--trace", trace("two.mct.gz"), "--out", reports);
        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        assertThat(out.toString())
                .contains("[ 1/12] one  native  .  10.00 ns/record")
                .contains("[ 2/12] one  java    .  20.00 ns/record")
                .containsPattern("one +3 +10\\.00 +20\\.00 +2\\.00 ")
                .contains("All digests agree.");
        assertThat(reports.resolve("compare.json")).content().contains("\"trace\" : \"two\"");
        assertThat(reports.resolve("index.html")).content().contains("All digests agree");
        try (Stream<Path> files = Files.list(reports)) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void neitherPlatformAlwaysComesSecond() {
        assertThat(compare("--quick", "--trace", trace("a.mct"), "--trace", trace("b.mct"), "--out", folder))
                .isZero();
        assertThat(forks).containsExactly("a native", "a java", "b java", "b native");
    }

    @Test
    void aFileNamedTwiceIsMeasuredOnceAndTwoOfOneNameAreToldApart() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other")).resolve("a.mct");
        Path first = trace("a.mct");
        Files.copy(first, other);
        assertThat(compare("--quick", "--trace", first, "--trace", first, "--trace", other, "--out", folder))
                .isZero();
        assertThat(forks).hasSize(4);
        assertThat(out.toString()).contains("a (2)");
    }

    @Test
    void aBadTraceStopsEverythingBeforeAnythingIsLost() throws IOException {
        Path old = Files.writeString(folder.resolve("compare.json"), "old");
        Path bad = new TraceWriter().allocSet(1, 0).free(5).plain(folder.resolve("bad.mct"));
        int status = compare("--trace", trace("good.mct"), "--trace", bad, "--out", folder);
        assertThat(status).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("compare: " + bad + ": record 2 at byte ")
                .hasLineCount(1);
        assertThat(forks).isEmpty();
        assertThat(old).hasContent("old");
    }

    @Test
    void aMissingTraceIsNamed() {
        Path missing = folder.resolve("missing.mct.gz");
        assertThat(compare("--trace", missing, "--out", folder)).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("compare: " + missing + ": no such file" + System.lineSeparator());
    }

    @Test
    void aFolderThatCannotBeMadeStopsBeforeMeasuring() {
        Path file = trace("a.mct");
        assertThat(compare("--trace", file, "--out", file.resolve("below"))).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("compare: cannot make the output folder ")
                .hasLineCount(1);
        assertThat(forks).isEmpty();
    }

    @Test
    void aCutTraceIsReadAndMentioned() {
        Path cut = new TraceWriter().allocSet(1, 0).alloc(1, 8).raw(2, 1).plain(folder.resolve("cut.mct"));
        assertThat(compare("--quick", "--trace", cut, "--out", folder)).isZero();
        assertThat(out.toString()).contains("the last record is cut, its 2 bytes are left out");
    }

    @Test
    void wrongUsageIsStatusTwo() {
        assertThat(compare("--no-such-option")).isEqualTo(2);
        assertThat(err.toString()).contains("--no-such-option").contains("--quick");
    }

    @Test
    void helpIsStatusZero() {
        assertThat(compare("--help")).isZero();
        assertThat(out.toString())
                .contains("--quick")
                .contains("--trace")
                .contains("--out")
                .contains("Exit status");
    }
}
