package dev.palloc.bench.suite;

import dev.palloc.atomic.AtomicStrategy;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What the figures of the atomics suites mean, in words derived from them. */
final class AtomicsInterpretation {
    private static final String REREADING = AtomicStrategy.REREADING_CAS.name();
    private static final String CONTINUING = AtomicStrategy.CONTINUING_CAS.name();
    private static final String CALLED = "C, called";

    private AtomicsInterpretation() {}

    /** Of one thread alone. */
    static String alone(List<Row> rows) {
        StringBuilder text = new StringBuilder("Fastest strategy by operation:");
        Map<String, List<Row>> byOperation = rows.stream()
                .filter(row -> !row.contender().startsWith("C, "))
                .collect(Collectors.groupingBy(
                        row -> row.parameters().get("operation") + " of "
                                + row.parameters().get("bits") + " bits",
                        TreeMap::new,
                        Collectors.toList()));
        String separator = " ";
        for (Map.Entry<String, List<Row>> entry : byOperation.entrySet()) {
            Row best = entry.getValue().stream()
                    .min(Comparator.comparingDouble(AtomicsInterpretation::median))
                    .orElseThrow();
            text.append(separator)
                    .append(format(
                            "%s %s (%.1f ns%s)",
                            entry.getKey(), best.contender(), median(best), asGood(best, entry.getValue())));
            separator = ", ";
        }
        text.append(". ");
        rows.stream()
                .filter(row -> row.contender().equals(AtomicStrategy.SYNC_INTRINSIC.name()))
                .flatMap(row -> rows.stream()
                        .filter(c ->
                                c.contender().equals(CALLED) && c.parameters().equals(row.parameters()))
                        .map(c -> median(row) - median(c)))
                .mapToDouble(Double::doubleValue)
                .average()
                .ifPresent(price -> text.append(format(
                        "Through a critical downcall the intrinsic takes %.1f ns longer on average than called from C;"
                                + " that is the price of the downcall. ",
                        price)));
        return text.toString().strip();
    }

    /** Those whose range reaches the best one's median are not told apart. */
    private static String asGood(Row best, List<Row> rows) {
        String others = rows.stream()
                .filter(row -> row != best && row.nanos().min() <= median(best))
                .map(Row::contender)
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : ", not told apart from " + others;
    }

    /** Of many threads. */
    static String sharing(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        for (String threads : numbers(rows)) {
            double ratio = geometricMean(rows, threads, "SAME_WORD", REREADING, CONTINUING);
            if (!Double.isNaN(ratio)) {
                text.append(format(
                        "With %s on one word the loop that re-reads takes %.2f times as long as the one that continues"
                                + " from the witness. ",
                        threads.equals("1") ? "one thread" : threads + " threads", ratio));
            }
        }
        for (String place : List.of("SAME_LINE", "NEIGHBOURING_LINES")) {
            for (String threads : numbers(rows)) {
                double ratio = placeRatio(rows, threads, place);
                if (!Double.isNaN(ratio) && !threads.equals("1")) {
                    text.append(format(
                            "With %s threads words of their own on %s cost %.2f times what they cost on padded lines. ",
                            threads, place.equals("SAME_LINE") ? "the same line" : "neighbouring lines", ratio));
                }
            }
        }
        return text.toString().strip();
    }

    private static List<String> numbers(List<Row> rows) {
        return rows.stream()
                .map(row -> row.parameters().get("threads"))
                .collect(Collectors.toCollection(() -> new TreeSet<>(Comparator.comparingInt(Integer::parseInt))))
                .stream()
                .toList();
    }

    private static double geometricMean(List<Row> rows, String threads, String place, String one, String other) {
        return mean(
                rows,
                row -> row.contender().equals(one)
                        && threads.equals(row.parameters().get("threads"))
                        && place.equals(row.parameters().get("place")),
                row -> find(rows, row.parameters(), other));
    }

    private static double placeRatio(List<Row> rows, String threads, String place) {
        return mean(
                rows,
                row -> threads.equals(row.parameters().get("threads"))
                        && place.equals(row.parameters().get("place")),
                row -> {
                    Map<String, String> padded = new TreeMap<>(row.parameters());
                    padded.put("place", "PADDED_LINES");
                    return find(rows, padded, row.contender());
                });
    }

    private static double find(List<Row> rows, Map<String, String> parameters, String contender) {
        return rows.stream()
                .filter(row ->
                        row.contender().equals(contender) && row.parameters().equals(parameters))
                .mapToDouble(AtomicsInterpretation::median)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double mean(List<Row> rows, Predicate<Row> chosen, ToDoubleFunction<Row> base) {
        return Math.exp(rows.stream()
                .filter(chosen)
                .mapToDouble(row -> Math.log(median(row) / base.applyAsDouble(row)))
                .filter(logarithm -> !Double.isNaN(logarithm))
                .average()
                .orElse(Double.NaN));
    }

    private static double median(Row row) {
        return row.nanos().median();
    }

    private static String format(String text, Object... arguments) {
        return String.format(Locale.ROOT, text, arguments);
    }
}
