package dev.palloc.page;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Names of files, which are durable only when their directory is. */
final class Directories {
    private Directories() {}

    /** Makes durable which names are in a directory. */
    static void sync(Path directory) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    // Again. There is nothing in the JDK that opens a directory and knows no interrupts.
                    continue;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Makes a directory and those above it, durably. */
    static void create(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Path parent = directory.toAbsolutePath().getParent();
            if (parent != null) {
                create(parent);
            }
            Files.createDirectories(directory);
            if (parent != null) {
                sync(parent);
            }
        }
    }
}
