package dev.palloc.platform;

import java.util.Locale;

/** One name for each operating system and architecture, whatever the JVM calls it. */
final class HostName {
    private HostName() {}

    static String osAndArchitecture() {
        return os(System.getProperty("os.name", "")) + "-" + architecture(System.getProperty("os.arch", ""));
    }

    static String os(String name) {
        return name.toLowerCase(Locale.ROOT).replace(" ", "");
    }

    static String architecture(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x86-64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> name.toLowerCase(Locale.ROOT);
        };
    }
}
