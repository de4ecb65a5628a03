package dev.palloc.bench.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.palloc.bench.report.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One line of a suite's table.
 *
 * @param parameters of the benchmark, in its order, but for the one that names the contender
 * @param contender what was measured
 * @param nanos time per unit of the suite, one figure for each iteration of each fork
 * @param heapBytes allocated on the Java heap per unit; negative where that is not known for this line alone
 */
record Row(Map<String, String> parameters, String contender, Samples nanos, double heapBytes) {
    /** The parameter that tells the threads of a group apart. */
    static final String THREAD = "thread";

    /** Parameters that name the contender; without one of them it is the method. */
    private static final List<String> CONTENDERS = List.of("allocator", "disturbance", "strategy");

    private static final String HEAP_BYTES = "gc.alloc.rate.norm";

    /**
     * Reads JMH's results.
     *
     * @param suite what was run
     * @param results JMH's array
     * @return a line for each benchmark with one set of parameters, or for each thread of a group
     */
    static List<Row> of(Suite suite, JsonNode results) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode result : results) {
            Map<String, String> parameters = new LinkedHashMap<>();
            result.path("params")
                    .properties()
                    .forEach(e -> parameters.put(e.getKey(), e.getValue().asText()));
            String contender = contender(result, parameters);
            int parallel = 1;
            if (suite == Suite.SHARING) {
                // JMH's score is the time of each thread's operations, so the whole is as many times as fast.
                parallel = result.path("threads").asInt(1);
                parameters.put("threads", Integer.toString(parallel));
            }
            JsonNode threads = threads(result);
            if (threads.isEmpty()) {
                double units = suite.units(parameters);
                JsonNode heap = result.path("secondaryMetrics").path(HEAP_BYTES).path("score");
                Samples nanos = samples(result.path("primaryMetric"), units * parallel);
                rows.add(new Row(parameters, contender, nanos, heap.isNumber() ? heap.asDouble() / units : -1));
            }
            threads.properties().forEach(thread -> {
                Map<String, String> ofThread = new LinkedHashMap<>(parameters);
                ofThread.put(THREAD, thread.getKey());
                rows.add(new Row(ofThread, contender, samples(thread.getValue(), 1), -1));
            });
        }
        return rows;
    }

    private static String contender(JsonNode result, Map<String, String> parameters) {
        for (String name : CONTENDERS) {
            if (parameters.containsKey(name)) {
                return parameters.remove(name);
            }
        }
        String benchmark = result.path("benchmark").asText();
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    /** The scores of a group's methods stand among the figures of profilers, whose names have dots. */
    private static JsonNode threads(JsonNode result) {
        ObjectNode threads = JsonNodeFactory.instance.objectNode();
        result.path("secondaryMetrics").properties().forEach(e -> {
            if (e.getKey().indexOf('.') < 0) {
                threads.set(e.getKey(), e.getValue());
            }
        });
        return threads;
    }

    private static Samples samples(JsonNode metric, double units) {
        List<Double> values = new ArrayList<>();
        for (JsonNode fork : metric.path("rawData")) {
            fork.forEach(score -> values.add(score.asDouble() / units));
        }
        return new Samples(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
