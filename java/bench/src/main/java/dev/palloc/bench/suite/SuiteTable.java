package dev.palloc.bench.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A suite's rows as a table in Markdown. Rows with the same parameters stand together, to be compared. */
final class SuiteTable {
    private static final String NOTHING = "-";

    private final Suite suite;
    private final Set<String> parameters = new LinkedHashSet<>();
    private final Map<Map<String, String>, List<Row>> groups = new LinkedHashMap<>();

    SuiteTable(Suite suite, List<Row> rows) {
        this.suite = suite;
        for (Row row : rows) {
            parameters.addAll(row.parameters().keySet());
            groups.computeIfAbsent(row.parameters(), key -> new ArrayList<>()).add(row);
        }
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<String> head = new ArrayList<>(parameters);
        head.addAll(List.of("contender", "median ns", "min - max ns", "ratio", "difference ns", "heap B"));
        lines.add(line(head));
        lines.add("|---".repeat(parameters.size() + 1) + "|---:".repeat(5) + "|");
        groups.forEach((key, rows) -> rows.forEach(row -> lines.add(line(cells(row, rows)))));
        return lines;
    }

    private List<String> cells(Row row, List<Row> group) {
        List<String> cells = new ArrayList<>();
        parameters.forEach(name -> cells.add(row.parameters().getOrDefault(name, NOTHING)));
        double median = row.nanos().median();
        cells.add(row.contender());
        cells.add(figure(median));
        cells.add(figure(row.nanos().min()) + " - " + figure(row.nanos().max()));
        double base = baseline(row, group);
        cells.add(Double.isNaN(base) ? NOTHING : String.format(Locale.ROOT, "%.2f", median / base));
        cells.add(Double.isNaN(base) ? NOTHING : String.format(Locale.ROOT, "%+.1f", median - base));
        cells.add(row.heapBytes() < 0 ? NOTHING : String.format(Locale.ROOT, "%.1f", row.heapBytes()));
        return cells;
    }

    /** The median of what this row is compared with, or not a number. */
    private double baseline(Row row, List<Row> group) {
        String baseline = suite.baseline(row);
        return group.stream()
                .filter(other -> other.contender().equals(baseline))
                .mapToDouble(other -> other.nanos().median())
                .findFirst()
                .orElse(Double.NaN);
    }

    private static String figure(double nanos) {
        return String.format(Locale.ROOT, nanos < 1000 ? "%.2f" : "%.0f", nanos);
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
