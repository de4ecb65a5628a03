package dev.palloc.bench.compare;

import dev.palloc.bench.report.Effort;
import dev.palloc.bench.trace.TraceSource;

/** Measures the replay of a trace. */
interface Timing {

    /**
     * Runs one fork.
     *
     * @param source the trace, known to be sound
     * @param platform name of the platform
     * @param effort how long to measure; its forks are the caller's business
     * @param tick called after each iteration
     * @return nanoseconds for a whole replay, one figure for each iteration that counts
     */
    double[] fork(TraceSource source, String platform, Effort effort, Runnable tick);
}
