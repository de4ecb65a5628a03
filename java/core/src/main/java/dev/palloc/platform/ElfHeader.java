package dev.palloc.platform;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads the head of a library before the dynamic linker does: one for another machine is refused by name instead of by
 * "cannot open shared object file", and one whose end is missing is refused at all. The linker maps a file without
 * looking at its size, and the JVM then dies of SIGBUS.
 *
 * <pre>
 *   offset  bytes  content
 *        0      4  7F 'E' 'L' 'F'
 *        4      1  2 = 64 bit
 *        5      1  1 = little endian
 *       18      2  machine: 62 x86-64, 183 AArch64
 *       32      8  where the table of segments starts, whose entries have 56 bytes:
 *                      0      4  type: 1 = to be mapped
 *                      8      8  where its content starts
 *                     32      8  size of its content
 *       56      2  how many segments there are
 * </pre>
 */
final class ElfHeader {
    private static final int LENGTH = 64;
    private static final int MACHINE_END = 20;
    private static final int SEGMENT_LENGTH = 56;
    private static final int MAPPED = 1;
    private static final int X86_64 = 62;
    private static final int AARCH64 = 183;

    private ElfHeader() {}

    /** Returns if the dynamic linker may have a look at the file. */
    static void check(Path file) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            checkMachine(file, read(in, 0, LENGTH));
            long expected = end(in);
            if (in.size() < expected) {
                throw new NativeLibrary.Refused(file + " is cut off: it has " + in.size() + " of at least " + expected
                        + " bytes; copy it again");
            }
        } catch (NoSuchFileException e) {
            throw new NativeLibrary.Refused("there is no file " + file);
        } catch (IOException e) {
            throw new NativeLibrary.Refused(file + " cannot be read: " + NativeLibrary.reason(e));
        }
    }

    private static void checkMachine(Path file, ByteBuffer head) {
        if (head.limit() < MACHINE_END || head.order(ByteOrder.BIG_ENDIAN).getInt(0) != 0x7F454C46) {
            throw new NativeLibrary.Refused(file + " is not an ELF library");
        }
        String host = HostName.architecture(System.getProperty("os.arch", ""));
        String machine = machine(head.order(ByteOrder.LITTLE_ENDIAN));
        if (!machine.equals(host)) {
            throw new NativeLibrary.Refused(file + " is built for " + machine + ", this JVM runs on " + host);
        }
    }

    private static String machine(ByteBuffer head) {
        if (head.get(4) != 2 || head.get(5) != 1) {
            return "a machine that is not 64-bit little-endian";
        }
        int number = head.getShort(18) & 0xFFFF;
        return switch (number) {
            case X86_64 -> "x86_64";
            case AARCH64 -> "aarch64";
            default -> "ELF machine " + number;
        };
    }

    /** Where the file ends at the earliest, as far as what there is of it tells. */
    private static long end(FileChannel in) throws IOException {
        ByteBuffer head = read(in, 0, LENGTH);
        if (head.limit() < LENGTH) {
            return LENGTH;
        }
        long start = head.getLong(32);
        ByteBuffer segments = read(in, start, (head.getShort(56) & 0xFFFF) * SEGMENT_LENGTH);
        long end = start + segments.capacity();
        for (int at = 0; at + SEGMENT_LENGTH <= segments.limit(); at += SEGMENT_LENGTH) {
            if (segments.getInt(at) == MAPPED) {
                end = Math.max(end, segments.getLong(at + 8) + segments.getLong(at + 32));
            }
        }
        return end;
    }

    /** Up to that many bytes; fewer where the file ends. */
    private static ByteBuffer read(FileChannel in, long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int got = 0;
        while (got >= 0 && buffer.hasRemaining()) {
            got = in.read(buffer, offset + buffer.position());
        }
        return buffer.flip();
    }
}
