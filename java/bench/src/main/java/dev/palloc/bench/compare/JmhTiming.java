package dev.palloc.bench.compare;

import dev.palloc.bench.BenchException;
import dev.palloc.bench.jmh.Forks;
import dev.palloc.bench.jmh.Log;
import dev.palloc.bench.replay.TraceReplayBenchmark;
import dev.palloc.bench.report.Effort;
import dev.palloc.bench.trace.TraceSource;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/** Measures with JMH, each call in a JVM of its own. JMH's own report goes to a log. */
final class JmhTiming implements Timing {
    private final PrintStream log;
    private final Path logFile;

    JmhTiming(PrintStream log, Path logFile) {
        this.log = log;
        this.logFile = logFile;
    }

    @Override
    public double[] fork(TraceSource source, String platform, Effort effort, Runnable tick) {
        Options options = Forks.options(effort)
                .include("^" + Pattern.quote(TraceReplayBenchmark.class.getName() + ".replay") + "$")
                .param("trace", source.text())
                .param("platform", platform)
                .forks(1)
                .build();
        try {
            return scores(new Runner(options, Log.format(log, tick, result -> {})).run());
        } catch (RunnerException e) {
            throw new BenchException(
                    source + ": measuring on the " + platform + " platform failed: " + e.getMessage()
                            + "; JMH's log is " + logFile,
                    e);
        } finally {
            log.flush();
        }
    }

    private static double[] scores(Collection<RunResult> results) {
        return results.stream()
                .flatMap(result -> result.getBenchmarkResults().stream())
                .flatMap(result -> result.getIterationResults().stream())
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
    }
}
