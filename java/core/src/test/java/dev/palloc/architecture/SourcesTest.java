package dev.palloc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SourcesTest {
    private static final int MOST_LINES = 500;

    @Test
    void thereAreSources() {
        assertThat(names(Code.sources())).contains("module-info.java", "dev/palloc/platform/Platform.java");
    }

    @Test
    void everyPackageIsExplained() {
        Set<Path> packages = Code.sources().stream()
                .map(Path::getParent)
                .filter(folder -> !folder.equals(Code.sourceFolder()))
                .collect(Collectors.toSet());

        assertThat(packages)
                .isNotEmpty()
                .allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                        .content()
                        .as("a comment on the package")
                        .startsWith("/**"));
    }

    @Test
    void noFileIsLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path source : Code.sources()) {
            int lines = Files.readAllLines(source).size();
            if (lines > MOST_LINES) {
                tooLong.add(source + ": " + lines + " lines");
            }
        }

        assertThat(tooLong).as("files of more than %d lines", MOST_LINES).isEmpty();
    }

    /** By text, because the class must not be named in code: naming it is a warning of the compiler. */
    @Test
    void oneClassKnowsUnsafe() throws IOException {
        List<Path> naming = new ArrayList<>();
        for (Path source : Code.sources()) {
            if (Files.readString(source).matches("(?s).*(sun\\.misc|jdk\\.internal).*")) {
                naming.add(source);
            }
        }

        assertThat(names(naming)).containsExactly("dev/palloc/platform/UnsafeMemory.java");
    }

    private static List<String> names(List<Path> sources) {
        return sources.stream()
                .map(source -> Code.sourceFolder().relativize(source).toString())
                .collect(Collectors.toList());
    }
}
