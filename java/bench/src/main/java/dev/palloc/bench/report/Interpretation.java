package dev.palloc.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the figures of a comparison mean, in words. Every sentence is derived from them. */
public final class Interpretation {
    private static final int PERCENT = 100;

    private final List<TraceResult> traces;

    private Interpretation(Comparison comparison) {
        this.traces = comparison.traces();
    }

    /**
     * The whole meaning.
     *
     * @param comparison what was found
     * @return a paragraph
     */
    public static String of(Comparison comparison) {
        Interpretation text = new Interpretation(comparison);
        return String.join(" ", text.digests(), text.times(), text.spread(), text.blocks(), conditions(comparison))
                .strip();
    }

    /**
     * How far the times can be trusted.
     *
     * @param comparison what was found
     * @return sentences; nothing if there is no reason for doubt
     */
    public static String conditions(Comparison comparison) {
        Machine machine = comparison.machine();
        String quick = comparison.effort().quick() ? "This was a quick run: take small differences for noise. " : "";
        String busy = machine.busy()
                ? format(
                        "The machine was busy when it began (load %.1f on %d processors), which lengthens and scatters"
                                + " the times.",
                        machine.load(), machine.processors())
                : "";
        return (quick + busy).strip();
    }

    private String digests() {
        List<TraceResult> different =
                traces.stream().filter(trace -> !trace.digestsAgree()).toList();
        if (different.isEmpty()) {
            return (traces.size() == 1 ? "The digests agree" : "The digests of all " + traces.size() + " traces agree")
                    + ": both platforms handed out the same places, and left the same chunk headers, freelists and block"
                    + " lists.";
        }
        return "The digests of " + names(different)
                + " differ: there the platforms do not do the same to memory, which is a"
                + " fault, and the times compare different work.";
    }

    private String times() {
        if (traces.size() == 1) {
            return format(
                    "Pure Java takes %.2f times as long as the native platform.",
                    traces.get(0).ratio());
        }
        return format(
                "Pure Java takes %.2f to %.2f times as long as the native platform, %.2f times in the geometric mean.",
                least(TraceResult::ratio),
                most(TraceResult::ratio),
                Math.exp(traces.stream()
                        .mapToDouble(trace -> Math.log(trace.ratio()))
                        .average()
                        .orElseThrow()));
    }

    private String spread() {
        List<TraceResult> clear =
                traces.stream().filter(TraceResult::clearDifference).toList();
        if (clear.isEmpty()) {
            return traces.size() == 1
                    ? "The difference is within the spread of the measurement."
                    : "All differences are within the spread of the measurement.";
        }
        String outside = "Beyond the spread of the measurement are "
                + String.join(
                        ", ", clear.stream().map(Interpretation::difference).toList());
        return clear.size() == traces.size() ? outside + "." : outside + "; the rest is within.";
    }

    private static String difference(TraceResult trace) {
        double percent = (trace.ratio() - 1) * PERCENT;
        return format("%s (Java takes %.1f %% %s)", trace.trace(), Math.abs(percent), percent < 0 ? "less" : "longer");
    }

    private String blocks() {
        ToDoubleFunction<TraceResult> interval = trace -> (double) trace.records()
                / Math.max(
                        1,
                        Math.max(
                                trace.onNative().parity().blocksTaken(),
                                trace.onJava().parity().blocksTaken()));
        double least = least(interval);
        double most = most(interval);
        return (Math.round(least) == Math.round(most)
                        ? format("Contexts take a block once in %.0f records", least)
                        : format("Contexts take a block once in %.0f to %.0f records", least, most))
                + ", from the cache or from the platform; all else is the same code on both.";
    }

    private double least(ToDoubleFunction<TraceResult> figure) {
        return traces.stream().mapToDouble(figure).min().orElseThrow();
    }

    private double most(ToDoubleFunction<TraceResult> figure) {
        return traces.stream().mapToDouble(figure).max().orElseThrow();
    }

    private static String names(List<TraceResult> results) {
        return String.join(", ", results.stream().map(TraceResult::trace).toList());
    }

    private static String format(String pattern, Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }
}
