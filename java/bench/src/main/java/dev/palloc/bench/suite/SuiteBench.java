package dev.palloc.bench.suite;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.palloc.PallocException;
import dev.palloc.bench.BenchException;
import dev.palloc.bench.contexts.Contender;
import dev.palloc.bench.jmh.Forks;
import dev.palloc.bench.peers.Peers;
import dev.palloc.bench.report.Effort;
import dev.palloc.bench.report.Machine;
import dev.palloc.bench.report.OutputFolder;
import dev.palloc.bench.report.PlatformFacts;
import dev.palloc.platform.Platform;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the benchmarks. */
@Command(
        name = "bench",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Measures memory contexts, raw tier and safe tier, beside the JDK's arenas, Netty's pools, malloc, jemalloc"
                    + " and mimalloc; atomics by strategy, beside the same loops in C; lightweight locks beside the"
                    + " JDK's. What is compared is of the same run."
        },
        footer = {
            "",
            "Written to DIR for each suite: SUITE.json (the machine and JMH's raw results), SUITE.md (the table),"
                    + " SUITE.log (JMH's own output, with its estimate of the time left).",
            "",
            "A peer whose library is not installed is left out with a message. Without --quick all suites take hours;"
                    + " the machine should have nothing else to do.",
            "",
            "Exit status: 0 measured, 2 wrong usage or a failure."
        })
public final class SuiteBench implements Callable<Integer> {
    private static final int FAILED = 2;

    /** Every suite within a few minutes; takes few parameters as well. */
    private static final Effort QUICK = new Effort(true, 1, 3, 300, 4, 150);

    private static final Effort FULL = new Effort(false, 3, 5, 300, 8, 300);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--quick",
            description =
                    "Measure briefly, in one JVM each, and with fewer parameters. Take small differences for noise.")
    private boolean quick;

    @Option(
            names = "--suite",
            paramLabel = "NAME",
            description = "What to measure: ring, reset, lifetime, tree, use, segments, readers, growth, atomics,"
                    + " sharing, uncontended, locks or virtual-locks; may be repeated. Without it all of them.")
    private List<String> suites = new ArrayList<>();

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each measurement; 3, or 1 with --quick.")
    private Integer forks;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "target/bench",
            description = "Where the results go; default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "This text.")
    private boolean help;

    /** How to measure; null for JMH. */
    private final Measuring given;

    /** Peers that cannot be measured, with the reason. */
    private final Map<String, String> missing;

    SuiteBench(Measuring given, Map<String, String> missing) {
        this.given = given;
        this.missing = missing;
    }

    /**
     * Runs the benchmarks.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        System.exit(commandLine(null, Peers.missing()).execute(arguments));
    }

    static CommandLine commandLine(Measuring measuring, Map<String, String> missing) {
        return new CommandLine(new SuiteBench(measuring, missing))
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    command.getErr().println("bench: " + e.getMessage());
                    // Such a message says all; anything else is a fault of this program, and its stack is wanted.
                    if (!(e instanceof BenchException || e instanceof PallocException)) {
                        e.printStackTrace(command.getErr());
                    }
                    command.getErr().flush();
                    return FAILED;
                });
    }

    @Override
    public Integer call() {
        PrintWriter console = spec.commandLine().getOut();
        Set<Suite> chosen = chosenSuites();
        Effort effort = effort();
        OutputFolder folder = OutputFolder.open(out);
        Set.copyOf(chosen.stream().flatMap(suite -> leftOut(suite).stream()).toList())
                .forEach(console::println);
        Measuring measuring = given != null ? given : new JmhMeasuring(console);
        for (Suite suite : chosen) {
            console.println("Suite " + suite.label() + ", log: " + folder.file(suite.label() + ".log"));
            console.flush();
            SuiteResult result = measure(suite, effort, measuring, folder);
            List<String> lines = result.markdown();
            console.println();
            lines.forEach(console::println);
            console.println();
            // On the console first: nothing is lost if the disk is full.
            console.flush();
            folder.write(suite.label() + ".json", result.json());
            folder.write(suite.label() + ".md", String.join("\n", lines) + "\n");
        }
        console.println("Results: " + folder.file(""));
        console.flush();
        return 0;
    }

    private SuiteResult measure(Suite suite, Effort effort, Measuring measuring, OutputFolder folder) {
        List<String> flags = new ArrayList<>(Forks.FLAGS);
        flags.addAll(Peers.flags());
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Machine machine = Machine.detect();
        try (PrintStream log = folder.log(suite.label() + ".log")) {
            return new SuiteResult(
                    suite,
                    start,
                    machine,
                    PlatformFacts.of(Platform.get()),
                    effort,
                    flags,
                    leftOut(suite),
                    measuring.run(suite, effort, flags, missing.keySet(), log),
                    suite == Suite.ATOMICS ? CLoops.run(effort) : JsonNodeFactory.instance.arrayNode());
        }
    }

    /** Of what the suite would have. */
    private Collection<String> leftOut(Suite suite) {
        if (suite == Suite.ATOMICS && CLoops.obstacle() != null) {
            return List.of(CLoops.obstacle());
        }
        return Contender.declaredBy(suite.benchmark(), Set.of()).length > 0 ? missing.values() : List.of();
    }

    private Set<Suite> chosenSuites() {
        if (suites.isEmpty()) {
            return new LinkedHashSet<>(List.of(Suite.values()));
        }
        return suites.stream().map(this::suite).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Suite suite(String name) {
        return Arrays.stream(Suite.values())
                .filter(suite -> suite.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "There is no suite \"" + name + "\"; it may be "
                                + Arrays.stream(Suite.values())
                                        .map(Suite::label)
                                        .collect(Collectors.joining(", "))));
    }

    private Effort effort() {
        Effort effort = quick ? QUICK : FULL;
        if (forks == null) {
            return effort;
        }
        if (forks < 1) {
            throw new ParameterException(spec.commandLine(), "--forks must be at least 1, not " + forks);
        }
        return new Effort(
                effort.quick(),
                forks,
                effort.warmupIterations(),
                effort.warmupMillis(),
                effort.iterations(),
                effort.millis());
    }
}
