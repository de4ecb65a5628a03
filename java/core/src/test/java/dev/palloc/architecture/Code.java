package dev.palloc.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.palloc.platform.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The library as it is built: its classes and its source files, without tests. */
final class Code {
    private static final Path CLASSES = classesFolder();

    /** Read once for all rules. By folder and not from the class path: tests are patched into the same module. */
    private static final JavaClasses IMPORTED = new ClassFileImporter().importPath(CLASSES);

    private Code() {}

    static JavaClasses classes() {
        return IMPORTED;
    }

    static Path folder() {
        return CLASSES;
    }

    /** target/classes lies two folders below the module. */
    static Path sourceFolder() {
        return CLASSES.getParent().getParent().resolve("src/main/java");
    }

    static List<Path> sources() {
        try (Stream<Path> all = Files.walk(sourceFolder())) {
            return all.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path classesFolder() {
        String name = Platform.class.getName().replace('.', '/') + ".class";
        String file = Platform.class.getResource("Platform.class").toString();
        return Path.of(URI.create(file.substring(0, file.length() - name.length())));
    }
}
