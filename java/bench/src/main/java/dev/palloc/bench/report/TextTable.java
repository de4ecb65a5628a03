package dev.palloc.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table for the console: columns aligned, two spaces between them. */
public final class TextTable {
    private static final List<String> HEAD = List.of(
            "trace",
            "records",
            "native ns/record",
            "Java ns/record",
            "Java/native",
            "blocks taken",
            "peak bytes",
            "digest");

    private TextTable() {}

    /**
     * The table of a comparison.
     *
     * @param comparison what was found
     * @return its lines
     */
    public static List<String> lines(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (TraceResult result : comparison.traces()) {
            rows.add(row(result));
        }
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            lines.add(line(row, widths));
        }
        return lines;
    }

    private static List<String> row(TraceResult result) {
        return List.of(
                result.trace(),
                Integer.toString(result.records()),
                String.format(
                        Locale.ROOT, "%.2f", result.onNative().nsPerRecord().median()),
                String.format(Locale.ROOT, "%.2f", result.onJava().nsPerRecord().median()),
                String.format(Locale.ROOT, "%.2f", result.ratio()),
                both(
                        result.onNative().parity().blocksTaken(),
                        result.onJava().parity().blocksTaken()),
                both(
                        result.onNative().parity().peakBytes(),
                        result.onJava().parity().peakBytes()),
                both(
                        result.onNative().parity().digest(),
                        result.onJava().parity().digest()));
    }

    /** One value where the platforms agree, as they should. */
    private static String both(Object onNative, Object onJava) {
        return onNative.equals(onJava) ? onNative.toString() : onNative + " native, " + onJava + " Java";
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        int last = widths.length - 1;
        for (int column = 0; column <= last; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            boolean text = column == 0 || column == last;
            line.append(text ? cell + padding : padding + cell).append(column == last ? "" : "  ");
        }
        return line.toString().stripTrailing();
    }
}
