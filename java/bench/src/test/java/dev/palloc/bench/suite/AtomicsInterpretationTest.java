package dev.palloc.bench.suite;

import static dev.palloc.bench.suite.MadeUpResults.array;
import static dev.palloc.bench.suite.MadeUpResults.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class AtomicsInterpretationTest {
    private static String one(String strategy, double... nanos) {
        return result("operations", List.of("bits=32", "operation=FETCH_OR", "strategy=" + strategy), 0, nanos);
    }

    private static String shared(String place, String strategy, double nanos) {
        return result(
                "operations", List.of("operation=FETCH_OR", "place=" + place, "strategy=" + strategy), 0, nanos, nanos);
    }

    @Test
    void theFastestIsNamedWithThoseThatAreNotToldApart() throws Exception {
        JsonNode c = new ObjectMapper()
                .readTree("[{\"operation\": \"FETCH_OR\", \"bits\": 32, \"form\": \"called\", \"nanos\": [12, 12]},"
                        + "{\"operation\": \"FETCH_OR\", \"bits\": 32, \"form\": \"inline\", \"nanos\": [9, 9]},"
                        + "{\"operation\": \"FETCH_OR\", \"bits\": 32, \"form\": \"called\", \"nanos\": [14]}]");
        JsonNode results = array(
                one("rereading-cas", 14, 15),
                one("continuing-cas", 10, 12),
                one("var-handle", 11, 13),
                one("sync-intrinsic", 20, 22));

        List<String> lines = Suite.ATOMICS.lines(results, c);

        assertThat(lines)
                .contains(
                        "| 32 | FETCH_OR | continuing-cas | 11.00 | 10.00 - 12.00 | 1.00 | +0.0 | 0.0 |",
                        "| 32 | FETCH_OR | C, called | 12.00 | 12.00 - 14.00 | 1.09 | +1.0 | - |",
                        "| 32 | FETCH_OR | C, inline | 9.00 | 9.00 - 9.00 | 0.82 | -2.0 | - |");
        assertThat(lines)
                .last()
                .isEqualTo(
                        "Fastest strategy by operation: FETCH_OR of 32 bits continuing-cas (11.0 ns, not told apart from"
                                + " var-handle). Through a critical downcall the intrinsic takes 9.0 ns longer on average than"
                                + " called from C; that is the price of the downcall.");
    }

    /** JMH gives the time of each thread's operations; four at a time take a quarter of that each. */
    @Test
    void timesOfManyThreadsAreThoseOfAllTogether() {
        JsonNode results = array(
                shared("SAME_WORD", "rereading-cas", 160),
                shared("SAME_WORD", "continuing-cas", 80),
                shared("SAME_LINE", "continuing-cas", 60),
                shared("PADDED_LINES", "continuing-cas", 20));
        results.forEach(result -> ((ObjectNode) result).put("threads", 4));

        List<String> lines = Suite.SHARING.lines(results, array());

        assertThat(lines)
                .contains("| FETCH_OR | SAME_WORD | 4 | rereading-cas | 40.00 | 40.00 - 40.00 | 2.00 | +20.0 | 0.0 |");
        assertThat(lines)
                .last()
                .isEqualTo("With 4 threads on one word the loop that re-reads takes 2.00 times as long as the one that"
                        + " continues from the witness. With 4 threads words of their own on the same line cost 3.00 times"
                        + " what they cost on padded lines.");
    }
}
