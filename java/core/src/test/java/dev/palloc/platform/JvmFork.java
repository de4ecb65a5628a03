package dev.palloc.platform;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM of the same kind as this one that runs {@link PlatformProbe} or another program of these tests. */
public final class JvmFork {
    /** Under emulation a start takes half a minute, and several run at once. */
    private static final long TIMEOUT_SECONDS = 400;

    private static final int FEATURE = Runtime.version().feature();

    private final Process process;
    private final Path out;
    private final Path err;

    private JvmFork(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** What the JVM left behind. */
    public record Result(int exitStatus, List<String> answers, String err) {}

    static JvmFork onClassPath(Path logs, List<String> options, String... commands) throws IOException {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(
                "-cp",
                join(ProgramFiles.library(), ProgramFiles.bindings(), ProgramFiles.tests()),
                PlatformProbe.class.getName()));
        return start(logs, all, commands);
    }

    /** With native access granted, and the compilers that a JVM has by default. */
    public static JvmFork ofProgram(Path logs, List<String> options, Class<?> program, String... arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=4"));
        all.addAll(options);
        all.addAll(List.of(
                "-cp", join(ProgramFiles.library(), ProgramFiles.bindings(), ProgramFiles.tests()), program.getName()));
        return start(logs, all, arguments);
    }

    static JvmFork onModulePath(Path logs, List<String> options, String... commands) throws IOException {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(
                "-p",
                join(ProgramFiles.library(), ProgramFiles.bindings()),
                "--patch-module",
                "dev.palloc=" + ProgramFiles.tests(),
                "-m",
                "dev.palloc/" + PlatformProbe.class.getName()));
        return start(logs, all, commands);
    }

    private static JvmFork start(Path logs, List<String> options, String... commands) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        if (FEATURE > 25) {
            // Refused by default from then on; what is tested is that Palloc gets along where it is allowed.
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(options);
        command.addAll(List.of(commands));
        Path out = Files.createTempFile(logs, "fork", ".out");
        Path err = Files.createTempFile(logs, "fork", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                // Where a crash may leave its log.
                .directory(logs.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new JvmFork(builder.start(), out, err);
    }

    public Result await() throws IOException, InterruptedException {
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "the JVM did not end; it wrote\n" + Files.readString(out) + Files.readString(err));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readAllLines(out), Files.readString(err));
    }

    private static String join(Path... paths) {
        return Stream.of(paths).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
