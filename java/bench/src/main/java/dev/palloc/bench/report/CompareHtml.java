package dev.palloc.bench.report;

import java.awt.AWTError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The comparison for people: one page that needs nothing but itself. */
public final class CompareHtml {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private CompareHtml() {}

    /**
     * The page of a comparison.
     *
     * @param comparison what was found
     * @return HTML
     */
    public static String page(Comparison comparison) {
        Charts charts = new Charts(comparison.traces());
        Map<String, String> parts = Map.of(
                "verdict", comparison.digestsAgree() ? "All digests agree" : "Digests differ",
                "verdictClass", comparison.digestsAgree() ? "good" : "bad",
                "interpretation", escape(Interpretation.of(comparison)),
                "rows", rows(comparison),
                "times", drawn(charts::times),
                "blocks", drawn(charts::blocks),
                "peak", drawn(charts::peak),
                "facts", facts(comparison),
                "effort", effort(comparison.effort()),
                "command", comparison.effort().quick() ? "ci/compare --quick" : "ci/compare");
        return PLACE.matcher(template()).replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    /** A JVM without fonts cannot lay out text and says so in many ways. The figures are in the table all the same. */
    private static String drawn(Supplier<String> chart) {
        try {
            return chart.get();
        } catch (RuntimeException | LinkageError | InternalError | AWTError e) {
            return "<p class=\"missing\">This chart is missing: the JVM that wrote the page could not draw text ("
                    + escape(e.toString()) + "). It needs the system's fontconfig and one font.</p>";
        }
    }

    private static String rows(Comparison comparison) {
        StringBuilder rows = new StringBuilder();
        for (TraceResult trace : comparison.traces()) {
            rows.append("<tr><th scope=\"row\">").append(escape(trace.trace())).append("</th>");
            cell(rows, String.format(Locale.ROOT, "%,d", trace.records()));
            cell(rows, time(trace.onNative().nsPerRecord()));
            cell(rows, time(trace.onJava().nsPerRecord()));
            cell(rows, String.format(Locale.ROOT, "%.2f", trace.ratio()));
            cell(
                    rows,
                    both(
                            "%,d",
                            trace.onNative().parity().blocksTaken(),
                            trace.onJava().parity().blocksTaken()));
            cell(
                    rows,
                    both(
                            "%,d",
                            trace.onNative().parity().peakBytes(),
                            trace.onJava().parity().peakBytes()));
            cell(
                    rows,
                    "<code>"
                            + both(
                                    "%s",
                                    trace.onNative().parity().digest(),
                                    trace.onJava().parity().digest()) + "</code>");
            rows.append("</tr>\n");
        }
        return rows.toString();
    }

    private static void cell(StringBuilder rows, String html) {
        rows.append("<td>").append(html).append("</td>");
    }

    private static String time(Samples times) {
        return String.format(
                Locale.ROOT, "%.2f<br><small>%.2f&ndash;%.2f</small>", times.median(), times.min(), times.max());
    }

    private static String both(String format, Object onNative, Object onJava) {
        String text = String.format(Locale.ROOT, format, onNative);
        return onNative.equals(onJava)
                ? text
                : text + " native<br>" + String.format(Locale.ROOT, format, onJava) + " Java";
    }

    private static String facts(Comparison comparison) {
        Machine machine = comparison.machine();
        StringBuilder facts = new StringBuilder();
        fact(facts, "Date", comparison.date().toString());
        fact(facts, "Processor", machine.cpu() + ", " + machine.processors() + " in use, " + machine.arch());
        fact(facts, "System", machine.os());
        fact(facts, "JDK", machine.jdk());
        fact(
                facts,
                "Load at the start",
                machine.load() < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", machine.load()));
        platform(facts, "Native platform", comparison.onNative());
        platform(facts, "Java platform", comparison.onJava());
        return facts.toString();
    }

    private static void platform(StringBuilder facts, String title, PlatformFacts platform) {
        fact(
                facts,
                title,
                platform.reason() + "; cache line of " + platform.cacheLine().bytes() + " bytes, source "
                        + platform.cacheLine().source());
    }

    private static void fact(StringBuilder facts, String name, String value) {
        facts.append("<dt>")
                .append(name)
                .append("</dt><dd>")
                .append(escape(value))
                .append("</dd>\n");
    }

    private static String effort(Effort effort) {
        return String.format(
                Locale.ROOT,
                "%d %s for each trace and platform, in each %d iterations of %d ms to warm up and %d of %d ms that count",
                effort.forks(),
                effort.forks() == 1 ? "JVM" : "JVMs",
                effort.warmupIterations(),
                effort.warmupMillis(),
                effort.iterations(),
                effort.millis());
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String template() {
        try (InputStream in = CompareHtml.class.getResourceAsStream("compare.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the page's template cannot be read", e);
        }
    }
}
