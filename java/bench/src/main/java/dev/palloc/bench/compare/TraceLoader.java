package dev.palloc.bench.compare;

import dev.palloc.bench.BenchException;
import dev.palloc.bench.trace.Trace;
import dev.palloc.bench.trace.TraceFile;
import dev.palloc.bench.trace.TraceSource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads the traces to compare, all of them before anything is measured: a bad one costs no time. */
final class TraceLoader {
    private static final long MIB = 1024 * 1024;

    private final PrintWriter out;
    private final Set<String> labels = new HashSet<>();

    TraceLoader(PrintWriter out) {
        this.out = out;
    }

    /**
     * Reads traces.
     *
     * @param files the user's traces; a file named twice is read once; if there are none, those shipped are taken
     * @return the traces in order
     */
    List<LoadedTrace> load(List<Path> files) {
        List<LoadedTrace> traces = new ArrayList<>();
        for (TraceSource source : sources(files)) {
            Trace trace = read(source);
            traces.add(new LoadedTrace(label(trace.name()), source, trace));
            if (trace.cutBytes() > 0) {
                out.println(source + ": the last record is cut, its " + trace.cutBytes() + " bytes are left out");
            }
        }
        return traces;
    }

    private static List<TraceSource> sources(List<Path> files) {
        if (files.isEmpty()) {
            return TraceSource.SHIPPED.stream().map(TraceSource::shipped).toList();
        }
        Set<Path> distinct = new LinkedHashSet<>();
        files.forEach(file -> distinct.add(file.toAbsolutePath().normalize()));
        return distinct.stream().map(TraceSource::file).toList();
    }

    private static Trace read(TraceSource source) {
        try {
            return TraceFile.read(source);
        } catch (OutOfMemoryError e) {
            throw new BenchException(
                    source + ": the trace does not fit into a Java heap of "
                            + Runtime.getRuntime().maxMemory() / MIB
                            + " MiB; set JAVA_TOOL_OPTIONS=-Xmx... to allow more",
                    e);
        }
    }

    private String label(String name) {
        String label = name;
        for (int number = 2; !labels.add(label); number++) {
            label = name + " (" + number + ")";
        }
        return label;
    }
}
