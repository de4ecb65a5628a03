package dev.palloc.bench.jmh;

import dev.palloc.bench.report.Effort;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** How every measured JVM is started and for how long it is measured. */
public final class Forks {
    /**
     * What each JVM gets. The Java heap is small and touched beforehand: contexts make handles on it, and with the JVM's
     * own choice of heap the first touch of its pages doubled the time of a replay, in some JVMs and not in others.
     */
    public static final List<String> FLAGS = List.of(
            "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xms256m", "-Xmn64m", "-XX:+AlwaysPreTouch");

    private Forks() {}

    /**
     * JMH's options but for what to measure.
     *
     * @param effort how many JVMs, and how long in each
     * @return the options, to be completed; flags set there take the place of {@link #FLAGS}
     */
    public static ChainedOptionsBuilder options(Effort effort) {
        // The lock is one file for all users of a machine, and who holds it stops everybody else's measurement.
        System.setProperty("jmh.ignoreLock", "true");
        return new OptionsBuilder()
                .jvmArgsAppend(FLAGS.toArray(String[]::new))
                .forks(effort.forks())
                .warmupIterations(effort.warmupIterations())
                .warmupTime(TimeValue.milliseconds(effort.warmupMillis()))
                .measurementIterations(effort.iterations())
                .measurementTime(TimeValue.milliseconds(effort.millis()))
                .shouldFailOnError(true);
    }
}
