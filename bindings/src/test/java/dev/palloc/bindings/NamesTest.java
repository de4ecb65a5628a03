package dev.palloc.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Header, argument file, bindings and library have the same names. The generator ignores a name it does not find, and a
 * symbol missing in the library shows at its first call only; so all are compared here.
 */
class NamesTest {
    @Test
    void functions() {
        same("functions", Repository.headerFunctions(), "--include-function", Generated.functions());
    }

    @Test
    void constants() {
        same("constants", Repository.headerConstants(), "--include-constant", Generated.constants());
    }

    @Test
    void structs() {
        same("structs", Repository.headerStructs(), "--include-struct", Generated.structs());
    }

    private static void same(String what, List<String> header, String option, List<String> generated) {
        // Guards the patterns that read the header: finding nothing anywhere would compare equal.
        assertThat(header).as("%s of palloc.h", what).isNotEmpty().doesNotHaveDuplicates();
        assertThat(Repository.included(option))
                .as("%s in jextract.args, against palloc.h; %s", option, Repository.REGENERATE)
                .containsExactlyInAnyOrderElementsOf(header);
        assertThat(generated)
                .as("generated %s, against jextract.args; %s", what, Repository.REGENERATE)
                .containsExactlyInAnyOrderElementsOf(Repository.included(option));
    }

    @ParameterizedTest
    @MethodSource("generatedFunctions")
    void functionIsInTheLibrary(String function) {
        CLayer.load();
        assertThat(Generated.address(function).address()).isNotZero();
    }

    static List<String> generatedFunctions() {
        return Generated.functions();
    }

    @Test
    void libraryIsOfTheVersionInTheHeader() {
        CLayer.load();
        assertThat(palloc_h.palloc_abi_version()).isEqualTo(palloc_h.PALLOC_ABI_VERSION());
    }
}
