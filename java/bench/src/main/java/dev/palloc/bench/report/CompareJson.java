package dev.palloc.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.List;

/** The comparison for programs: an array of {@link CompareEntry}, one for each trace and platform. */
public final class CompareJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private CompareJson() {}

    /**
     * The JSON text of a comparison.
     *
     * @param comparison what was found
     * @return the text, with a newline at its end
     */
    public static String text(Comparison comparison) {
        List<CompareEntry> entries = new ArrayList<>();
        for (TraceResult result : comparison.traces()) {
            entries.add(CompareEntry.of(comparison, result, comparison.onNative(), result.onNative()));
            entries.add(CompareEntry.of(comparison, result, comparison.onJava(), result.onJava()));
        }
        try {
            return MAPPER.writeValueAsString(entries) + "\n";
        } catch (JsonProcessingException e) {
            throw new AssertionError("numbers and text can always be written", e);
        }
    }
}
