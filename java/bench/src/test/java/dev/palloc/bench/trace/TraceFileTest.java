package dev.palloc.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileTest {
    private static final TraceWriter SOUND = new TraceWriter()
            .allocSet(300, 0)
            .alloc(300, 1000)
            .realloc(0, 2000)
            .slab(7, 300, 8192, 4)
            .alloc(7, 4)
            .setParent(7, 0)
            .reset(300)
            .free(2)
            .delete(7);

    @TempDir
    Path folder;

    private Trace read(byte[] content) {
        return TraceFile.read(TraceSource.file(TraceWriter.write(folder.resolve("a trace.mct"), content)));
    }

    @Test
    void packsRecords() {
        Trace trace = read(SOUND.bytes());
        assertThat(trace.name()).isEqualTo("a trace");
        assertThat(trace.records()).isEqualTo(9);
        assertThat(trace.allocations()).isEqualTo(3);
        assertThat(trace.cutBytes()).isZero();
        assertThat(trace.ops())
                .containsExactly(
                        Op.pack(Op.CREATE, 0, 0),
                        Op.pack(Op.ALLOC, 0, 1000),
                        Op.pack(Op.REALLOC, 0, 2000),
                        Op.pack(Op.CREATE, 1, 0),
                        // Raised to the least chunk of a slab.
                        Op.pack(Op.ALLOC, 1, 8),
                        Op.pack(Op.SET_PARENT, 1, 0),
                        Op.pack(Op.RESET, 0, 0),
                        Op.pack(Op.FREE, 2, 0),
                        Op.pack(Op.DELETE, 1, 0));
        assertThat(trace.contexts()[0].parent()).isEqualTo(ContextSpec.ROOT);
        assertThat(trace.contexts()[0].sizes().maxBlockSize()).isEqualTo(8388608);
        assertThat(trace.contexts()[1]).isEqualTo(new ContextSpec(ContextMethod.SLAB, 0, "slab 7", null, 8192, 4));
    }

    @Test
    void packedFieldsComeBackAtTheirLimits() {
        long packed = Op.pack(Op.SET_PARENT, Integer.MAX_VALUE, 0x3FFFFFFF);
        assertThat(Op.op(packed)).isEqualTo(Op.SET_PARENT);
        assertThat(Op.index(packed)).isEqualTo(Integer.MAX_VALUE);
        assertThat(Op.size(packed)).isEqualTo(0x3FFFFFFF);
    }

    @Test
    void compressedOrNotIsFoundOut() {
        assertThat(read(SOUND.gzipped()).ops()).isEqualTo(read(SOUND.bytes()).ops());
    }

    @Test
    void aRecordCutAtTheEndIsLeftOut() {
        byte[] whole = SOUND.bytes();
        int recordsBefore = 0;
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (length < new TraceWriter().allocSet(300, 0).length()) {
                assertThatThrownBy(() -> read(cut)).hasMessageContaining("holds no record, only " + length + " bytes");
                continue;
            }
            Trace trace = read(cut);
            assertThat(trace.records()).isBetween(recordsBefore, recordsBefore + 1);
            assertThat(trace.cutBytes()).isBetween(0L, 15L);
            recordsBefore = trace.records();
        }
        assertThat(recordsBefore).isEqualTo(8);
    }

    @Test
    void anEmptyFileIsAnError() {
        assertThatThrownBy(() -> read(new byte[0]))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("a trace.mct: is empty, 0 bytes long");
        assertThatThrownBy(() -> read(new TraceWriter().gzipped())).hasMessageContaining("is empty, 0 bytes long");
    }

    @Test
    void everyPlaceAtWhichGzipDataIsCutIsAnError() {
        byte[] packed = SOUND.gzipped();
        // One byte is not yet recognised as gzip, but is no record either.
        for (int length = 1; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            assertThatThrownBy(() -> read(cut))
                    .as("cut to %d bytes", length)
                    .isInstanceOf(TraceFormatException.class)
                    .hasMessageContaining("at");
        }
        assertThatThrownBy(() -> read(Arrays.copyOf(packed, packed.length - 12)))
                .hasMessageContaining("truncated or damaged gzip data after byte ")
                .hasMessageContaining("in record ");
    }

    @Test
    void aWrongChecksumIsAnError() {
        byte[] packed = SOUND.gzipped();
        packed[packed.length - 5] ^= 1;
        assertThatThrownBy(() -> read(packed))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("truncated or damaged gzip data after byte " + SOUND.length());
    }

    /** Whatever a file holds, it is read or refused; no other exception, no endless loop. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void garbageIsRefusedOrRead(long seed) {
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 200; i++) {
            byte[] content = SOUND.bytes();
            for (int change = random.nextInt(4); change >= 0; change--) {
                content[random.nextInt(content.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(read(content).records()).isPositive();
            } catch (TraceFormatException e) {
                refused++;
                assertThat(e).hasMessageContaining("a trace.mct: ");
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aMissingFileAndAFolderAreNamed() {
        Path missing = folder.resolve("none.mct.gz");
        assertThatThrownBy(() -> TraceFile.read(TraceSource.file(missing)))
                .isInstanceOf(TraceFormatException.class)
                .hasMessage(missing + ": no such file");
        assertThatThrownBy(() -> TraceFile.read(TraceSource.file(folder)))
                .isInstanceOf(TraceFormatException.class)
                .hasMessage(folder + ": is a folder, not a trace");
    }

    @Test
    void anUnknownShippedTraceNamesThoseThereAre() {
        assertThatThrownBy(() -> TraceFile.read(TraceSource.shipped("none")))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("analytic-mixed");
    }

    @Test
    void sourcesSurviveTheirTextForm() {
        TraceSource file = TraceSource.file(folder.resolve("x.y.mct.gz"));
        assertThat(file.name()).isEqualTo("x.y");
        assertThat(TraceSource.of(file.text()).text()).isEqualTo(file.text());
        assertThat(TraceSource.of(file.text()).name()).isEqualTo("x.y");
        assertThat(TraceSource.of(TraceSource.shipped("analytic-mixed").text()).name())
                .isEqualTo("analytic-mixed");
    }
}
