package dev.palloc.bench.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes traces, sound ones and others. */
public final class TraceWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public TraceWriter create(long id, int method, long parent, long first, long second, long third, String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        numbers(1, id, method, parent, first, second, third, text.length);
        bytes.writeBytes(text);
        return this;
    }

    public TraceWriter allocSet(long id, long parent) {
        return create(id, 3, parent, 0, 8192, 8388608, "set " + id);
    }

    public TraceWriter generation(long id, long parent) {
        return create(id, 4, parent, 0, 8192, 8388608, "generation " + id);
    }

    public TraceWriter slab(long id, long parent, long blockSize, long chunkSize) {
        return create(id, 5, parent, blockSize, chunkSize, 0, "slab " + id);
    }

    public TraceWriter bump(long id, long parent) {
        return create(id, 7, parent, 0, 8192, 8388608, "bump " + id);
    }

    public TraceWriter alloc(long context, long size) {
        return numbers(2, context, size);
    }

    public TraceWriter free(long chunk) {
        return numbers(3, chunk);
    }

    public TraceWriter realloc(long chunk, long size) {
        return numbers(4, chunk, size);
    }

    public TraceWriter reset(long context) {
        return numbers(5, context);
    }

    public TraceWriter delete(long context) {
        return numbers(6, context);
    }

    public TraceWriter setParent(long context, long parent) {
        return numbers(7, context, parent);
    }

    /** The operation and its fields, or any other numbers. */
    public TraceWriter numbers(long... values) {
        for (long value : values) {
            long rest = value;
            for (; rest > 0x7F; rest >>>= 7) {
                bytes.write((int) (rest & 0x7F | 0x80));
            }
            bytes.write((int) rest);
        }
        return this;
    }

    public TraceWriter raw(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    public int length() {
        return bytes.size();
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }

    public Path plain(Path file) {
        return write(file, bytes());
    }

    public Path gzip(Path file) {
        return write(file, gzipped());
    }

    public byte[] gzipped() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            bytes.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    public static Path write(Path file, byte[] content) {
        try {
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
