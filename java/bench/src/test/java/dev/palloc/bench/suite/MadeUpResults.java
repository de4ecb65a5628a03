package dev.palloc.bench.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Results as JMH writes them, cut to what is read. */
final class MadeUpResults {
    private MadeUpResults() {}

    static JsonNode array(String... results) {
        try {
            return new ObjectMapper().readTree("[" + String.join(",", results) + "]");
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** Two forks; parameters are given as {@code name=value}. */
    static String result(String method, List<String> parameters, double heapBytes, double... nanos) {
        return entry(
                method,
                parameters,
                metric(nanos),
                "\"gc.alloc.rate\": {\"score\": 1, \"rawData\": [[1], [1]]}, \"gc.alloc.rate.norm\": {\"score\": "
                        + heapBytes + ", \"rawData\": [[0], [0]]}");
    }

    /** A contest of locks; the score is its length and means nothing. */
    static String contest(int threads, String lock, double nanos, long wait99, long longest, long fairness) {
        return entry(
                "contest",
                List.of("threads=" + threads, "lock=" + lock),
                metric(150, 150),
                "\"picosPerAcquisition\": " + metric(nanos * 1000, nanos * 1000) + ", \"wait99Nanos\": "
                        + metric(wait99, wait99) + ", \"longestWaitNanos\": " + metric(longest / 2.0, longest)
                        + ", \"fairnessMillionths\": " + metric(fairness, fairness));
    }

    static String group(String method, List<String> parameters, double reader, double disturber) {
        return entry(
                method,
                parameters,
                metric(reader, disturber),
                "\"disturber\": " + metric(disturber, disturber) + ", \"reader\": " + metric(reader, reader)
                        + ", \"gc.count\": {\"score\": \"NaN\", \"rawData\": [[0], [0]]}");
    }

    private static String entry(String method, List<String> parameters, String primary, String secondary) {
        String params = parameters.stream()
                .map(parameter -> parameter.split("="))
                .map(pair -> "\"" + pair[0] + "\": \"" + pair[1] + "\"")
                .collect(Collectors.joining(", "));
        return "{\"benchmark\": \"dev.palloc.Some." + method + "\", \"params\": {" + params + "}, \"primaryMetric\": "
                + primary + ", \"secondaryMetrics\": {" + secondary + "}}";
    }

    private static String metric(double... nanos) {
        int half = nanos.length / 2;
        return "{\"score\": \"NaN\", \"rawData\": [" + Arrays.toString(Arrays.copyOf(nanos, half)) + ", "
                + Arrays.toString(Arrays.copyOfRange(nanos, half, nanos.length)) + "]}";
    }
}
