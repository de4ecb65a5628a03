package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElfHeaderTest {
    private static final int X86_64 = 62;
    private static final int AARCH64 = 183;
    private static final String HOST = HostName.architecture(System.getProperty("os.arch"));
    private static final int HOST_MACHINE = HOST.equals("x86_64") ? X86_64 : AARCH64;

    @TempDir
    Path folder;

    @Test
    void ourLibraryPasses() {
        assertThatCode(() -> ElfHeader.check(ProgramFiles.nativeLibrary())).doesNotThrowAnyException();
    }

    @Test
    void aLibraryWithoutSectionsPasses() throws IOException {
        Path file = file(TinyElf.functionReturning("f", 1));

        assertThatCode(() -> ElfHeader.check(file)).doesNotThrowAnyException();
    }

    @Test
    void aMissingFileIsNamed() {
        Path file = folder.resolve("nowhere.so");

        assertRefused(file, "there is no file " + file);
    }

    @Test
    void aFolderIsNoLibrary() {
        assertRefused(folder, folder + " cannot be read: Is a directory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\u007fELF", "\u007fELF, only shorter", "#!/bin/sh\necho this is a script, not a library\n"})
    void textIsNoLibrary(String text) throws IOException {
        Path file = file(text.getBytes(StandardCharsets.ISO_8859_1));

        assertRefused(file, file + " is not an ELF library");
    }

    @Test
    void aLibraryForTheOtherArchitectureIsRefusedByName() throws IOException {
        Path file = file(TinyElf.header(HOST_MACHINE == X86_64 ? AARCH64 : X86_64));
        String other = HOST.equals("x86_64") ? "aarch64" : "x86_64";

        assertRefused(file, file + " is built for " + other + ", this JVM runs on " + HOST);
    }

    @Test
    void twentyBytesAreEnoughToTellTheArchitecture() throws IOException {
        Path file = file(Arrays.copyOf(TinyElf.header(243), 20));

        assertRefused(file, file + " is built for ELF machine 243, this JVM runs on " + HOST);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void aLibraryOf32BitsOrBigEndianIsRefused(int offset) throws IOException {
        byte[] header = TinyElf.header(HOST_MACHINE);
        header[offset] = (byte) (offset == 4 ? 1 : 2);
        Path file = file(header);

        assertRefused(
                file, file + " is built for a machine that is not 64-bit little-endian, this JVM runs on " + HOST);
    }

    /** The dynamic linker would let the JVM die of SIGBUS on most of these. */
    @Test
    void aLibraryWithoutItsEndIsRefused() throws IOException {
        byte[] whole = TinyElf.functionReturning("f", 1);
        for (int bytes : new int[] {20, 63, 64, 100, 287, 288, 768, 0x1_0000, whole.length - 1}) {
            Path file = file(Arrays.copyOf(whole, bytes));

            assertThatThrownBy(() -> ElfHeader.check(file))
                    .as("%d bytes of %d", bytes, whole.length)
                    .isInstanceOf(NativeLibrary.Refused.class)
                    .hasMessageMatching("\\Q" + file + "\\E is cut off: it has " + bytes
                            + " of at least \\d+ bytes; copy it again");
        }
    }

    @Test
    void whatIsLeftOfOurLibraryIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(ProgramFiles.nativeLibrary());
        for (int percent = 10; percent < 90; percent += 10) {
            Path file = file(Arrays.copyOf(whole, whole.length * percent / 100));
            int kept = percent;

            assertThatThrownBy(() -> ElfHeader.check(file))
                    .as("%d percent", kept)
                    .isInstanceOf(NativeLibrary.Refused.class)
                    .hasMessageContaining(" is cut off: ");
        }
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("library.so"), content);
    }

    private static void assertRefused(Path file, String reason) {
        assertThatThrownBy(() -> ElfHeader.check(file))
                .isInstanceOf(NativeLibrary.Refused.class)
                .hasMessage(reason);
    }
}
