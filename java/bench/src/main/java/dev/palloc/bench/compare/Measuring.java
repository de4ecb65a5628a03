package dev.palloc.bench.compare;

import dev.palloc.bench.replay.DigestResult;
import dev.palloc.bench.replay.TraceDigest;
import dev.palloc.bench.report.Effort;
import dev.palloc.bench.report.PlatformResult;
import dev.palloc.bench.report.Samples;
import dev.palloc.bench.report.TraceResult;
import dev.palloc.platform.Platform;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Takes traces through digests and timing, and tells of each step. */
final class Measuring {
    private final PrintWriter out;
    private final Timing timing;
    private final Effort effort;
    private final Platform onNative;
    private final Platform onJava;
    private int steps;
    private int step;

    Measuring(PrintWriter out, Timing timing, Effort effort, Platform onNative, Platform onJava) {
        this.out = out;
        this.timing = timing;
        this.effort = effort;
        this.onNative = onNative;
        this.onJava = onJava;
    }

    List<TraceResult> run(List<LoadedTrace> traces) {
        int width =
                traces.stream().mapToInt(trace -> trace.label().length()).max().orElse(0);
        out.println("Digests:");
        List<DigestResult[]> digests = new ArrayList<>();
        for (LoadedTrace trace : traces) {
            digests.add(digests(trace, width));
        }
        step = 0;
        steps = traces.size() * 2 * effort.forks();
        out.println("Times, a dot for each iteration:");
        List<TraceResult> results = new ArrayList<>();
        for (int i = 0; i < traces.size(); i++) {
            results.add(measure(traces.get(i), width, digests.get(i), i % 2 == 1));
        }
        return results;
    }

    private DigestResult[] digests(LoadedTrace trace, int width) {
        DigestResult nativeDigest = TraceDigest.of(trace.trace(), onNative);
        DigestResult javaDigest = TraceDigest.of(trace.trace(), onJava);
        boolean equal = nativeDigest.digest().equals(javaDigest.digest());
        out.printf(
                Locale.ROOT,
                "  %-" + width + "s  %s  %s%n",
                trace.label(),
                nativeDigest.digest(),
                equal ? "the same on both platforms" : "native, but in Java " + javaDigest.digest());
        out.flush();
        return new DigestResult[] {nativeDigest, javaDigest};
    }

    /** The order of the platforms changes from fork to fork and from trace to trace, so that neither always comes second. */
    private TraceResult measure(LoadedTrace trace, int width, DigestResult[] digests, boolean javaBegins) {
        List<Double> nativeTimes = new ArrayList<>();
        List<Double> javaTimes = new ArrayList<>();
        for (int fork = 0; fork < effort.forks(); fork++) {
            boolean javaFirst = javaBegins ^ fork % 2 == 1;
            for (Platform platform : javaFirst ? List.of(onJava, onNative) : List.of(onNative, onJava)) {
                (platform == onJava ? javaTimes : nativeTimes).addAll(fork(trace, width, platform.name()));
            }
        }
        return new TraceResult(
                trace.label(),
                trace.trace().records(),
                trace.trace().allocations(),
                new PlatformResult(digests[0], samples(nativeTimes)),
                new PlatformResult(digests[1], samples(javaTimes)));
    }

    private List<Double> fork(LoadedTrace trace, int width, String platform) {
        int digits = Integer.toString(steps).length();
        out.printf(
                Locale.ROOT,
                "  [%" + digits + "d/%d] %-" + width + "s  %-6s  ",
                ++step,
                steps,
                trace.label(),
                platform);
        out.flush();
        double[] times = timing.fork(trace.source(), platform, effort, this::tick);
        List<Double> perRecord = Arrays.stream(times)
                .map(time -> time / trace.trace().records())
                .boxed()
                .toList();
        out.printf(Locale.ROOT, "  %.2f ns/record%n", samples(perRecord).median());
        out.flush();
        return perRecord;
    }

    private void tick() {
        out.print('.');
        out.flush();
    }

    private static Samples samples(List<Double> values) {
        return new Samples(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
