package dev.palloc.platform;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Cache-line detection without C: the kernel's description of the first processor, else the default. */
final class SysfsCacheLine {
    private static final Path CPU0_CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");

    private SysfsCacheLine() {}

    static CacheLine detect() {
        return detect(CPU0_CACHES);
    }

    static CacheLine detect(Path caches) {
        try (DirectoryStream<Path> indexes = Files.newDirectoryStream(caches, "index*")) {
            for (Path index : indexes) {
                if (isLevel1Data(index)) {
                    long bytes = Long.parseLong(content(index, "coherency_line_size"));
                    if (CacheLine.believable(bytes)) {
                        return new CacheLine((int) bytes, CacheLine.Source.SYSFS);
                    }
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            // Containers hide these files, and a damaged number is no reason to fail a program that only wants padding.
        }
        return new CacheLine(CacheLine.DEFAULT_BYTES, CacheLine.Source.DEFAULT);
    }

    private static boolean isLevel1Data(Path index) throws IOException {
        String type = content(index, "type");
        return content(index, "level").equals("1") && (type.equals("Data") || type.equals("Unified"));
    }

    private static String content(Path folder, String file) throws IOException {
        return Files.readString(folder.resolve(file)).strip();
    }
}
