package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.Peers;
import java.util.stream.Stream;

/** For parameterised tests: what a benchmark measures, as far as it is installed here. */
final class Contenders {
    private Contenders() {}

    static Stream<String> ofRing() {
        return of(RingBenchmark.class);
    }

    static Stream<String> ofReset() {
        return of(ResetBenchmark.class);
    }

    static Stream<String> ofLifetime() {
        return of(LifetimeBenchmark.class);
    }

    static Stream<String> ofUse() {
        return of(UseBenchmark.class);
    }

    static Stream<String> ofGrowth() {
        return of(GrowthBenchmark.class);
    }

    private static Stream<String> of(Class<?> benchmark) {
        return Stream.of(Contender.declaredBy(benchmark, Peers.missing().keySet()));
    }
}
