package dev.palloc.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.bench.contexts.Contender;
import dev.palloc.bench.peers.Peers;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Param;

class SuiteTest {
    @ParameterizedTest
    @EnumSource
    void aQuickRunTakesParametersThatTheBenchmarkHas(Suite suite) {
        suite.quickParameters()
                .forEach((name, values) ->
                        assertThat(declared(suite.benchmark(), name)).contains(values.split(",")));
    }

    private static List<String> declared(Class<?> benchmark, String name) {
        Field field = Stream.concat(Stream.of(benchmark), Stream.of(benchmark.getDeclaredClasses()))
                .flatMap(type -> Stream.of(type.getFields()))
                .filter(candidate -> candidate.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return field.getType().isEnum()
                ? Arrays.stream(field.getType().getEnumConstants())
                        .map(constant -> ((Enum<?>) constant).name())
                        .toList()
                : List.of(field.getAnnotation(Param.class).value());
    }

    @Test
    void missingPeersAreNotMeasured() {
        assertThat(Contender.declaredBy(Suite.USE.benchmark(), Set.of()))
                .contains("raw AllocSet", Peers.MALLOC, Peers.JEMALLOC);
        assertThat(Contender.declaredBy(Suite.USE.benchmark(), Set.of(Peers.JEMALLOC, Peers.MIMALLOC)))
                .contains("raw AllocSet", Peers.MALLOC)
                .doesNotContain(Peers.JEMALLOC, Peers.MIMALLOC);
        assertThat(Contender.declaredBy(Suite.TREE.benchmark(), Set.of())).isEmpty();
    }
}
