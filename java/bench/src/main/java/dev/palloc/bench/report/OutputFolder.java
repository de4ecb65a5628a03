package dev.palloc.bench.report;

import dev.palloc.bench.BenchException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Where the report goes. It is tried before anything is measured, and no old report is lost to a failure. */
public final class OutputFolder {
    private final Path folder;

    private OutputFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder where it is missing.
     *
     * @param folder where
     * @return the folder, writable
     * @throws BenchException if it cannot be made or written to
     */
    public static OutputFolder open(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new BenchException("cannot make the output folder " + folder + ": " + reason(e), e);
        }
        if (!Files.isWritable(folder)) {
            throw new BenchException("cannot write to the output folder " + folder, null);
        }
        return new OutputFolder(folder);
    }

    /**
     * A file of this folder.
     *
     * @param name its name
     * @return its path
     */
    public Path file(String name) {
        return folder.resolve(name);
    }

    /**
     * Opens a log, empty.
     *
     * @param name name of the file
     * @return the stream; the caller closes it
     * @throws BenchException if the file cannot be written
     */
    public PrintStream log(String name) {
        try {
            return new PrintStream(Files.newOutputStream(file(name)), true, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new BenchException("cannot write " + file(name) + ": " + reason(e), e);
        }
    }

    /**
     * Replaces a file as a whole.
     *
     * @param name name of the file
     * @param text all of its new content
     * @throws BenchException if it cannot be written; the old content is still there then
     */
    public void write(String name, String text) {
        Path target = file(name);
        Path fresh = file(name + ".new");
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new BenchException("cannot write " + target + ": " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
