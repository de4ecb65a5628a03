package dev.palloc.bench.suite;

import dev.palloc.bench.locks.LockBenchmark;
import dev.palloc.bench.locks.LockKind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the figures of a lock suite mean, in words derived from them. */
final class LockInterpretation {
    /** From so many times the best time on, a curve has not flattened but collapsed. */
    private static final double COLLAPSE = 4;

    private static final double MILLI = 1e6;

    private LockInterpretation() {}

    static String of(List<LockRow> rows) {
        List<String> sentences = rows.stream()
                .map(LockRow::lock)
                .distinct()
                .sorted()
                .map(lock -> curve(rows, lock))
                .collect(Collectors.toList());
        sentences.add(longest(rows));
        sentences.add(format(
                "A contest lasts %d ms, so a thread whose longest wait is about that has waited for all of it.",
                LockBenchmark.MILLIS));
        sentences.add("Fairness is Jain's index of the threads' shares: 1 if all had the same, 1/n if one of n had all."
                + " A lock that lets newcomers in before the woken is fast because the thread that runs goes on, and"
                + " unfair for the same reason.");
        return String.join(" ", sentences);
    }

    /** Alone, at its worst, and at the most threads. */
    private static String curve(List<LockRow> rows, LockKind lock) {
        List<LockRow> own = rows.stream()
                .filter(row -> row.lock() == lock)
                .sorted(Comparator.comparingInt(LockRow::threads))
                .toList();
        LockRow first = own.get(0);
        LockRow last = own.get(own.size() - 1);
        if (own.size() < 2) {
            return format("%s: %.0f ns with %s.", lock.label(), first.nanos().median(), threads(first));
        }
        LockRow worst = contended(own)
                .max(Comparator.comparingDouble(row -> row.nanos().median()))
                .orElseThrow();
        LockRow best = contended(own)
                .min(Comparator.comparingDouble(row -> row.nanos().median()))
                .orElseThrow();
        double collapse = last.nanos().median() / best.nanos().median();
        return format(
                "%s: %.0f ns with %s, %.0f ns with %s, %.0f to %.0f ns contended; %s.",
                lock.label(),
                first.nanos().median(),
                threads(first),
                last.nanos().median(),
                threads(last),
                best.nanos().median(),
                worst.nanos().median(),
                collapse < COLLAPSE
                        ? "the curve flattens"
                        : format("the curve collapses, to %.0f times its best contended time", collapse));
    }

    private static Stream<LockRow> contended(List<LockRow> own) {
        return own.stream().skip(1);
    }

    private static String longest(List<LockRow> rows) {
        int most = rows.stream().mapToInt(LockRow::threads).max().orElseThrow();
        return format("Longest wait with %d threads: ", most)
                + rows.stream()
                        .filter(row -> row.threads() == most)
                        .sorted(Comparator.comparingDouble(
                                row -> row.longestWait().max()))
                        .map(row -> format(
                                "%s %.1f ms",
                                row.lock().label(), row.longestWait().max() / MILLI))
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private static String threads(LockRow row) {
        return row.threads() == 1 ? "one thread" : row.threads() + " threads";
    }

    private static String format(String text, Object... arguments) {
        return String.format(Locale.ROOT, text, arguments);
    }
}
