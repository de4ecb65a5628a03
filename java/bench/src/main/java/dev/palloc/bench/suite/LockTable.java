package dev.palloc.bench.suite;

import dev.palloc.bench.locks.LockKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The rows of a lock suite as a table in Markdown, by number of threads. */
final class LockTable {
    private static final double MICRO = 1e3;

    private final List<LockRow> rows;

    LockTable(List<LockRow> rows) {
        this.rows = rows.stream()
                .sorted(Comparator.comparingInt(LockRow::threads).thenComparing(LockRow::lock))
                .toList();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| threads | lock | median ns | min - max ns | ratio | 99 % wait less than, us | longest wait, us | fairness |");
        lines.add("|---:|---|---:|---:|---:|---:|---:|---:|");
        for (LockRow row : rows) {
            double median = row.nanos().median();
            double ours = rows.stream()
                    .filter(other -> other.threads() == row.threads() && other.lock() == LockKind.LWLOCK)
                    .mapToDouble(other -> other.nanos().median())
                    .findFirst()
                    .orElse(Double.NaN);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %d | %s | %.1f | %.1f - %.1f | %s | %.1f | %.0f | %.3f |",
                    row.threads(),
                    row.lock().label(),
                    median,
                    row.nanos().min(),
                    row.nanos().max(),
                    Double.isNaN(ours) ? "-" : String.format(Locale.ROOT, "%.2f", median / ours),
                    row.wait99().median() / MICRO,
                    row.longestWait().max() / MICRO,
                    row.fairness().median()));
        }
        return lines;
    }
}
