package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.putByte;

import java.nio.charset.StandardCharsets;

/** Strings as C has them: UTF-8 bytes and a zero byte, at raw addresses. */
public final class CStrings {
    private static final int CONTINUATION_MASK = 0xC0;
    private static final int CONTINUATION = 0x80;

    private CStrings() {}

    /**
     * Length of a string.
     *
     * @param pointer its first byte, in live memory that holds a zero byte from there on
     * @return bytes before the zero byte
     */
    public static long length(long pointer) {
        long length = 0;
        while (getByte(pointer + length) != 0) {
            length++;
        }
        return length;
    }

    /**
     * Reads a string.
     *
     * @param pointer its first byte, in live memory that holds a zero byte from there on
     * @return the text; malformed UTF-8 becomes replacement characters
     * @throws ArithmeticException if it is longer than a Java array
     */
    public static String read(long pointer) {
        byte[] bytes = new byte[Math.toIntExact(length(pointer))];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = getByte(pointer + i);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** UTF-8 of a text that shall become a C string. */
    static byte[] encode(String operation, String text) {
        int zero = text.indexOf('\0');
        if (zero >= 0) {
            throw new IllegalArgumentException(operation + ": the text has a NUL character at index " + zero
                    + ", where a C string would end; use allocateFrom for arbitrary bytes");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The largest length up to a limit that does not end within a character. */
    static int cut(byte[] utf8, long limit) {
        if (limit >= utf8.length) {
            return utf8.length;
        }
        int length = (int) limit;
        while (length > 0 && (utf8[length] & CONTINUATION_MASK) == CONTINUATION) {
            length--;
        }
        return length;
    }

    /** Length without the line feeds at the end. */
    static int chomp(byte[] utf8) {
        int length = utf8.length;
        while (length > 0 && utf8[length - 1] == '\n') {
            length--;
        }
        return length;
    }

    static long copy(RawAllocator allocator, byte[] bytes, int length) {
        long pointer = allocator.palloc(length + 1L);
        for (int i = 0; i < length; i++) {
            putByte(pointer + i, bytes[i]);
        }
        putByte(pointer + length, (byte) 0);
        return pointer;
    }
}
