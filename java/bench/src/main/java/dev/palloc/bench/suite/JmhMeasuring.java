package dev.palloc.bench.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.palloc.atomic.AtomicStrategy;
import dev.palloc.bench.BenchException;
import dev.palloc.bench.contexts.Contender;
import dev.palloc.bench.jmh.Forks;
import dev.palloc.bench.jmh.Log;
import dev.palloc.bench.report.Effort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Measures with JMH and its garbage collection profiler. */
final class JmhMeasuring implements Measuring {
    private static final String STRATEGY = "strategy";

    private final PrintWriter out;

    JmhMeasuring(PrintWriter out) {
        this.out = out;
    }

    @Override
    public JsonNode run(Suite suite, Effort effort, List<String> flags, Set<String> missing, PrintStream log) {
        ChainedOptionsBuilder options = Forks.options(effort)
                .include("^" + Pattern.quote(suite.benchmark().getName() + "."))
                .warmupIterations(suite.warmupIterations(effort))
                .jvmArgsAppend(flags.toArray(String[]::new))
                .addProfiler(GCProfiler.class);
        if (effort.quick()) {
            suite.quickParameters().forEach((name, values) -> options.param(name, values.split(",")));
        }
        String[] allocators = Contender.declaredBy(suite.benchmark(), missing);
        if (allocators.length > 0) {
            options.param(Contender.PARAMETER, allocators);
        }
        if (declares(suite.benchmark(), STRATEGY)) {
            options.param(
                    STRATEGY,
                    AtomicStrategy.available().stream()
                            .map(AtomicStrategy::name)
                            .toArray(String[]::new));
        }
        List<Integer> threads = suite.threads(effort);
        int processors = Runtime.getRuntime().availableProcessors();
        try {
            List<RunResult> results = new ArrayList<>();
            for (int count : threads.isEmpty() ? List.of(1) : threads) {
                // A benchmark of groups says itself how many threads it has.
                if (!threads.isEmpty()) {
                    // More threads than processors never run all at once, and JMH would wait longer for that than it
                    // measures.
                    options.threads(count).syncIterations(count <= processors);
                }
                results.addAll(new Runner(options.build(), Log.format(log, () -> {}, this::tell)).run());
            }
            return json(results);
        } catch (RunnerException e) {
            throw new BenchException("suite " + suite.label() + ": measuring failed: " + e.getMessage(), e);
        } finally {
            log.flush();
        }
    }

    private static boolean declares(Class<?> benchmark, String parameter) {
        return Arrays.stream(benchmark.getFields())
                .anyMatch(field -> field.getName().equals(parameter));
    }

    private void tell(BenchmarkResult result) {
        BenchmarkParams parameters = result.getParams();
        StringBuilder line = new StringBuilder("  ");
        line.append(
                parameters.getBenchmark().substring(parameters.getBenchmark().lastIndexOf('.') + 1));
        parameters
                .getParamsKeys()
                .forEach(key -> line.append("  ").append(key).append('=').append(parameters.getParam(key)));
        out.println(line.append(String.format(Locale.ROOT, "  %.2f ns", nanos(result))));
        out.flush();
    }

    /** Of a contest JMH knows the length alone; what matters is its first counter, which JMH would sum up. */
    private static double nanos(BenchmarkResult result) {
        return result.getIterationResults().stream()
                .map(iteration -> iteration.getSecondaryResults().get(LockRow.PICOS))
                .filter(Objects::nonNull)
                .mapToDouble(picos -> picos.getScore() / LockRow.PICOS_PER_NANO)
                .average()
                .orElse(result.getPrimaryResult().getScore());
    }

    private static JsonNode json(Collection<RunResult> results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(results);
        }
        try {
            return new ObjectMapper().readTree(bytes.toByteArray());
        } catch (IOException e) {
            throw new AssertionError("JMH writes JSON", e);
        }
    }
}
