package dev.palloc.bench.compare;

import dev.palloc.PallocException;
import dev.palloc.bench.BenchException;
import dev.palloc.bench.replay.ReplayException;
import dev.palloc.bench.report.CompareHtml;
import dev.palloc.bench.report.CompareJson;
import dev.palloc.bench.report.Comparison;
import dev.palloc.bench.report.Effort;
import dev.palloc.bench.report.Interpretation;
import dev.palloc.bench.report.Machine;
import dev.palloc.bench.report.OutputFolder;
import dev.palloc.bench.report.PlatformFacts;
import dev.palloc.bench.report.TextTable;
import dev.palloc.bench.report.TraceResult;
import dev.palloc.bench.trace.TraceFormatException;
import dev.palloc.platform.Platform;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the compare tool. */
@Command(
        name = "compare",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Replays allocation traces of a real PostgreSQL server on the native and on the pure Java platform, checks"
                    + " that both do the same to memory, byte for byte, and measures both."
        },
        footer = {
            "",
            "Written to DIR: compare.json (an array, one object for each trace and platform), index.html (the report), "
                    + "jmh.log (JMH's own output).",
            "",
            "Exit status: 0 all digests agree, 1 some differ, 2 wrong usage, a bad trace, no native library or"
                    + " another failure."
        })
public final class Compare implements Callable<Integer> {
    private static final int DIFFERENT = 1;
    private static final int FAILED = 2;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--quick",
            description = "Measure briefly: within a minute for the six traces. Take small differences for noise.")
    private boolean quick;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "A trace, .mct.gz or .mct; may be repeated. Without it the six traces that ship.")
    private List<Path> traces = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "target/compare",
            description = "Where the report goes; default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "This text.")
    private boolean help;

    /** How to measure; null for JMH. */
    private final Timing given;

    Compare(Timing given) {
        this.given = given;
    }

    /**
     * Runs the tool.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        // Charts are drawn without a screen, and JMH must not open one either.
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine(null).execute(arguments));
    }

    static CommandLine commandLine(Timing timing) {
        return new CommandLine(new Compare(timing)).setExecutionExceptionHandler((e, command, parsed) -> {
            command.getErr().println("compare: " + e.getMessage());
            if (!isUsersBusiness(e)) {
                e.printStackTrace(command.getErr());
            }
            command.getErr().flush();
            return FAILED;
        });
    }

    /** Such a message says all; anything else is a fault of this program, and its stack is wanted. */
    private static boolean isUsersBusiness(Exception e) {
        return e instanceof BenchException
                || e instanceof TraceFormatException
                || e instanceof ReplayException
                || e instanceof PallocException;
    }

    @Override
    public Integer call() {
        PrintWriter console = spec.commandLine().getOut();
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Machine machine = Machine.detect();
        List<LoadedTrace> loaded = new TraceLoader(console).load(traces);
        OutputFolder folder = OutputFolder.open(out);
        Platform onNative = nativePlatform();
        Platform onJava = Platform.of("java");
        Effort effort = quick ? Effort.QUICK : Effort.FULL;

        List<TraceResult> results;
        try (PrintStream log = folder.log("jmh.log")) {
            Timing timing = given != null ? given : new JmhTiming(log, folder.file("jmh.log"));
            results = new Measuring(console, timing, effort, onNative, onJava).run(loaded);
        }
        Comparison comparison =
                new Comparison(start, machine, effort, PlatformFacts.of(onNative), PlatformFacts.of(onJava), results);

        console.println();
        TextTable.lines(comparison).forEach(console::println);
        console.println();
        String conditions = Interpretation.conditions(comparison);
        if (!conditions.isEmpty()) {
            console.println(conditions);
        }
        // On the console first: nothing is lost if the disk is full.
        console.flush();
        folder.write("compare.json", CompareJson.text(comparison));
        folder.write("index.html", CompareHtml.page(comparison));
        console.println("Report: " + folder.file("index.html"));
        console.println(
                comparison.digestsAgree()
                        ? "All digests agree."
                        : "DIGESTS DIFFER: the platforms do not do the same to memory.");
        console.flush();
        return comparison.digestsAgree() ? 0 : DIFFERENT;
    }

    private static Platform nativePlatform() {
        try {
            return Platform.of("native");
        } catch (PallocException e) {
            throw new BenchException(
                    "there is nothing to compare with: " + e.getMessage() + ". The comparison needs both platforms.",
                    e);
        }
    }
}
