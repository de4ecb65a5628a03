package dev.palloc.bench.report;

import dev.palloc.bench.replay.DigestResult;
import dev.palloc.platform.CacheLine;
import java.time.Instant;
import java.util.List;

/** Made-up comparisons. */
final class Examples {
    static final String DIGEST = "0123456789abcdef";

    private Examples() {}

    static Samples times(double median) {
        return new Samples(median - 0.2, median - 0.1, median, median + 0.1, median + 0.2);
    }

    static TraceResult trace(String name, double onNative, double onJava) {
        return trace(name, onNative, onJava, DIGEST);
    }

    static TraceResult trace(String name, double onNative, double onJava, String javaDigest) {
        return new TraceResult(
                name,
                1_000_000,
                600_000,
                new PlatformResult(new DigestResult(DIGEST, 2000, 3 << 20), times(onNative)),
                new PlatformResult(new DigestResult(javaDigest, 2000, 3 << 20), times(onJava)));
    }

    static Comparison comparison(TraceResult... traces) {
        return comparison(0.5, Effort.FULL, traces);
    }

    static Comparison comparison(double load, Effort effort, TraceResult... traces) {
        return new Comparison(
                Instant.parse("2026-01-02T03:04:05Z"),
                new Machine("Vendor 25.0.1", "A CPU <fast>", 8, "Linux 6.1", "amd64", load),
                effort,
                new PlatformFacts("native", "loaded from the \"jar\"", new CacheLine(64, CacheLine.Source.CPUID_LEAF4)),
                new PlatformFacts("java", "asked for by name", new CacheLine(128, CacheLine.Source.SYSFS)),
                List.of(traces));
    }
}
