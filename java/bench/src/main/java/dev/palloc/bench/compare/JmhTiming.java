package dev.palloc.bench.compare;

import dev.palloc.bench.replay.TraceReplayBenchmark;
import dev.palloc.bench.report.Effort;
import dev.palloc.bench.trace.TraceSource;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures with JMH, each call in a JVM of its own. JMH's own report goes to a log. */
final class JmhTiming implements Timing {
    private final PrintStream log;
    private final Path logFile;

    JmhTiming(PrintStream log, Path logFile) {
        this.log = log;
        this.logFile = logFile;
        // The lock is one file for all users of a machine, and who holds it stops everybody else's measurement.
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Override
    public double[] fork(TraceSource source, String platform, Effort effort, Runnable tick) {
        Options options = new OptionsBuilder()
                .include("^" + Pattern.quote(TraceReplayBenchmark.class.getName() + ".replay") + "$")
                .param("trace", source.text())
                .param("platform", platform)
                .forks(1)
                .warmupIterations(effort.warmupIterations())
                .warmupTime(TimeValue.milliseconds(effort.warmupMillis()))
                .measurementIterations(effort.iterations())
                .measurementTime(TimeValue.milliseconds(effort.millis()))
                .shouldFailOnError(true)
                .build();
        try {
            return scores(new Runner(options, ticking(tick)).run());
        } catch (RunnerException e) {
            throw new CompareException(
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

    /** JMH's plain text format, with a tick on the way. A proxy, because the format has a dozen methods. */
    private OutputFormat ticking(Runnable tick) {
        OutputFormat plain = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
        return (OutputFormat) Proxy.newProxyInstance(
                OutputFormat.class.getClassLoader(),
                new Class<?>[] {OutputFormat.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("iterationResult")) {
                        tick.run();
                    }
                    try {
                        return method.invoke(plain, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
