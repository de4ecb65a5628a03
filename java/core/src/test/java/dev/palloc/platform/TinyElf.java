package dev.palloc.platform;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Shared libraries made by hand, so that no compiler is needed: one function without parameters that returns a number.
 *
 * <pre>
 *   page 0, read and execute    ELF header, 4 segments, hash table, 2 symbols, their names, the code
 *   page 1, read and write      dynamic section; older linkers write addresses into it
 * </pre>
 *
 * Pages of 64 KiB, the largest on AArch64.
 */
final class TinyElf {
    private static final int PAGE = 0x1_0000;
    private static final int SEGMENTS = 64;
    private static final int HASH = 0x200;
    private static final int SYMBOLS = 0x240;
    private static final int NAMES = 0x280;
    private static final int CODE = 0x300;
    private static final int NAME_ROOM = CODE - NAMES;
    private static final int DYNAMIC_ENTRIES = 6;

    private TinyElf() {}

    /** The first bytes of a library for that machine, by the number that ELF gives it. */
    static byte[] header(int machine) {
        return elfHeader(machine).array();
    }

    /** A library for this machine. */
    static byte[] functionReturning(String function, int value) {
        boolean x86 = HostName.architecture(System.getProperty("os.arch")).equals("x86_64");
        ByteBuffer file = ByteBuffer.allocate(PAGE + DYNAMIC_ENTRIES * 16).order(ByteOrder.LITTLE_ENDIAN);
        file.put(0, header(x86 ? 62 : 183));
        int segmentFlagsRead = 4;
        segment(file, 0, 1, segmentFlagsRead | 1, 0, CODE + 16);
        segment(file, 1, 1, segmentFlagsRead | 2, PAGE, DYNAMIC_ENTRIES * 16);
        segment(file, 2, 2, segmentFlagsRead | 2, PAGE, DYNAMIC_ENTRIES * 16);
        // GNU_STACK: without it the linker and the JVM think that the stack must be executable.
        segment(file, 3, 0x6474E551, segmentFlagsRead | 2, 0, 0);

        // One bucket with one chain: symbol 1, then the end.
        putInts(file, HASH, 1, 2, 1, 0, 0);

        byte[] name = function.getBytes(StandardCharsets.US_ASCII);
        if (name.length + 2 > NAME_ROOM) {
            throw new IllegalArgumentException(function);
        }
        file.put(NAMES + 1, name);
        int symbol = SYMBOLS + 24;
        file.putInt(symbol, 1);
        file.put(symbol + 4, (byte) 0x12); // a global function
        file.putShort(symbol + 6, (short) 1); // defined, in whatever section
        file.putLong(symbol + 8, CODE);
        file.putLong(symbol + 16, 8);

        if (x86) {
            file.put(CODE, (byte) 0xB8).putInt(CODE + 1, value).put(CODE + 5, (byte) 0xC3); // mov eax, value; ret
        } else {
            putInts(file, CODE, 0x52800000 | (value & 0xFFFF) << 5, 0xD65F03C0); // mov w0, value; ret
        }

        long[][] dynamic = {{4, HASH}, {5, NAMES}, {6, SYMBOLS}, {10, name.length + 2}, {11, 24}, {0, 0}};
        for (int i = 0; i < DYNAMIC_ENTRIES; i++) {
            file.putLong(PAGE + i * 16, dynamic[i][0]).putLong(PAGE + i * 16 + 8, dynamic[i][1]);
        }
        return file.array();
    }

    /** The same for another machine, which differs in one field only. */
    static byte[] forMachine(byte[] library, int machine) {
        byte[] other = Arrays.copyOf(library, library.length);
        other[18] = (byte) machine;
        other[19] = (byte) (machine >> 8);
        return other;
    }

    private static ByteBuffer elfHeader(int machine) {
        ByteBuffer header = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        header.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1});
        header.putShort(16, (short) 3); // a shared object
        header.putShort(18, (short) machine);
        header.putInt(20, 1);
        header.putLong(32, SEGMENTS);
        header.putShort(52, (short) 64);
        header.putShort(54, (short) 56);
        header.putShort(56, (short) 4);
        return header;
    }

    private static void segment(ByteBuffer file, int index, int type, int flags, long start, long size) {
        int at = SEGMENTS + index * 56;
        file.putInt(at, type).putInt(at + 4, flags);
        file.putLong(at + 8, start).putLong(at + 16, start).putLong(at + 24, start);
        file.putLong(at + 32, size).putLong(at + 40, size);
        file.putLong(at + 48, type == 1 ? PAGE : 8);
    }

    private static void putInts(ByteBuffer file, int at, int... values) {
        for (int i = 0; i < values.length; i++) {
            file.putInt(at + i * 4, values[i]);
        }
    }
}
