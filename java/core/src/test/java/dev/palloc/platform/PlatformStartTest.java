package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only the start of a JVM decides: access to native code, and options on its command line. */
@Timeout(500)
class PlatformStartTest {
    private static final String DENIED =
            "native access is denied; add --enable-native-access=dev.palloc,dev.palloc.bindings"
                    + " (ALL-UNNAMED on the class path)";
    private static final String CUT_OFF = "is cut off: it has ";
    /** Denial by default came with JDK 24 as an option. */
    private static final boolean CAN_DENY = Runtime.version().feature() >= 24;

    @TempDir
    static Path folder;

    private static JvmFork granted;
    private static JvmFork cutOff;
    private static JvmFork deniedOnClassPath;
    private static JvmFork deniedOnModulePath;
    private static JvmFork deniedToBindings;

    /** All at once, because a start is slow under emulation. */
    @BeforeAll
    static void start() throws IOException {
        String[] commands = {"get", "use", "of:auto", "of:native"};
        granted = JvmFork.onModulePath(
                folder,
                List.of("--enable-native-access=dev.palloc,dev.palloc.bindings", "-Ddev.palloc.platform=native"),
                "get",
                "use");

        byte[] library = Files.readAllBytes(ProgramFiles.nativeLibrary());
        Path file = Files.write(folder.resolve("half.so"), Arrays.copyOf(library, library.length / 2));
        cutOff = JvmFork.onClassPath(
                folder, List.of("--enable-native-access=ALL-UNNAMED", "-Ddev.palloc.library=" + file), commands);
        if (!CAN_DENY) {
            return;
        }
        deniedOnClassPath = JvmFork.onClassPath(folder, List.of("--illegal-native-access=deny"), commands);
        deniedOnModulePath = JvmFork.onModulePath(folder, List.of("--illegal-native-access=deny"), commands);
        deniedToBindings = JvmFork.onModulePath(
                folder, List.of("--illegal-native-access=deny", "--enable-native-access=dev.palloc"), commands);
    }

    @Test
    void nativeIsChosenOnTheModulePath() throws Exception {
        JvmFork.Result result = granted.await();

        assertThat(result.answers())
                .as(result.err())
                .containsExactly("native | library bundled for " + HostName.osAndArchitecture(), "works, direct");
        assertThat(result.err()).as("grants are complete: no warning").isEmpty();
        assertThat(result.exitStatus()).isZero();
    }

    /** In a JVM of its own, because the linker would crash it. */
    @Test
    void halfALibraryCrashesNothing() throws Exception {
        JvmFork.Result result = cutOff.await();

        assertThat(result.exitStatus()).as(result.err()).isZero();
        assertThat(result.answers()).hasSize(4);
        assertThat(result.answers().get(0)).startsWith("java | ").contains(CUT_OFF);
        assertThat(result.answers().get(1)).isEqualTo("works, direct");
        assertThat(result.answers().get(2)).startsWith("java | ").contains(CUT_OFF);
        assertThat(result.answers().get(3)).startsWith("PallocException: ").contains(CUT_OFF);
        assertThat(result.err())
                .as("a file given by hand is worth a warning")
                .contains("WARNING")
                .contains("Palloc runs in pure Java: ");
    }

    @Test
    void deniedAccessOnTheClassPathMeansJava() throws Exception {
        assumeTrue(CAN_DENY, "this JDK cannot deny native access");

        assertDenied(deniedOnClassPath.await(), "works, fall-back");
    }

    @Test
    void deniedAccessOnTheModulePathMeansJava() throws Exception {
        assumeTrue(CAN_DENY, "this JDK cannot deny native access");

        assertDenied(deniedOnModulePath.await(), "works, fall-back");
    }

    /** The reason must not blame the library. */
    @Test
    void accessGrantedToOneOfTheTwoModulesMeansJavaToo() throws Exception {
        assumeTrue(CAN_DENY, "this JDK cannot deny native access");

        assertDenied(deniedToBindings.await(), "works, direct");
    }

    private static void assertDenied(JvmFork.Result result, String use) {
        assertThat(result.answers())
                .as(result.err())
                .containsExactly(
                        "java | " + DENIED,
                        use,
                        "java | " + DENIED,
                        "PallocException: the native platform was asked for and cannot serve: " + DENIED
                                + "; set -Ddev.palloc.platform=auto to fall back to pure Java");
        assertThat(result.exitStatus()).isZero();
    }
}
