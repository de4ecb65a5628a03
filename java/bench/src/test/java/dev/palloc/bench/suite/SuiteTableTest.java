package dev.palloc.bench.suite;

import static dev.palloc.bench.suite.MadeUpResults.array;
import static dev.palloc.bench.suite.MadeUpResults.group;
import static dev.palloc.bench.suite.MadeUpResults.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteTableTest {
    private static List<String> table(Suite suite, JsonNode results) {
        return new SuiteTable(suite, Row.of(suite, results)).lines();
    }

    @Test
    void everyContenderIsComparedWithTheRawTierOfItsTypeAndParameters() {
        JsonNode results = array(
                result("m", List.of("allocator=raw AllocSet", "size=64"), 0, 9, 10, 11, 12),
                result("m", List.of("allocator=raw AllocSet", "size=256"), 0, 20, 20),
                result("m", List.of("allocator=raw Slab", "size=64"), 0, 30, 30),
                result("m", List.of("allocator=safe Slab", "size=64"), 40, 36, 36),
                result("m", List.of("allocator=malloc", "size=256"), 0, 1500, 2500));
        assertThat(table(Suite.USE, results))
                .containsExactly(
                        "| size | contender | median ns | min - max ns | ratio | difference ns | heap B |",
                        "|---|---|---:|---:|---:|---:|---:|",
                        "| 64 | raw AllocSet | 10.50 | 9.00 - 12.00 | 1.00 | +0.0 | 0.0 |",
                        "| 64 | raw Slab | 30.00 | 30.00 - 30.00 | 1.00 | +0.0 | 0.0 |",
                        "| 64 | safe Slab | 36.00 | 36.00 - 36.00 | 1.20 | +6.0 | 40.0 |",
                        "| 256 | raw AllocSet | 20.00 | 20.00 - 20.00 | 1.00 | +0.0 | 0.0 |",
                        "| 256 | malloc | 2000 | 1500 - 2500 | 100.00 | +1980.0 | 0.0 |");
    }

    @Test
    void aRoundOfResetsIsDividedByItsChunks() {
        JsonNode results =
                array(result("m", List.of("allocator=Arena.ofConfined", "chunk=64", "keep=4096"), 6400, 640, 1280));
        assertThat(table(Suite.RESET, results))
                .last()
                .isEqualTo("| 64 | 4096 | Arena.ofConfined | 15.00 | 10.00 - 20.00 | - | - | 100.0 |");
    }

    @Test
    void methodsAreContendersWhereNoParameterIs() {
        JsonNode results = array(
                result("arena", List.of(), 80, 33, 33),
                result("raw", List.of("type=BUMP"), 0, 10, 10),
                result("segmentKept", List.of("type=BUMP"), 40, 55, 55));
        assertThat(table(Suite.SEGMENTS, results))
                .endsWith(
                        "| - | arena | 33.00 | 33.00 - 33.00 | - | - | 80.0 |",
                        "| BUMP | raw | 10.00 | 10.00 - 10.00 | 1.00 | +0.0 | 0.0 |",
                        "| BUMP | segmentKept | 55.00 | 55.00 - 55.00 | 5.50 | +45.0 | 40.0 |");
    }

    @Test
    void theReaderIsComparedWithTheUndisturbedReader() {
        JsonNode results = array(
                group("readers", List.of("bytes=64", "disturbance=SLEEPING"), 100, 1000),
                group("readers", List.of("bytes=64", "disturbance=CLOSE_OF_SHARED_ARENA"), 300, 400));
        assertThat(table(Suite.READERS, results))
                .endsWith(
                        "| 64 | disturber | SLEEPING | 1000 | 1000 - 1000 | - | - | - |",
                        "| 64 | disturber | CLOSE_OF_SHARED_ARENA | 400.00 | 400.00 - 400.00 | - | - | - |",
                        "| 64 | reader | SLEEPING | 100.00 | 100.00 - 100.00 | 1.00 | +0.0 | - |",
                        "| 64 | reader | CLOSE_OF_SHARED_ARENA | 300.00 | 300.00 - 300.00 | 3.00 | +200.0 | - |");
    }
}
