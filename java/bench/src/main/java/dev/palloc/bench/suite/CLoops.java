package dev.palloc.bench.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.palloc.bench.BenchException;
import dev.palloc.bench.report.Effort;
import dev.palloc.bench.report.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The loops over atomic operations in C: a program of the native module, run as often as there are forks. */
final class CLoops {
    /** The program's file, given by ci/bench. */
    static final String PROPERTY = "dev.palloc.bench.c";

    private CLoops() {}

    /** Why there are none, or null. */
    static String obstacle() {
        return System.getProperty(PROPERTY) != null
                ? null
                : "The loops in C are left out: no program of theirs was given by " + PROPERTY + ", as ci/bench does.";
    }

    /** What all runs printed, as one array; empty if there is no program. */
    static JsonNode run(Effort effort) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        String program = System.getProperty(PROPERTY);
        for (int fork = 0; program != null && fork < effort.forks(); fork++) {
            all.addAll(one(program, effort));
        }
        return all;
    }

    private static ArrayNode one(String program, Effort effort) {
        try {
            Process process = new ProcessBuilder(
                            program, Integer.toString(effort.iterations()), Integer.toString(effort.millis()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            JsonNode printed = new ObjectMapper().readTree(process.getInputStream());
            if (process.waitFor() != 0 || !printed.isArray()) {
                throw new BenchException(program + " failed with status " + process.exitValue(), null);
            }
            return (ArrayNode) printed;
        } catch (IOException e) {
            throw new BenchException(program + " cannot be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException(program + " was interrupted", e);
        }
    }

    /** Lines for the table, each with the figures of all runs. */
    static List<Row> rows(JsonNode printed) {
        Map<Map<String, String>, Map<String, List<Double>>> found = new LinkedHashMap<>();
        for (JsonNode line : printed) {
            Map<String, String> parameters = new LinkedHashMap<>();
            parameters.put("bits", line.path("bits").asText());
            parameters.put("operation", line.path("operation").asText());
            List<Double> nanos = found.computeIfAbsent(parameters, key -> new LinkedHashMap<>())
                    .computeIfAbsent("C, " + line.path("form").asText(), key -> new ArrayList<>());
            line.path("nanos").forEach(value -> nanos.add(value.asDouble()));
        }
        List<Row> rows = new ArrayList<>();
        found.forEach((parameters, forms) -> forms.forEach((form, nanos) -> rows.add(new Row(
                parameters,
                form,
                new Samples(nanos.stream().mapToDouble(Double::doubleValue).toArray()),
                -1))));
        return rows;
    }
}
