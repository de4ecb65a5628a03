package dev.palloc.bench.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Bytes and varints of a trace, with the position. Reading past the end is told by {@link #END}, not by an exception. */
final class TraceInput {
    /** No more input; also of a number that was begun. */
    static final long END = -1;

    /** A varint of more bits than a {@code long} without its sign can hold. */
    static final long TOO_LONG = -2;

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int MAX_VARINT_BYTES = 9;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int filled;
    private long bufferStart;

    TraceInput(InputStream in) {
        this.in = in;
    }

    /** Bytes read so far. */
    long position() {
        return bufferStart + next;
    }

    /** Bytes that came out of the stream so far, whether read or not. */
    long received() {
        return bufferStart + filled;
    }

    int readByte() throws IOException {
        if (next == filled && !fill()) {
            return (int) END;
        }
        return buffer[next++] & 0xFF;
    }

    private boolean fill() throws IOException {
        bufferStart += filled;
        next = 0;
        filled = 0;
        int count = in.read(buffer, 0, buffer.length);
        filled = Math.max(count, 0);
        return filled > 0;
    }

    /** An unsigned LEB128 number of at most 63 bits, {@link #END} or {@link #TOO_LONG}. */
    long readVarint() throws IOException {
        long value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            int b = readByte();
            if (b < 0) {
                return END;
            }
            value |= (long) (b & 0x7F) << 7 * i;
            if (b < 0x80) {
                return value;
            }
        }
        return TOO_LONG;
    }

    /** Text of a known length in bytes; null if the input ends before. */
    String readText(int length) throws IOException {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            int b = readByte();
            if (b < 0) {
                return null;
            }
            text[i] = (byte) b;
        }
        return new String(text, StandardCharsets.UTF_8);
    }
}
