package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.palloc.platform.RawMemory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-mode")
class CStringsTest {
    /** One, two, three and four bytes. */
    private static final String MIXED = "aä€😀";

    private final MemoryManager manager = TestManager.create();
    private final MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);

    @AfterEach
    void close() {
        manager.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "seven b", "eight by", "Größe", MIXED, "\n", "\u007F\u0080\u07FF\u0800\uFFFF"})
    void aCopyReadsAsItsOriginal(String text) {
        long pointer = set.pstrdup(text);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        assertThat(CStrings.length(pointer)).isEqualTo(utf8.length);
        assertThat(CStrings.read(pointer)).isEqualTo(text);
        assertThat(RawMemory.getByte(pointer + utf8.length)).isZero();
        assertThat(manager.chunkContext(pointer)).isSameAs(set);
        assertThat(CStrings.read(set.pnstrdup(text, Long.MAX_VALUE))).isEqualTo(text);
        manager.pfree(pointer);
    }

    /** The next chunk's owner must not see the rest of an old text behind a shorter one. */
    @Test
    void aShorterTextInAUsedChunkEndsWhereItEnds() {
        long pointer = set.pstrdup("a text of some length");
        manager.pfree(pointer);
        long again = set.pstrdup("short but enough");
        assertThat(again).isEqualTo(pointer);
        assertThat(CStrings.read(again)).isEqualTo("short but enough");
    }

    @Test
    void aTextLongerThanAnyFreelistsChunkIsCopied() {
        String text = "0123456789".repeat(100_000);
        assertThat(CStrings.read(set.pstrdup(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, ''",
        "1, a",
        "2, a",
        "3, aä",
        "4, aä",
        "5, aä",
        "6, aä€",
        "7, aä€",
        "8, aä€",
        "9, aä€",
        "10, aä€😀",
        "11, aä€😀"
    })
    void aCutNeverSplitsACharacter(long maxBytes, String expected) {
        long pointer = set.pnstrdup(MIXED, maxBytes);
        assertThat(CStrings.read(pointer)).isEqualTo(expected);
        assertThat(CStrings.length(pointer)).isLessThanOrEqualTo(maxBytes);
    }

    @Test
    void aNegativeCutIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.pnstrdup("text", -1))
                .withMessageContaining("pnstrdup")
                .withMessageContaining("-1");
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "a, a",
        "'a\n', a",
        "'a\n\n\n', a",
        "'\n\n', ''",
        "'a\nb\n', 'a\nb'",
        "'a\r\n', 'a\r'",
        "'a \n', 'a '"
    })
    void chompTakesTheLineFeedsAtTheEnd(String text, String expected) {
        long pointer = set.pchomp(text);
        assertThat(CStrings.read(pointer)).isEqualTo(expected);
        assertThat(CStrings.length(pointer)).isEqualTo(expected.length());
    }

    @Test
    void aTextWithANulIsRefusedWithItsPlace() {
        for (Runnable call : new Runnable[] {
            () -> set.pstrdup("ab\0cd"), () -> set.pnstrdup("ab\0cd", 1), () -> set.pchomp("ab\0cd\n")
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(call::run)
                    .withMessageContaining("index 2")
                    .withMessageContaining("allocateFrom");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> set.pstrdup("\0"));
        assertThat(set.isReset()).isTrue();
    }

    @Test
    void aTextThatIsNoneIsRefused() {
        for (Runnable call :
                new Runnable[] {() -> set.pstrdup(null), () -> set.pnstrdup(null, 1), () -> set.pchomp(null)}) {
            assertThatNullPointerException().isThrownBy(call::run);
        }
        assertThat(set.isReset()).isTrue();
    }

    @Test
    void whatIsNotUtf8IsReadWithReplacements() {
        long pointer = set.palloc(4);
        RawMemory.putInt(pointer, 0x0041FFC3);
        assertThat(CStrings.length(pointer)).isEqualTo(3);
        assertThat(CStrings.read(pointer)).isEqualTo("\uFFFD\uFFFDA");
    }

    @Test
    void aStringOfTheSafeTierReadsTheSame() {
        assertThat(CStrings.read(set.allocateFrom("safe").address())).isEqualTo("safe");
    }
}
