package dev.palloc.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Where the report goes. It is tried before anything is measured, and no old report is lost to a failure. */
final class OutputFolder {
    private final Path folder;

    private OutputFolder(Path folder) {
        this.folder = folder;
    }

    static OutputFolder open(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new CompareException("cannot make the output folder " + folder + ": " + reason(e), e);
        }
        if (!Files.isWritable(folder)) {
            throw new CompareException("cannot write to the output folder " + folder, null);
        }
        return new OutputFolder(folder);
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    PrintStream log(String name) {
        try {
            return new PrintStream(Files.newOutputStream(file(name)), true, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CompareException("cannot write " + file(name) + ": " + reason(e), e);
        }
    }

    /** Replaces a file as a whole. */
    void write(String name, String text) {
        Path target = file(name);
        Path fresh = file(name + ".new");
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new CompareException("cannot write " + target + ": " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
