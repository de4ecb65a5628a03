package dev.palloc.bench.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a trace comes from: one of those that ship with the program, or a file. Both have a text form, which travels to
 * the forked JVMs of a measurement.
 */
public final class TraceSource {
    /** The traces that ship with the program, in the order of reports. */
    public static final List<String> SHIPPED = List.of(
            "pgbench-select-simple",
            "pgbench-tpcb-simple",
            "pgbench-select-prepared",
            "analytic-mixed",
            "logical-decoding",
            "vacuum-tsvector");

    private static final String SHIPPED_PREFIX = "shipped:";
    private static final List<String> EXTENSIONS = List.of(".mct.gz", ".mct", ".gz");

    private final String text;
    private final String name;
    private final Path file;

    private TraceSource(String text, String name, Path file) {
        this.text = text;
        this.name = name;
        this.file = file;
    }

    /**
     * One of {@link #SHIPPED}.
     *
     * @param name its name
     * @return the source
     */
    public static TraceSource shipped(String name) {
        return new TraceSource(SHIPPED_PREFIX + name, name, null);
    }

    /**
     * A file.
     *
     * @param file its path
     * @return the source
     */
    public static TraceSource file(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return new TraceSource(absolute.toString(), nameOf(absolute), absolute);
    }

    /**
     * A source from its text form.
     *
     * @param text what {@link #text} gave, or a path
     * @return the source
     */
    public static TraceSource of(String text) {
        return text.startsWith(SHIPPED_PREFIX) ? shipped(text.substring(SHIPPED_PREFIX.length())) : file(Path.of(text));
    }

    /**
     * The text form.
     *
     * @return what {@link #of} takes
     */
    public String text() {
        return text;
    }

    /**
     * The name for reports.
     *
     * @return that of the file, without its extensions
     */
    public String name() {
        return name;
    }

    /**
     * How messages call it.
     *
     * @return the path of a file, the name of a shipped trace
     */
    @Override
    public String toString() {
        return file == null ? name : file.toString();
    }

    /** Opens the bytes as they are stored. */
    InputStream open() throws IOException {
        if (file == null) {
            InputStream in = TraceSource.class.getResourceAsStream("/traces/" + name + ".mct.gz");
            if (in == null) {
                throw new TraceFormatException(
                        name, "no such trace ships with this program; there are " + String.join(", ", SHIPPED));
            }
            return in;
        }
        if (Files.isDirectory(file)) {
            throw new TraceFormatException(toString(), "is a folder, not a trace");
        }
        return Files.newInputStream(file);
    }

    private static String nameOf(Path file) {
        Path last = file.getFileName();
        String name = last == null ? file.toString() : last.toString();
        for (String extension : EXTENSIONS) {
            if (name.endsWith(extension) && name.length() > extension.length()) {
                return name.substring(0, name.length() - extension.length());
            }
        }
        return name;
    }
}
