package dev.palloc.bench.report;

import java.time.Instant;
import java.util.List;

/**
 * All that a comparison found.
 *
 * @param date when it began
 * @param machine where it ran
 * @param effort how long was measured
 * @param onNative the native platform
 * @param onJava the pure Java platform
 * @param traces the results, at least one
 */
public record Comparison(
        Instant date,
        Machine machine,
        Effort effort,
        PlatformFacts onNative,
        PlatformFacts onJava,
        List<TraceResult> traces) {

    /** Takes a copy of the list. */
    public Comparison {
        traces = List.copyOf(traces);
        if (traces.isEmpty()) {
            throw new IllegalArgumentException("a comparison of no trace");
        }
    }

    /**
     * Whether the platforms did the same to memory in every trace.
     *
     * @return true if no digest differs
     */
    public boolean digestsAgree() {
        return traces.stream().allMatch(TraceResult::digestsAgree);
    }
}
