package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SysfsCacheLineTest {
    private static final CacheLine NOBODY_ANSWERED = new CacheLine(64, CacheLine.Source.DEFAULT);

    @TempDir
    Path caches;

    @ParameterizedTest
    @ValueSource(ints = {16, 32, 64, 128, 256, 2048})
    void aGoodAnswerIsTaken(int bytes) throws IOException {
        cache("index0", "1\n", "Data\n", bytes + "\n");

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(new CacheLine(bytes, CacheLine.Source.SYSFS));
    }

    @Test
    void theDataCacheOfLevel1IsTheOneThatCounts() throws IOException {
        cache("index0", "1", "Instruction", "32");
        cache("index1", "2", "Data", "256");
        cache("index2", "1", "Data", "128");
        cache("index3", "3", "Unified", "512");

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(new CacheLine(128, CacheLine.Source.SYSFS));
    }

    @Test
    void aUnifiedCacheServesData() throws IOException {
        cache("index0", "1", "Unified", "32");

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(new CacheLine(32, CacheLine.Source.SYSFS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "63", "8", "4096", "-64", "", "64 bytes", "0x40", "99999999999999999999"})
    void nonsenseIsSkipped(String bytes) throws IOException {
        cache("index0", "1", "Data", bytes);

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(NOBODY_ANSWERED);
    }

    @Test
    void oneThatAnswersNonsenseDoesNotHideTheNext() throws IOException {
        cache("index0", "1", "Data", "0");
        cache("index1", "1", "Unified", "128");

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(new CacheLine(128, CacheLine.Source.SYSFS));
    }

    @Test
    void oneThatCannotBeReadDoesNotHideTheNext() throws IOException {
        cache("index0", "1", "Data", "sixty-four");
        Files.createDirectory(caches.resolve("index1"));
        cache("index2", "1", "Data", "128");

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(new CacheLine(128, CacheLine.Source.SYSFS));
    }

    @Test
    void instructionsDoNotCount() throws IOException {
        cache("index0", "1", "Instruction", "128");

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(NOBODY_ANSWERED);
    }

    @Test
    void level2DoesNotCount() throws IOException {
        cache("index0", "2", "Data", "128");

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(NOBODY_ANSWERED);
    }

    @Test
    void withoutTheFolderNobodyAnswers() {
        assertThat(SysfsCacheLine.detect(caches.resolve("hidden"))).isEqualTo(NOBODY_ANSWERED);
        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(NOBODY_ANSWERED);
    }

    @Test
    void bytesThatAreNoTextAreSkipped() throws IOException {
        cache("index0", "1", "Data", "64");
        Files.write(caches.resolve("index0/coherency_line_size"), new byte[] {(byte) 0xC3, 0x28, (byte) 0xFF});

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(NOBODY_ANSWERED);
    }

    @Test
    void aFolderInPlaceOfAFileIsSkipped() throws IOException {
        Files.createDirectories(caches.resolve("index0/level"));

        assertThat(SysfsCacheLine.detect(caches)).isEqualTo(NOBODY_ANSWERED);
    }

    @Test
    void thisMachineHasAnAnswer() {
        assertThat(SysfsCacheLine.detect().bytes()).isBetween(16, 2048);
    }

    private void cache(String index, String level, String type, String bytes) throws IOException {
        Path folder = Files.createDirectory(caches.resolve(index));
        Files.writeString(folder.resolve("level"), level, StandardCharsets.US_ASCII);
        Files.writeString(folder.resolve("type"), type, StandardCharsets.US_ASCII);
        Files.writeString(folder.resolve("coherency_line_size"), bytes, StandardCharsets.US_ASCII);
    }
}
