package dev.palloc.lwlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.atomic.AtomicRace;
import dev.palloc.platform.JvmFork;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The races in JVMs that interpret, that have the first compiler alone, and that have both. */
@Timeout(500)
class ForkedRaceTest {
    @TempDir
    Path logs;

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4"})
    void noAtomicOperationIsLost(String compilers) throws Exception {
        JvmFork.Result result =
                JvmFork.ofProgram(logs, List.of(compilers), AtomicRace.class).await();
        assertThat(result.answers()).as(result.err()).isEmpty();
        assertThat(result.exitStatus()).as(result.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4"})
    void locksExcludeAndNoWakeupIsLost(String compilers) throws Exception {
        JvmFork.Result result =
                JvmFork.ofProgram(logs, List.of(compilers), LockRace.class).await();
        assertThat(result.answers()).as(result.err()).singleElement().asString().matches("[1-9][0-9]* writes");
        assertThat(result.exitStatus()).as(result.err()).isZero();
    }
}
