package dev.palloc.bench.suite;

import com.fasterxml.jackson.databind.JsonNode;
import dev.palloc.bench.report.Effort;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/** Measures a suite. */
interface Measuring {

    /**
     * Runs all benchmarks of a suite, peers and contexts in the same run.
     *
     * @param suite which
     * @param effort how long; a quick one also takes fewer parameters
     * @param flags of the measured JVMs
     * @param missing contenders that cannot be measured
     * @param log where JMH's own report goes
     * @return JMH's array of results
     * @throws dev.palloc.bench.BenchException if a benchmark fails
     */
    JsonNode run(Suite suite, Effort effort, List<String> flags, Set<String> missing, PrintStream log);
}
