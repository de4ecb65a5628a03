package dev.palloc.page;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * One file of the system, up to a gigabyte of a fork. Thread safe.
 *
 * <p>A thread that is interrupted in a FileChannel closes it for all. Here that is undone: the channel is opened anew, the
 * call repeated, the interrupt kept for later. An fsync must not be repeated like that: the kernel reports a lost write once
 * to each descriptor, and an interrupt would hide the report. So it has a descriptor of its own, which knows no interrupts
 * and was open before the first write.
 */
final class SegmentFile {
    private static final Set<OpenOption> OPTIONS = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16).asReadOnlyBuffer();

    /** A call that may be repeated. */
    private interface Call {
        long on(FileChannel channel) throws IOException;
    }

    private final Path path;

    private final RandomAccessFile durable;

    /** Written under this object's monitor; null when closed. */
    private volatile FileChannel channel;

    /** Whether there is something to be made durable. Set after a change, taken back before the fsync: never too late. */
    private volatile boolean dirty;

    SegmentFile(Path path, boolean create) throws IOException {
        this.path = path;
        this.durable = new RandomAccessFile(path.toFile(), "rw");
        try {
            if (create) {
                // A file may be there after a crash of the machine: names and lengths become durable in any order.
                durable.setLength(0);
                dirty = true;
            }
            this.channel = FileChannel.open(path, OPTIONS);
        } catch (IOException e) {
            durable.close();
            throw e;
        }
    }

    Path path() {
        return path;
    }

    long size() throws IOException {
        return repeat(FileChannel::size);
    }

    /** How many bytes were read: fewer than the segment has only at the end of the file. */
    int read(MemorySegment target, long position) throws IOException {
        return (int) repeat(open -> {
            ByteBuffer buffer = target.asByteBuffer();
            while (buffer.hasRemaining() && open.read(buffer, position + buffer.position()) > 0) {
                continue;
            }
            return buffer.position();
        });
    }

    void write(MemorySegment source, long position) throws IOException {
        try {
            repeat(open -> writeAll(open, source.asByteBuffer(), position));
        } finally {
            dirty = true;
        }
    }

    void writeZeros(long position, long bytes) throws IOException {
        try {
            repeat(open -> {
                for (long done = 0; done < bytes; ) {
                    int some = (int) Math.min(ZEROS.capacity(), bytes - done);
                    done += writeAll(open, ZEROS.slice(0, some), position + done);
                }
                return bytes;
            });
        } finally {
            dirty = true;
        }
    }

    private static long writeAll(FileChannel open, ByteBuffer buffer, long position) throws IOException {
        while (buffer.hasRemaining()) {
            open.write(buffer, position + buffer.position());
        }
        return buffer.position();
    }

    void truncate(long bytes) throws IOException {
        try {
            repeat(open -> open.truncate(bytes).size());
        } finally {
            dirty = true;
        }
    }

    /** Once only: the kernel forgets an error when it has reported it, so a second try would succeed for nothing. */
    void sync() throws IOException {
        if (dirty) {
            dirty = false;
            durable.getFD().sync();
        }
    }

    synchronized void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        try (durable) {
            if (open != null) {
                open.close();
            }
        }
    }

    private long repeat(Call call) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                FileChannel open = channel;
                if (open == null) {
                    throw new ClosedChannelException();
                }
                try {
                    return call.on(open);
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(open);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void reopen(FileChannel closed) throws IOException {
        if (channel == closed) {
            channel = FileChannel.open(path, OPTIONS);
        }
    }
}
