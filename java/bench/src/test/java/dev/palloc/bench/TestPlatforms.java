package dev.palloc.bench;

import dev.palloc.platform.Platform;
import java.util.stream.Stream;

/** The platforms to test on: that of the cell, where one is given, else both. */
public final class TestPlatforms {
    private TestPlatforms() {}

    public static Stream<String> names() {
        String given = System.getProperty(Platform.PROPERTY);
        return given == null || given.equals("auto") ? Stream.of("native", "java") : Stream.of(given);
    }
}
