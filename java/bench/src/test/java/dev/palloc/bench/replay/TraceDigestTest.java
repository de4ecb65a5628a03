package dev.palloc.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.bench.TestPlatforms;
import dev.palloc.bench.trace.Trace;
import dev.palloc.bench.trace.TraceFile;
import dev.palloc.bench.trace.TraceSource;
import dev.palloc.bench.trace.TraceWriter;
import dev.palloc.platform.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real traces do the same to memory on every platform and architecture, today and at the time of the committed values. */
class TraceDigestTest {
    /** A file to add the digests to, for comparing those of several machines. */
    private static final String DIGESTS = "dev.palloc.digests";

    @TempDir
    Path folder;

    static List<String> shipped() {
        return TraceSource.SHIPPED;
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void digestsOfTheShippedTracesAreTheCommittedOnes(String name) throws IOException {
        Trace trace = TraceFile.read(TraceSource.shipped(name));
        ExpectedDigest expected = ExpectedDigest.of(name);
        for (String platform : TestPlatforms.names().toList()) {
            DigestResult result = TraceDigest.of(trace, Platform.of(platform));
            export(name, result.digest());
            assertThat(result)
                    .as("%s on %s", name, platform)
                    .isEqualTo(new DigestResult(expected.digest(), expected.blocksTaken(), expected.peakBytes()));
        }
    }

    private static void export(String name, String digest) throws IOException {
        String file = System.getProperty(DIGESTS);
        if (file != null) {
            Files.writeString(
                    Path.of(file),
                    "trace/" + name + "\t" + digest + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private DigestResult digest(TraceWriter writer) {
        Trace trace = TraceFile.read(TraceSource.file(writer.plain(folder.resolve("t.mct"))));
        return TraceDigest.of(trace, Platform.get());
    }

    @Test
    void aDigestTellsTracesApartThatLeaveTheSameBehind() {
        TraceWriter first =
                new TraceWriter().allocSet(1, 0).alloc(1, 100).alloc(1, 10).delete(1);
        TraceWriter second =
                new TraceWriter().allocSet(1, 0).alloc(1, 10).alloc(1, 100).delete(1);
        assertThat(digest(first)).isEqualTo(digest(first));
        assertThat(digest(first).digest()).isNotEqualTo(digest(second).digest());
        assertThat(digest(first).digest()).matches("[0-9a-f]{16}");
    }

    @Test
    void countsBlocksAndTheirPeak() {
        DigestResult result = digest(
                new TraceWriter().allocSet(1, 0).alloc(1, 100_000).free(0).alloc(1, 50_000));
        assertThat(result.blocksTaken()).isEqualTo(3);
        assertThat(result.peakBytes()).isBetween(108_192L, 109_000L);
    }
}
