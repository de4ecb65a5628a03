package dev.palloc.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a comparison ran.
 *
 * @param jdk vendor and version
 * @param cpu model of the processor
 * @param processors how many the JVM may use
 * @param os name and version
 * @param arch architecture as the JVM calls it
 * @param load the system's load average at the start, negative if unknown
 */
public record Machine(String jdk, String cpu, int processors, String os, String arch, double load) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /**
     * This machine, now.
     *
     * @return the facts
     */
    public static Machine detect() {
        String arch = System.getProperty("os.arch");
        return new Machine(
                System.getProperty("java.vendor") + " " + Runtime.version(),
                cpu(arch),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                arch,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /**
     * Whether others were at work: more was running than this comparison needs.
     *
     * @return true if the load left no processor free
     */
    public boolean busy() {
        return load >= processors;
    }

    private static String cpu(String arch) {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return model(lines).orElse(arch);
        } catch (IOException | UncheckedIOException e) {
            return arch;
        }
    }

    /** x86-64 kernels name the model; AArch64 kernels give numbers only. */
    static Optional<String> model(Stream<String> cpuInfo) {
        String implementer = null;
        for (String line : (Iterable<String>) cpuInfo::iterator) {
            int colon = line.indexOf(':');
            String key = colon < 0 ? "" : line.substring(0, colon).strip();
            String value = line.substring(colon + 1).strip();
            if (key.equals("model name") && !value.isEmpty()) {
                return Optional.of(value);
            } else if (key.equals("CPU implementer")) {
                implementer = value;
            } else if (key.equals("CPU part") && implementer != null) {
                return Optional.of("implementer " + implementer + " part " + value);
            }
        }
        return Optional.empty();
    }
}
