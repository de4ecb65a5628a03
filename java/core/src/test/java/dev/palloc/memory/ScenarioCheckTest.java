package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.palloc.platform.Platform;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The work that takes every branch of the allocators leaves everything whole, with and without checking mode. */
@Tag("any-mode")
class ScenarioCheckTest {
    static Stream<String> scenarios() {
        return ParityScenarios.all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aScenarioLeavesEverythingWhole(String name) {
        try (ParityDigest digest = new ParityDigest(Platform.get())) {
            ParityScenarios.all().get(name).accept(digest);
            assertThatCode(digest.manager()::check).doesNotThrowAnyException();
        }
    }
}
