package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Segments as byte buffers in the hands of the JDK's own native code. */
@Tag("any-mode")
class ByteBufferTest {
    private static final byte[] TEXT = "memory contexts ".repeat(1000).getBytes(StandardCharsets.US_ASCII);

    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    void confinedSegmentsFeedChecksumsAndCompression() throws DataFormatException {
        feedJdk(TestContexts.root(manager, ContextType.ALLOC_SET));
    }

    /** Earlier JDKs refuse buffers of shared segments there. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void sharedSegmentsFeedChecksumsAndCompression() throws DataFormatException {
        try (MemoryManager shared = TestContexts.shared()) {
            feedJdk(TestContexts.root(shared, ContextType.ALLOC_SET));
        }
    }

    private static void feedJdk(MemoryContext context) throws DataFormatException {
        MemorySegment plain = context.allocateFrom(ValueLayout.JAVA_BYTE, TEXT);
        CRC32 expected = new CRC32();
        expected.update(TEXT);
        CRC32 crc = new CRC32();
        crc.update(plain.asByteBuffer());
        assertThat(crc.getValue()).isEqualTo(expected.getValue());

        ByteBuffer packed = context.allocate(20_000).asByteBuffer();
        MemorySegment unpacked = context.allocate(TEXT.length);
        Deflater deflater = new Deflater();
        Inflater inflater = new Inflater();
        try {
            deflater.setInput(plain.asByteBuffer());
            deflater.finish();
            deflater.deflate(packed);
            inflater.setInput(packed.flip());
            assertThat(inflater.inflate(unpacked.asByteBuffer())).isEqualTo(TEXT.length);
        } finally {
            deflater.end();
            inflater.end();
        }
        assertThat(packed.limit()).isBetween(10, 1000);
        assertThat(unpacked.mismatch(plain)).isEqualTo(-1);
    }

    @Test
    void aBufferDiesWithItsSegment() {
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        ByteBuffer buffer = set.allocate(8).asByteBuffer();
        buffer.put(0, (byte) 1);
        set.reset();
        assertThatThrownBy(() -> buffer.get(0)).isInstanceOf(IllegalStateException.class);
    }
}
