package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.LimitExceededException;
import dev.palloc.platform.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording tells of memory contexts, and that it tells nothing unasked. */
class ContextEventsTest {
    private static final List<String> ALL =
            List.of("ContextCreated", "ContextReset", "ContextDeleted", "BlockAcquired", "BlockReleased", "LimitHit");

    @TempDir
    private Path folder;

    private static void work() {
        try (MemoryManager manager = new MemoryManager(Platform.get())) {
            MemoryContext server = manager.createAllocSet(null, "server", BlockSizes.DEFAULT);
            MemoryContext query = manager.createAllocSet(server, "query", BlockSizes.DEFAULT);
            query.setIdentifier("select 1");
            query.palloc(100_000);
            query.reset();
            query.setLimit(20_000);
            assertThatThrownBy(() -> query.palloc(50_000)).isInstanceOf(LimitExceededException.class);
            query.delete();
        }
    }

    private List<RecordedEvent> record(List<String> enabled) throws IOException {
        Path file = folder.resolve("palloc.jfr");
        try (Recording recording = new Recording()) {
            enabled.forEach(event -> recording.enable("dev.palloc." + event));
            recording.start();
            work();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.palloc."))
                .toList();
    }

    private static RecordedEvent only(List<RecordedEvent> events, String name, String context) {
        List<RecordedEvent> found = events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.palloc." + name)
                        && event.getString("context").equals(context))
                .toList();
        assertThat(found).as("%s of %s among %s", name, context, events).hasSize(1);
        return found.get(0);
    }

    @Test
    void eventsAreOffUntilEnabled() throws IOException {
        assertThat(record(List.of())).isEmpty();
    }

    @Test
    void eachEventCanBeEnabledAlone() throws IOException {
        for (String name : ALL) {
            Set<String> names = new TreeSet<>();
            record(List.of(name))
                    .forEach(event -> names.add(event.getEventType().getName()));
            assertThat(names).containsExactly("dev.palloc." + name);
        }
    }

    @Test
    void eventsTellTheLifeOfAContext() throws IOException {
        List<RecordedEvent> events = record(ALL);

        String named = "\"server/query:select 1\"";
        RecordedEvent created = only(events, "ContextCreated", "\"server/query\"");
        assertThat(created.getString("type")).isEqualTo("AllocSet");
        assertThat(created.getLong("bytes")).isEqualTo(8192);
        RecordedEvent acquired = only(events, "BlockAcquired", named);
        assertThat(acquired.getLong("bytes")).isBetween(100_000L, 100_100L);
        assertThat(acquired.getLong("total")).isEqualTo(acquired.getLong("bytes") + 8192);
        RecordedEvent released = only(events, "BlockReleased", named);
        assertThat(released.getLong("bytes")).isEqualTo(acquired.getLong("bytes"));
        assertThat(released.getLong("total")).isEqualTo(8192);
        assertThat(only(events, "ContextReset", named).getLong("bytes")).isEqualTo(8192);
        RecordedEvent hit = only(events, "LimitHit", named);
        assertThat(hit.getLong("limit")).isEqualTo(20_000);
        assertThat(hit.getLong("used")).isEqualTo(8192);
        assertThat(hit.getLong("bytes")).isEqualTo(50_000);
        assertThat(hit.getString("limited")).isEqualTo(named);
        assertThat(only(events, "ContextDeleted", named).getLong("bytes")).isEqualTo(8192);
        assertThat(only(events, "ContextDeleted", "\"server\"").getLong("bytes"))
                .isEqualTo(8192);
    }
}
