package dev.palloc.bench.contexts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.palloc.bench.BenchException;
import dev.palloc.bench.jmh.Forks;
import dev.palloc.bench.jmh.Log;
import dev.palloc.bench.report.Effort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Param;
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
    private static final String ALLOCATOR = "allocator";

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
        String[] allocators = allocators(suite.benchmark(), missing);
        if (allocators.length > 0) {
            options.param(ALLOCATOR, allocators);
        }
        try {
            return json(new Runner(options.build(), Log.format(log, () -> {}, this::tell)).run());
        } catch (RunnerException e) {
            throw new BenchException("suite " + suite.label() + ": measuring failed: " + e.getMessage(), e);
        } finally {
            log.flush();
        }
    }

    /** The contenders that the benchmark declares, without those that are missing; none if it declares none. */
    static String[] allocators(Class<?> benchmark, Set<String> missing) {
        return Arrays.stream(benchmark.getFields())
                .filter(field -> field.getName().equals(ALLOCATOR))
                .map(JmhMeasuring::values)
                .flatMap(Arrays::stream)
                .filter(name -> !missing.contains(name))
                .toArray(String[]::new);
    }

    private static String[] values(Field field) {
        return field.getAnnotation(Param.class).value();
    }

    private void tell(BenchmarkResult result) {
        BenchmarkParams parameters = result.getParams();
        StringBuilder line = new StringBuilder("  ");
        line.append(
                parameters.getBenchmark().substring(parameters.getBenchmark().lastIndexOf('.') + 1));
        parameters
                .getParamsKeys()
                .forEach(key -> line.append("  ").append(key).append('=').append(parameters.getParam(key)));
        out.println(line.append(String.format(
                Locale.ROOT, "  %.2f ns", result.getPrimaryResult().getScore())));
        out.flush();
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
