package dev.palloc.bench.report;

import static dev.palloc.bench.report.Examples.comparison;
import static dev.palloc.bench.report.Examples.trace;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CompareJsonTest {
    @Test
    void thereIsAnObjectForEachTraceAndPlatform() throws IOException {
        JsonNode all = new ObjectMapper()
                .readTree(CompareJson.text(comparison(trace("a", 7, 8), trace("b", 9, 10, "fedcba9876543210"))));
        assertThat(all).hasSize(4);
        JsonNode entry = all.get(3);
        assertThat(entry.get("trace").asText()).isEqualTo("b");
        assertThat(entry.get("platform").asText()).isEqualTo("java");
        assertThat(entry.get("records").asInt()).isEqualTo(1_000_000);
        assertThat(entry.get("nsPerRecord").asDouble()).isEqualTo(10);
        assertThat(entry.get("nsPerRecordMin").asDouble()).isEqualTo(9.8);
        assertThat(entry.get("nsPerRecordSamples")).hasSize(5);
        assertThat(entry.get("digest").asText()).isEqualTo("fedcba9876543210");
        assertThat(entry.get("digestsAgree").asBoolean()).isFalse();
        assertThat(entry.get("blocksTaken").asLong()).isEqualTo(2000);
        assertThat(entry.get("peakBytes").asLong()).isEqualTo(3145728);
        assertThat(entry.get("jdk").asText()).isEqualTo("Vendor 25.0.1");
        assertThat(entry.get("cpu").asText()).isEqualTo("A CPU <fast>");
        assertThat(entry.get("cacheLineBytes").asInt()).isEqualTo(128);
        assertThat(entry.get("cacheLineSource").asText()).isEqualTo("SYSFS");
        assertThat(entry.get("forks").asInt()).isEqualTo(3);
        assertThat(entry.get("date").asText()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(all.get(0).get("platformReason").asText()).isEqualTo("loaded from the \"jar\"");
        assertThat(all.get(0).get("cacheLineSource").asText()).isEqualTo("CPUID_LEAF4");
        assertThat(all.get(0).get("digestsAgree").asBoolean()).isTrue();
    }
}
