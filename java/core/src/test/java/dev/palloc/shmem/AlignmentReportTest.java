package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.palloc.platform.Platform;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlignmentReportTest {
    private static final String ANON = "<anonymous>";
    private static final long TOTAL = 65_536;

    private final SharedArena arena = SharedArena.create(TestPlatforms.java(), TOTAL, AlignmentPolicy.MAXALIGN, 16);

    @AfterEach
    void close() {
        arena.close();
    }

    /** Anonymous storage until the next start is at this distance behind a multiple of 4096. */
    private void fillTo(long distance) {
        long next = TOTAL - arena.freeBytes();
        arena.allocate(4096 + distance - next % 4096);
    }

    private static StructAlignment find(AlignmentReport report, String name) {
        return report.structs().stream()
                .filter(struct -> struct.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void saysWhoSharesALineWithWhom() {
        fillTo(0);
        arena.initStruct("whole line", 64); //      0 ..  64
        arena.initStruct("left", 24); //           64 ..  88
        arena.initStruct("middle", 8); //          88 ..  96
        arena.initStruct("right", 100); //  96 .. 196, takes to 200
        arena.initStruct("tail", 8); //           200 .. 208
        arena.allocate(8); //                     208 .. 216
        arena.initStruct("end", 30); //           216 .. 246

        AlignmentReport report = arena.alignmentReport(64);
        assertThat(find(report, "whole line").alone()).isTrue();
        assertThat(find(report, "left").sharesFirstLine()).containsExactly("middle", "right");
        assertThat(find(report, "left").sharesLastLine()).containsExactly("middle", "right");
        assertThat(find(report, "middle").sharesFirstLine()).containsExactly("left", "right");
        assertThat(find(report, "right").sharesFirstLine()).containsExactly("left", "middle");
        assertThat(find(report, "right").sharesLastLine()).containsExactly("tail", ANON, "end");
        assertThat(find(report, "tail").sharesLastLine()).containsExactly("right", ANON, "end");
        assertThat(find(report, "end").sharesFirstLine()).containsExactly("right", "tail", ANON);
        assertThat(report.structs())
                .extracting(StructAlignment::aligned)
                .containsExactly(true, true, false, false, false, false);
        assertThat(report.sharing()).isEqualTo("""
                64-byte line sharing of left:  first [middle, right], last [middle, right]
                64-byte line sharing of middle:  first [left, right], last [left, right]
                64-byte line sharing of right:  first [left, middle], last [tail, <anonymous>, end]
                64-byte line sharing of tail:  first [right, <anonymous>, end], last [right, <anonymous>, end]
                64-byte line sharing of end:  first [right, tail, <anonymous>], last [right, tail, <anonymous>]
                """);
        assertThat(report).hasToString(report.table() + report.sharing());
    }

    @Test
    void asksForTheLineItIsGiven() {
        fillTo(0);
        arena.initStruct("a", 64);
        arena.initStruct("b", 64);
        arena.initStruct("c", 128);
        assertThat(arena.alignmentReport(64).structs()).allMatch(StructAlignment::alone);
        AlignmentReport wide = arena.alignmentReport(128);
        assertThat(find(wide, "a").sharesFirstLine()).containsExactly("b");
        assertThat(find(wide, "b").sharesLastLine()).containsExactly("a");
        assertThat(find(wide, "c").alone()).isTrue();
        assertThat(wide.table()).isEqualTo("""
                128-byte shared memory alignment of a:  1
                128-byte shared memory alignment of b:  0
                128-byte shared memory alignment of c:  1
                """);
        assertThat(find(arena.alignmentReport(4096), "c").sharesFirstLine()).containsExactly("a", "b");
        assertThat(find(arena.alignmentReport(8), "a").alone()).isTrue();
    }

    /** The index, which is anonymous storage, ends inside the line where the first name begins. */
    @Test
    void countsTheIndexAsAnonymous() {
        try (SharedArena small = SharedArena.create(TestPlatforms.java(), 4096, AlignmentPolicy.MAXALIGN, 1)) {
            assertThat(small.initStruct("a", 8).offset()).isEqualTo(184);
            assertThat(find(small.alignmentReport(64), "a").sharesFirstLine()).containsExactly(ANON);
        }
    }

    /** 24 bytes are lost before a page under the policy of 7.4; the arena does not tell them from anonymous storage. */
    @Test
    void countsBytesLostToAlignmentAsAnonymous() {
        try (SharedArena old = SharedArena.create(TestPlatforms.java(), TOTAL, AlignmentPolicy.BUFFERALIGN_32, 2)) {
            old.allocate(4096 + 8 - (TOTAL - old.freeBytes()));
            assertThat(old.initStruct("small", 32).offset()).isEqualTo(4096 + 8);
            assertThat(old.initStruct("page", 8192).offset()).isEqualTo(4096 + 64);
            AlignmentReport report = old.alignmentReport(64);
            assertThat(find(report, "small").sharesLastLine()).containsExactly(ANON, ANON);
            assertThat(find(report, "page").alone()).isTrue();
        }
    }

    @Test
    void paddingAndTheFreeTailShareNothing() {
        try (SharedArena today = SharedArena.create(TestPlatforms.java(), TOTAL, AlignmentPolicy.CACHELINE_64, 2)) {
            today.initStruct("a", 1);
            today.initStruct("b", 1);
            assertThat(today.alignmentReport(64).structs()).hasSize(2).allMatch(StructAlignment::alone);
        }
    }

    /** Starts at 8 behind a line: the padding of the first reaches into the line of the second, its bytes do not. */
    @Test
    void paddingSharesNothingWhenMisalignedEither() {
        try (SharedArena shifted = SharedArena.create(TestPlatforms.java(), TOTAL, AlignmentPolicy.misaligned(8), 2)) {
            shifted.allocate(1);
            shifted.initStruct("a", 100);
            shifted.initStruct("b", 128);
            AlignmentReport report = shifted.alignmentReport(64);
            assertThat(find(report, "a").size()).isEqualTo(100);
            assertThat(find(report, "a").sharesLastLine()).isEmpty();
            assertThat(find(report, "b").sharesFirstLine()).isEmpty();
            assertThat(find(report, "b").sharesLastLine()).isEmpty();
        }
    }

    @OnEachPlatform
    void takesTheLineOfThisMachineAndTheAlignmentOf2014(Platform platform) {
        try (SharedArena any = SharedArena.create(platform, TOTAL)) {
            any.initStruct("a", 1);
            AlignmentReport report = any.alignmentReport();
            assertThat(report.line()).isEqualTo(platform.cacheLine().bytes());
            assertThat(report.alignment()).isEqualTo(64);
            assertThat(report.table()).isEqualTo("64-byte shared memory alignment of a:  1\n");
        }
    }

    @Test
    void ofAnArenaWithoutNamesIsEmpty() {
        assertThat(arena.alignmentReport().structs()).isEmpty();
        assertThat(arena.alignmentReport()).hasToString("");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 63, 96, 8192, -64, Integer.MIN_VALUE})
    void refusesImpossibleLines(int line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> arena.alignmentReport(line))
                .withMessageContaining("lines of " + line + " bytes");
    }

    static List<AlignmentPolicy> policies() {
        return List.of(
                AlignmentPolicy.MAXALIGN,
                AlignmentPolicy.BUFFERALIGN_32,
                AlignmentPolicy.CACHELINE_64,
                AlignmentPolicy.CACHELINE_128,
                AlignmentPolicy.misaligned(8));
    }

    /** Against the plain definition: all pairs of structures whose lines at either end have a byte of the other. */
    @ParameterizedTest
    @MethodSource("policies")
    void agreesWithAllPairs(AlignmentPolicy policy) {
        try (SharedArena many = SharedArena.create(TestPlatforms.java(), 1 << 20, policy)) {
            for (int i = 0; i < 150; i++) {
                many.initStruct("s" + i, 1 + i * 37 % 200);
            }
            for (int line : new int[] {8, 64, 128, 512}) {
                AlignmentReport report = many.alignmentReport(line);
                for (StructAlignment one : report.structs()) {
                    assertThat(one.sharesFirstLine().stream().filter(name -> !name.equals(ANON)))
                            .containsExactlyElementsOf(others(report, one, one.offset() / line));
                    assertThat(one.sharesLastLine().stream().filter(name -> !name.equals(ANON)))
                            .containsExactlyElementsOf(others(report, one, (one.offset() + one.size() - 1) / line));
                }
            }
        }
    }

    private static List<String> others(AlignmentReport report, StructAlignment self, long lineNumber) {
        return report.structs().stream()
                .filter(other -> other != self)
                .filter(other -> other.offset() / report.line() <= lineNumber)
                .filter(other -> (other.offset() + other.size() - 1) / report.line() >= lineNumber)
                .map(StructAlignment::name)
                .toList();
    }
}
