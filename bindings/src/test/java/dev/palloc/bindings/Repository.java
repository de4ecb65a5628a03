package dev.palloc.bindings;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files that the bindings are made from, found from the base folder that the build names. */
final class Repository {
    /** What to do about bindings that do not belong to the header. */
    static final String REGENERATE =
            "after a change of palloc.h or jextract.args run: bindings/check-generated.sh --update (see README.md)";

    private static final Path BASE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    static final Path HEADER = BASE.resolveSibling("native").resolve("include/palloc.h");
    static final Path ARGUMENTS = BASE.resolve("jextract.args");
    private static final Path PROPERTIES = BASE.resolve("jextract.properties");
    private static final Path SOURCES = BASE.resolve("src/main/java/dev/palloc/bindings");

    private Repository() {}

    /** Where the native module puts the library for the architecture of this JVM, which need not be the machine's. */
    static Path library() {
        String architecture = System.getProperty("os.arch");
        String folder = "linux-" + (architecture.equals("amd64") ? "x86_64" : architecture);
        return BASE.resolveSibling("native").resolve("target/resources/META-INF/native/" + folder + "/libpalloc.so");
    }

    static Properties recorded() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text(PROPERTIES)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    /** The committed sources by file name. */
    static TreeMap<String, Path> sources() {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.collect(
                    Collectors.toMap(file -> file.getFileName().toString(), file -> file, (a, b) -> a, TreeMap::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String sha256(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** Names after one option of the argument file, {@code --include-function} for instance. */
    static List<String> included(String option) {
        return matches("^" + option + " (\\w+)$", text(ARGUMENTS));
    }

    static List<String> headerFunctions() {
        return matches("\\b(palloc_\\w+)\\([^)]*\\);", header());
    }

    static List<String> headerStructs() {
        return matches("^struct (palloc_\\w+) \\{", header());
    }

    /** Macros that have a value, so not the include guard. */
    static List<String> headerConstants() {
        return matches("^#define (PALLOC_\\w+)[ \\t]+\\S", header());
    }

    private static String header() {
        return Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL)
                .matcher(text(HEADER))
                .replaceAll("");
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
