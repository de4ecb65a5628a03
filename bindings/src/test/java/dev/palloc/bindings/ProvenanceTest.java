package dev.palloc.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The committed sources are what the generator made of this header with these arguments. Needs no generator. */
class ProvenanceTest {
    private final Properties recorded = Repository.recorded();

    @Test
    void headerIsTheOneTheBindingsWereMadeFrom() {
        assertThat(Repository.sha256(Repository.HEADER))
                .as("hash of palloc.h; %s", Repository.REGENERATE)
                .isEqualTo(recorded.getProperty("sha256.palloc.h"));
    }

    @Test
    void argumentsAreTheOnesTheBindingsWereMadeWith() {
        assertThat(Repository.sha256(Repository.ARGUMENTS))
                .as("hash of jextract.args; %s", Repository.REGENERATE)
                .isEqualTo(recorded.getProperty("sha256.jextract.args"));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void sourceIsAsTheGeneratorWroteIt(String source) {
        assertThat(Repository.sha256(Repository.sources().get(source)))
                .as("hash of %s, which is never edited by hand; %s", source, Repository.REGENERATE)
                .isEqualTo(recorded.getProperty("sha256." + source));
    }

    static TreeSet<String> sources() {
        return new TreeSet<>(Repository.sources().keySet());
    }

    /** A file deleted or slipped in would escape the test above. */
    @Test
    void everySourceIsRecordedAndEveryRecordHasItsSource() {
        assertThat(recorded.stringPropertyNames().stream()
                        .filter(name -> name.endsWith(".java"))
                        .map(name -> name.substring("sha256.".length())))
                .as("sources in jextract.properties; %s", Repository.REGENERATE)
                .containsExactlyInAnyOrderElementsOf(sources());
    }

    @Test
    void generatorIsNamed() {
        assertThat(recorded.getProperty("jextract.revision")).matches("[0-9a-f]{40}");
        assertThat(recorded.getProperty("jextract.libclang")).matches("\\d+(\\.\\d+)+");
    }
}
