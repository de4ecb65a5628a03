package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checking mode is a property of a program's start, with the same classes; what it has to say goes to the log. */
@Timeout(500)
class CheckingStartTest {
    private static final String LEFT = "1 context left in a memory manager, with 0 chunks, 0 bytes:";

    @TempDir
    static Path folder;

    private static JvmFork plain;
    private static JvmFork counting;
    private static JvmFork silent;
    private static JvmFork misspelt;

    @BeforeAll
    static void start() throws IOException {
        plain = fork("-Ddev.palloc.leaks=misspelt");
        counting = fork("-Ddev.palloc.checking=true");
        silent = fork("-Ddev.palloc.checking=true", "-Ddev.palloc.leaks=off");
        misspelt = fork("-Ddev.palloc.checking=true", "-Ddev.palloc.leaks=misspelt");
    }

    private static JvmFork fork(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
        all.addAll(List.of(options));
        return JvmFork.onClassPath(folder, all, "of:java", "use", "use");
    }

    @Test
    void withoutCheckingNothingIsReportedAndNoLevelIsRead() throws IOException, InterruptedException {
        JvmFork.Result result = plain.await();
        assertThat(result.answers()).contains("works, direct").hasSize(3);
        assertThat(result.err()).doesNotContain("context left");
    }

    @Test
    void inCheckingModeEachManagerReportsItsContexts() throws IOException, InterruptedException {
        JvmFork.Result result = counting.await();
        assertThat(result.answers()).contains("works, direct");
        assertThat(result.err()).contains("WARNING", "dev.palloc", LEFT, "\"probe\" (AllocSet): 0 chunks, 0 bytes");
        assertThat(result.err().split("context left", -1))
                .as("reports of two managers")
                .hasSize(3);
    }

    @Test
    void theReportCanBeSwitchedOff() throws IOException, InterruptedException {
        JvmFork.Result result = silent.await();
        assertThat(result.answers()).contains("works, direct");
        assertThat(result.err()).doesNotContain("context left");
    }

    @Test
    void aMisspeltLevelIsAnErrorEachTimeAManagerIsMade() throws IOException, InterruptedException {
        String error =
                "IllegalArgumentException: system property dev.palloc.leaks is \"misspelt\": use off, count or sites";
        assertThat(misspelt.await().answers()).endsWith(error, error);
    }
}
