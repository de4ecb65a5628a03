package dev.palloc.bench.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.palloc.bench.report.Effort;
import dev.palloc.bench.report.Machine;
import dev.palloc.bench.report.PlatformFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * What a suite found, and where.
 *
 * @param suite which
 * @param date when it began
 * @param machine where it ran, with the load before it
 * @param platform where the contexts' blocks came from
 * @param effort how long was measured
 * @param flags of the measured JVMs
 * @param leftOut for each contender that could not be measured the reason
 * @param results JMH's own array, as JMH writes it
 * @param cLoops what the same loops in C printed; empty where there are none
 */
record SuiteResult(
        Suite suite,
        Instant date,
        Machine machine,
        PlatformFacts platform,
        Effort effort,
        List<String> flags,
        Collection<String> leftOut,
        JsonNode results,
        JsonNode cLoops) {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** For programs: the facts, and JMH's array untouched. */
    String json() {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("suite", suite.label());
        root.put("date", date.toString());
        root.set("machine", MAPPER.valueToTree(machine));
        root.putObject("platform").put("name", platform.name()).put("reason", platform.reason());
        root.set("effort", MAPPER.valueToTree(effort));
        root.set("flags", MAPPER.valueToTree(flags));
        root.set("leftOut", MAPPER.valueToTree(leftOut));
        root.set("results", results);
        if (!cLoops.isEmpty()) {
            root.set("c", cLoops);
        }
        try {
            return MAPPER.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new AssertionError("a tree can always be written", e);
        }
    }

    /** For people: the table, with all that is needed to judge it. */
    List<String> markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("# " + suite.label());
        lines.add("");
        lines.add("Nanoseconds for " + suite.unit() + ": median, shortest and longest of " + effort.forks() + " x "
                + effort.iterations() + " iterations. Ratios and differences are to " + suite.comparedWith()
                + (suite.showsHeap() ? ". Heap bytes are those allocated on the Java heap for each." : "."));
        lines.add("");
        lines.addAll(suite.lines(results, cLoops));
        lines.add("");
        lines.add("Measured on " + date + ", " + machine.processors() + " processors of " + machine.cpu() + ", "
                + machine.os() + " " + machine.arch() + ", " + machine.jdk() + ", load average at the start "
                + String.format(Locale.ROOT, "%.1f", machine.load()) + "; blocks from the " + platform.name()
                + " platform.");
        if (effort.quick()) {
            lines.add("Measured briefly: small differences are noise.");
        }
        if (machine.busy()) {
            lines.add("The machine was busy with other work when it began.");
        }
        lines.addAll(leftOut);
        return lines;
    }
}
