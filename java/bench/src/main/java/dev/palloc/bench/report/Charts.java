package dev.palloc.bench.report;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The charts of the page. */
final class Charts {
    private static final double MIB = 1024.0 * 1024;

    private final List<TraceResult> traces;

    Charts(List<TraceResult> traces) {
        this.traces = traces;
    }

    String times() {
        return BarChart.svg(
                "times",
                "nanoseconds per record, median; shorter is better",
                2,
                traces,
                List.of(
                        new Series(
                                "native",
                                ChartColors.NATIVE,
                                trace -> trace.onNative().nsPerRecord().median()),
                        new Series(
                                "Java",
                                ChartColors.JAVA,
                                trace -> trace.onJava().nsPerRecord().median())));
    }

    String blocks() {
        return counts("blocks", "blocks taken", 0, result -> result.parity().blocksTaken());
    }

    String peak() {
        return counts(
                "peak",
                "most memory in use at one time, MiB",
                1,
                result -> result.parity().peakBytes() / MIB);
    }

    /** One bar where the platforms agree, which is what they are for. */
    private String counts(String id, String axis, int digits, ToDoubleFunction<PlatformResult> figure) {
        Series onNative = new Series("native", ChartColors.NATIVE, trace -> figure.applyAsDouble(trace.onNative()));
        Series onJava = new Series("Java", ChartColors.JAVA, trace -> figure.applyAsDouble(trace.onJava()));
        boolean equal = traces.stream()
                .allMatch(trace -> figure.applyAsDouble(trace.onNative()) == figure.applyAsDouble(trace.onJava()));
        Series both = new Series("both", ChartColors.BOTH, onNative.figure());
        return BarChart.svg(id, axis, digits, traces, equal ? List.of(both) : List.of(onNative, onJava));
    }
}
