package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the system property chooses. Each test on a copy of Palloc that has not chosen yet. */
class PlatformChoiceTest {
    private static final String NATIVE = "native | library bundled for " + HostName.osAndArchitecture();
    private static final String JAVA = "java | asked for by name";

    @Test
    void nativeIsChosenWithoutTheProperty() throws Exception {
        assertThat(chosen(Map.of())).containsExactly(NATIVE, "true", "works, direct");
    }

    @Test
    void autoIsTheSame() throws Exception {
        assertThat(chosen(Map.of(Platform.PROPERTY, "auto"))).containsExactly(NATIVE, "true", "works, direct");
    }

    @Test
    void nativeByName() throws Exception {
        assertThat(chosen(Map.of(Platform.PROPERTY, "native"))).containsExactly(NATIVE, "true", "works, direct");
    }

    @Test
    void javaByName() throws Exception {
        assertThat(chosen(Map.of(Platform.PROPERTY, "java"))).containsExactly(JAVA, "true", "works, direct");
    }

    private static List<String> chosen(Map<String, String> properties) throws Exception {
        return new IsolatedPalloc(properties).probe("get", "same", "use");
    }

    @Test
    void aWrongNameIsRefusedEachTimeUntilItIsPutRight() throws Exception {
        String refusal = "IllegalArgumentException: unknown platform \"cobol\": set -Ddev.palloc.platform to native,"
                + " java or auto";

        List<String> answers = new IsolatedPalloc(Map.of(Platform.PROPERTY, "cobol"))
                .probe("get", "get", "set:java", "get", "same", "use");

        assertThat(answers)
                .containsExactly(refusal, refusal, "the property is java now", JAVA, "true", "works, direct");
    }

    @Test
    void theChoiceIsKeptWhateverThePropertyBecomes() throws Exception {
        List<String> answers = new IsolatedPalloc(Map.of(Platform.PROPERTY, "java"))
                .probe("get", "set:native", "get", "set:cobol", "get");

        assertThat(answers)
                .containsExactly(JAVA, "the property is native now", JAVA, "the property is cobol now", JAVA);
    }

    @Test
    void bothCanBeUsedSideBySide() throws Exception {
        List<String> answers = new IsolatedPalloc(Map.of(Platform.PROPERTY, "java"))
                .probe("of:native", "use", "get", "use", "of:java", "use", "of:auto", "use");

        assertThat(answers)
                .containsExactly(
                        NATIVE, "works, direct", JAVA, "works, direct", JAVA, "works, direct", NATIVE, "works, direct");
    }
}
