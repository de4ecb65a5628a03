package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which library is loaded, and what is said when none is. Each test on a copy of Palloc that has loaded none yet. */
class NativeLibraryTest {
    @TempDir
    Path folder;

    @Test
    void theBundledLibraryIsLoadedAndItsCopyRemoved() throws Exception {
        List<String> answers = new IsolatedPalloc(Map.of(NativeLibrary.FOLDER_PROPERTY, folder.toString()))
                .probe("of:auto", "use", "of:native", "use");

        String loaded = "native | library bundled for " + HostName.osAndArchitecture();
        assertThat(answers).containsExactly(loaded, "works, direct", loaded, "works, direct");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aLibraryIsLoadedByPathAndLeftWhereItIs() throws Exception {
        Path file = Files.copy(ProgramFiles.nativeLibrary(), folder.resolve("mine.so"));

        List<String> answers = new IsolatedPalloc(Map.of(NativeLibrary.PATH_PROPERTY, file.toString()))
                .withoutBundledLibrary()
                .probe("of:native", "use");

        assertThat(answers).containsExactly("native | library " + file, "works, direct");
        assertThat(file).exists();
    }

    @Test
    void aMissingFile() throws Exception {
        Path file = folder.resolve("nowhere.so");

        assertFallsBack(file, "there is no file " + file);
    }

    @Test
    void aPathThatIsNone() throws Exception {
        Map<String, String> properties = Map.of(NativeLibrary.PATH_PROPERTY, "\0");

        assertFallsBack(
                properties,
                "loading the library failed: java.nio.file.InvalidPathException: Nul character not allowed: \0");
    }

    @Test
    void aTextFile() throws Exception {
        Path file = Files.writeString(folder.resolve("text.so"), "I am not a library, whatever my name says.\n");

        assertFallsBack(file, file + " is not an ELF library");
    }

    @Test
    void aLibraryOfTheOtherArchitecture() throws Exception {
        boolean x86 = HostName.architecture(System.getProperty("os.arch")).equals("x86_64");
        byte[] ours = Files.readAllBytes(ProgramFiles.nativeLibrary());
        Path file = Files.write(folder.resolve("other.so"), TinyElf.forMachine(ours, x86 ? 183 : 62));

        assertFallsBack(
                file,
                file + " is built for "
                        + (x86 ? "aarch64, this JVM runs on x86_64" : "x86_64, this JVM runs on aarch64"));
    }

    /** The JDK's own, which is there in every JDK and needs nothing but the C library. */
    @Test
    void aLibraryThatIsNotOurs() throws Exception {
        Path theirs = Path.of(System.getProperty("java.home"), "lib", "libsyslookup.so");
        Path file = Files.copy(theirs, folder.resolve("theirs.so"));

        assertFallsBack(file, file + " is not Palloc's library (unresolved symbol: palloc_abi_version)");
    }

    @Test
    void aLibraryOfAnotherRelease() throws Exception {
        Path file = Files.write(folder.resolve("older.so"), TinyElf.functionReturning("palloc_abi_version", 999));

        assertFallsBack(file, file + " has ABI version 999, this Palloc needs 1; use the library of the same release");
    }

    /** The right version and nothing else: no exception later, when the platform is used. */
    @Test
    void aLibraryWithoutTheRest() throws Exception {
        Path file = Files.write(folder.resolve("empty.so"), TinyElf.functionReturning("palloc_abi_version", 1));

        assertFallsBack(file, file + " is not Palloc's library (unresolved symbol: palloc_segment_alloc)");
    }

    @Test
    void aLibraryThatTheLinkerRefuses() throws Exception {
        byte[] library = TinyElf.functionReturning("palloc_abi_version", 1);
        library[16] = 1; // an object file, which is not a shared object yet
        Path file = Files.write(folder.resolve("object.so"), library);

        List<String> answers =
                new IsolatedPalloc(Map.of(NativeLibrary.PATH_PROPERTY, file.toString())).probe("of:auto", "use");

        assertThat(answers.get(0))
                .as("the file is named once, the linker's own words follow")
                .matches("java \\| \\Q" + file + "\\E does not load \\((?!.*\\Q" + folder
                        + "\\E).{5,}\\); check the file");
        assertThat(answers.get(1)).isEqualTo("works, direct");
    }

    @Test
    void aFolderThatDoesNotExist() throws Exception {
        String nowhere = folder.resolve("nowhere").toString();

        assertFallsBack(
                Map.of(NativeLibrary.FOLDER_PROPERTY, nowhere),
                "the bundled library cannot be copied to " + nowhere
                        + " (there is no such folder); set -Ddev.palloc.library.folder to a writable folder");
    }

    /** Permissions would not do: the superuser has them all. */
    @Test
    void aFolderThatCannotBeWrittenTo() throws Exception {
        String file = Files.createFile(folder.resolve("file")).toString();

        assertFallsBack(
                Map.of(NativeLibrary.FOLDER_PROPERTY, file),
                "the bundled library cannot be copied to " + file
                        + " (Not a directory); set -Ddev.palloc.library.folder to a writable folder");
    }

    @Test
    void aFolderOnAFileSystemMountedNoexec() throws Exception {
        Path noexec = writableNoexecMount();
        assumeTrue(noexec != null, "no writable file system is mounted noexec here");
        Path inside = Files.createTempDirectory(noexec, "palloc-test-");
        try {
            List<String> answers = new IsolatedPalloc(Map.of(NativeLibrary.FOLDER_PROPERTY, inside.toString()))
                    .probe("of:auto", "use");

            assertThat(answers.get(0))
                    .startsWith("java | ")
                    .endsWith("; a folder mounted noexec does this; set -Ddev.palloc.library.folder to another one");
            assertThat(answers.get(1)).isEqualTo("works, direct");
            assertThat(inside).isEmptyDirectory();
        } finally {
            Files.delete(inside);
        }
    }

    private static Path writableNoexecMount() throws IOException {
        try (Stream<String> mounts = Files.lines(Path.of("/proc/mounts"))) {
            return mounts.map(line -> line.split(" "))
                    .filter(mount -> List.of(mount[3].split(",")).contains("noexec"))
                    .filter(mount -> List.of("tmpfs", "ext4", "xfs", "btrfs").contains(mount[2]))
                    .map(mount -> Path.of(mount[1]))
                    .filter(path -> Files.isDirectory(path) && Files.isWritable(path))
                    .findFirst()
                    .orElse(null);
        }
    }

    @Test
    void noLibraryForThisMachine() throws Exception {
        List<String> answers =
                new IsolatedPalloc(Map.of()).withoutBundledLibrary().probe("of:auto", "use");

        assertThat(answers)
                .containsExactly("java | no library is bundled for " + HostName.osAndArchitecture(), "works, direct");
    }

    @Test
    void noLibraryForAnotherMachine() throws Exception {
        List<String> answers = new IsolatedPalloc(Map.of("os.arch", "riscv64")).probe("of:auto", "use");

        assertThat(answers).containsExactly("java | no library is bundled for linux-riscv64", "works, direct");
    }

    private static void assertFallsBack(Path library, String reason) throws Exception {
        assertFallsBack(Map.of(NativeLibrary.PATH_PROPERTY, library.toString()), reason);
    }

    private static void assertFallsBack(Map<String, String> properties, String reason) throws Exception {
        List<String> answers = new IsolatedPalloc(properties).probe("get", "use", "of:auto", "of:native");

        assertThat(answers)
                .containsExactly(
                        "java | " + reason,
                        "works, direct",
                        "java | " + reason,
                        "PallocException: the native platform was asked for and cannot serve: " + reason
                                + "; set -Ddev.palloc.platform=auto to fall back to pure Java");
    }
}
