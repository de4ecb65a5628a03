package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Recreates the shared memory of a real PostgreSQL 18.6, structure by structure. */
class RealServerMapTest {
    private static final long TOTAL = 156_966_912;
    private static final String FILE = "/shmem/pg18-shmem-allocations.csv";

    private static List<String> lines;
    private static List<Allocation> rows;

    @BeforeAll
    static void read() throws IOException {
        try (InputStream file = Objects.requireNonNull(RealServerMapTest.class.getResourceAsStream(FILE), FILE)) {
            lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        rows = lines.stream().skip(1).map(RealServerMapTest::parse).toList();
    }

    private static Allocation parse(String line) {
        String[] cells = line.split(",", -1);
        return new Allocation(
                cells[0].isEmpty() ? null : cells[0],
                cells[1].isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(cells[1])),
                Long.parseLong(cells[2]),
                Long.parseLong(cells[3]));
    }

    private static String format(Allocation row) {
        return (row.isFree() ? "" : row.name()) + ","
                + (row.isAnonymous() ? "" : row.offset().getAsLong())
                + "," + row.size() + "," + row.allocatedSize();
    }

    private static List<Allocation> named() {
        return rows.stream().filter(Allocation::isNamed).toList();
    }

    @Test
    void theFileIsTheOneMeant() {
        assertThat(named()).hasSize(71);
        assertThat(rows.stream().mapToLong(Allocation::allocatedSize).sum()).isEqualTo(TOTAL);
    }

    @OnEachPlatform
    void everyStructureLandsWhereTheServerHasIt(Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, TOTAL, AlignmentPolicy.CACHELINE_128, named().size())) {
            List<String> placed = new ArrayList<>();
            for (Allocation row : named()) {
                long gap = row.offset().getAsLong() - (TOTAL - arena.freeBytes());
                if (gap > 0) {
                    arena.allocate(gap);
                }
                SharedStruct struct = arena.initStruct(row.name(), row.size());
                assertThat(struct.found()).as(row.name()).isFalse();
                placed.add(format(
                        Allocation.named(struct.name(), struct.offset(), struct.size(), struct.allocatedSize())));
            }
            assertThat(placed)
                    .containsExactlyElementsOf(
                            named().stream().map(RealServerMapTest::format).toList());

            AllocationsView view = arena.allocations();
            assertThat(view.rows().stream().map(RealServerMapTest::format))
                    .containsExactlyElementsOf(lines.subList(1, lines.size()));
            assertThat(view.rows()).contains(Allocation.anonymous(4_747_776), Allocation.free(154_691_840, 2_275_072));
            ArenaAssertions.assertConsistent(view);

            assertThat(arena.alignmentReport(128).structs())
                    .allMatch(StructAlignment::aligned)
                    .allMatch(StructAlignment::alone);
            checkThatOthersFindTheSame(arena, platform);
        }
    }

    private static void checkThatOthersFindTheSame(SharedArena arena, Platform platform) {
        try (SharedArena other = SharedArena.attach(platform, arena.address())) {
            for (Allocation row : named()) {
                SharedStruct struct = other.initStruct(row.name(), row.size());
                assertThat(struct.found()).as(row.name()).isTrue();
                assertThat(struct.address())
                        .isEqualTo(arena.address() + row.offset().getAsLong());
            }
            assertThat(other.allocations()).isEqualTo(arena.allocations());
        }
    }
}
