package dev.palloc.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sizes, offsets and constants are the same to the C compiler of this architecture and to the bindings. */
class LayoutTest {
    private static final Pattern SIZE = Pattern.compile("sizeof\\((\\w+)\\)");
    private static final Pattern OFFSET = Pattern.compile("offsetof\\((\\w+), (\\w+)\\)");

    record Entry(String name, long value) {}

    @BeforeAll
    static void load() {
        CLayer.load();
    }

    @ParameterizedTest
    @MethodSource("table")
    void bindingAgreesWithTheCompiler(Entry entry) {
        assertThat(bound(entry.name)).as(entry.name).isEqualTo(entry.value);
    }

    private static long bound(String name) {
        Matcher size = SIZE.matcher(name);
        if (size.matches()) {
            return Generated.size(size.group(1));
        }
        Matcher offset = OFFSET.matcher(name);
        if (offset.matches()) {
            return Generated.offset(offset.group(1), offset.group(2));
        }
        return name.equals("sizeof(void*)") ? palloc_h.C_POINTER.byteSize() : Generated.constant(name);
    }

    @Test
    void tableHasEveryStructFieldAndConstantOnce() {
        List<String> expected = new ArrayList<>(Generated.constants());
        for (String struct : Generated.structs()) {
            expected.add("sizeof(" + struct + ")");
            for (String field : Generated.fields(struct)) {
                expected.add("offsetof(" + struct + ", " + field + ")");
            }
        }
        expected.add("sizeof(void*)");
        assertThat(table()).extracting(Entry::name).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void tableEndsWhereItSays() {
        for (int outside : new int[] {-1, palloc_h.palloc_layout_count(), Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThat(palloc_h.palloc_layout_name(outside).address())
                    .as("name of %d", outside)
                    .isZero();
            assertThat(palloc_h.palloc_layout_value(outside))
                    .as("value of %d", outside)
                    .isEqualTo(Long.MIN_VALUE);
        }
    }

    static List<Entry> table() {
        CLayer.load();
        List<Entry> table = new ArrayList<>();
        for (int i = 0; i < palloc_h.palloc_layout_count(); i++) {
            table.add(new Entry(palloc_h.palloc_layout_name(i).getString(0), palloc_h.palloc_layout_value(i)));
        }
        return table;
    }
}
