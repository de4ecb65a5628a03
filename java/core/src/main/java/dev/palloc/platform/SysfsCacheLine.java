package dev.palloc.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Cache-line detection without C: the kernel's description of the first processor, else the default. */
final class SysfsCacheLine {
    private static final Path CPU0_CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");

    /** The kernel numbers the caches from 0 without gaps, level 1 first. */
    private static final int MAX_INDEXES = 10;

    private SysfsCacheLine() {}

    static CacheLine detect() {
        return detect(CPU0_CACHES);
    }

    /** The first believable answer, in the order of the C layer. */
    static CacheLine detect(Path caches) {
        for (int index = 0; index < MAX_INDEXES; index++) {
            long bytes = lineIfLevel1Data(caches.resolve("index" + index));
            if (CacheLine.believable(bytes)) {
                return new CacheLine((int) bytes, CacheLine.Source.SYSFS);
            }
        }
        return new CacheLine(CacheLine.DEFAULT_BYTES, CacheLine.Source.DEFAULT);
    }

    private static long lineIfLevel1Data(Path index) {
        try {
            String type = content(index, "type");
            boolean data = type.equals("Data") || type.equals("Unified");
            return data && content(index, "level").equals("1")
                    ? Long.parseLong(content(index, "coherency_line_size"))
                    : 0;
        } catch (IOException | RuntimeException unreadable) {
            // Containers hide these files, and a damaged number is no reason to fail a program that only wants padding.
            return 0;
        }
    }

    private static String content(Path folder, String file) throws IOException {
        return Files.readString(folder.resolve(file)).strip();
    }
}
