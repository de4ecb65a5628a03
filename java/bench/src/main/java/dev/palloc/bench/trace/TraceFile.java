package dev.palloc.bench.trace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.zip.GZIPInputStream;

/** Reads traces, compressed or not. */
public final class TraceFile {
    private static final int GZIP_MAGIC_1 = 0x1F;
    private static final int GZIP_MAGIC_2 = 0x8B;
    private static final int BUFFER_BYTES = 64 * 1024;

    private TraceFile() {}

    /**
     * Reads a trace whole.
     *
     * @param source where it is
     * @return the trace, checked
     * @throws TraceFormatException if it cannot be read or is not a trace; the message tells where and why
     */
    public static Trace read(TraceSource source) {
        try (InputStream stored = new BufferedInputStream(source.open(), BUFFER_BYTES)) {
            return isGzip(stored) ? readCompressed(source, stored) : decode(source, stored, false);
        } catch (NoSuchFileException e) {
            throw new TraceFormatException(source.toString(), "no such file");
        } catch (AccessDeniedException e) {
            throw new TraceFormatException(source.toString(), "permission denied");
        } catch (IOException e) {
            throw new TraceFormatException(source.toString(), "cannot be read: " + e.getMessage());
        }
    }

    private static boolean isGzip(InputStream stored) throws IOException {
        stored.mark(2);
        boolean gzip = stored.read() == GZIP_MAGIC_1 && stored.read() == GZIP_MAGIC_2;
        stored.reset();
        return gzip;
    }

    private static Trace readCompressed(TraceSource source, InputStream stored) {
        try (InputStream unpacked = new GZIPInputStream(stored, BUFFER_BYTES)) {
            return decode(source, unpacked, true);
        } catch (IOException e) {
            throw new TraceFormatException(source.toString(), "damaged gzip header, at byte 0: " + e.getMessage());
        }
    }

    private static Trace decode(TraceSource source, InputStream bytes, boolean compressed) {
        TraceInput in = new TraceInput(bytes);
        TraceDecoder decoder = new TraceDecoder(source, in);
        try {
            return decoder.decode();
        } catch (IOException e) {
            // A stream that ends too early shows up here too: unlike a record, gzip data is never cut by recording.
            throw new TraceFormatException(
                    source.toString(),
                    (compressed ? "truncated or damaged gzip data" : "reading failed") + " after byte " + in.received()
                            + (compressed ? " of what it unpacks to" : "") + ", in record " + decoder.record() + ": "
                            + e.getMessage());
        }
    }
}
