package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNameTest {
    @ParameterizedTest
    @CsvSource({
        "amd64,x86_64",
        "x86_64,x86_64",
        "X86-64,x86_64",
        "aarch64,aarch64",
        "arm64,aarch64",
        "riscv64,riscv64",
        "S390X,s390x"
    })
    void architecturesHaveOneName(String jvm, String expected) {
        assertThat(HostName.architecture(jvm)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"Linux,linux", "Mac OS X,macosx"})
    void systemsHaveOneName(String jvm, String expected) {
        assertThat(HostName.os(jvm)).isEqualTo(expected);
    }

    @Test
    void namesDoNotDependOnTheUsersLanguage() {
        Locale before = Locale.getDefault();
        try {
            // Turkish has an i without a dot, which is what the lower case of I is there.
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(HostName.os("LINUX")).isEqualTo("linux");
            assertThat(HostName.architecture("RISCV64")).isEqualTo("riscv64");
        } finally {
            Locale.setDefault(before);
        }
    }
}
