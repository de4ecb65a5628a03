package dev.palloc.bench.jmh;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** JMH's own report, which goes to a log, with word of what is done on the way. */
public final class Log {
    private Log() {}

    /**
     * JMH's plain text format.
     *
     * @param log where it goes
     * @param eachIteration called after every iteration, warm-up included
     * @param eachBenchmark called after all forks of a benchmark with one set of parameters
     * @return the format
     */
    public static OutputFormat format(
            PrintStream log, Runnable eachIteration, Consumer<BenchmarkResult> eachBenchmark) {
        OutputFormat plain = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
        // A proxy, because the format has a dozen methods.
        return (OutputFormat) Proxy.newProxyInstance(
                OutputFormat.class.getClassLoader(),
                new Class<?>[] {OutputFormat.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("iterationResult")) {
                        eachIteration.run();
                    } else if (method.getName().equals("endBenchmark") && arguments[0] != null) {
                        eachBenchmark.accept((BenchmarkResult) arguments[0]);
                    }
                    try {
                        return method.invoke(plain, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
