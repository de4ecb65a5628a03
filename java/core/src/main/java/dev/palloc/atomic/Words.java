package dev.palloc.atomic;

import dev.palloc.platform.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;

/**
 * The accesses that the strategies are made of, and the checks before them. A word lies at an offset in a segment; a raw
 * address is an offset in {@link #RAW}. Where the JDK denies that segment RAW is null, and a null segment here means
 * {@link RawMemory}'s fall-back.
 */
final class Words {
    /** Constant, so the compiler drops one of each two branches below. */
    static final MemorySegment RAW = RawMemory.direct() ? RawMemory.segment(0, Long.MAX_VALUE) : null;

    // Of top-level layouts: JDK 22 has no atomic access through the elements of a struct layout.
    static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    static final boolean X86_64 = List.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

    private Words() {}

    /** Opaque: whole, in order with other accesses to the same word, and nothing else. */
    static int read32(MemorySegment segment, long offset) {
        return segment != null ? (int) INT.getOpaque(segment, offset) : RawMemory.getIntAcquire(offset);
    }

    static long read64(MemorySegment segment, long offset) {
        return segment != null ? (long) LONG.getOpaque(segment, offset) : RawMemory.getLongAcquire(offset);
    }

    static void write32(MemorySegment segment, long offset, int value) {
        if (segment != null) {
            INT.setOpaque(segment, offset, value);
        } else {
            RawMemory.putIntRelease(offset, value);
        }
    }

    static void write64(MemorySegment segment, long offset, long value) {
        if (segment != null) {
            LONG.setOpaque(segment, offset, value);
        } else {
            RawMemory.putLongRelease(offset, value);
        }
    }

    static void plainWrite32(MemorySegment segment, long offset, int value) {
        if (segment != null) {
            INT.set(segment, offset, value);
        } else {
            RawMemory.putInt(offset, value);
        }
    }

    static void plainWrite64(MemorySegment segment, long offset, long value) {
        if (segment != null) {
            LONG.set(segment, offset, value);
        } else {
            RawMemory.putLong(offset, value);
        }
    }

    /** What came before is seen by whoever reads this value with acquire ordering or a read-modify-write. */
    static void release32(MemorySegment segment, long offset, int value) {
        if (segment != null) {
            INT.setRelease(segment, offset, value);
        } else {
            RawMemory.putIntRelease(offset, value);
        }
    }

    /**
     * Closes an operation of volatile mode to what PostgreSQL calls a full barrier. On x86-64 the locked instruction is
     * one. On AArch64 HotSpot makes an acquiring load and a releasing store of it: a plain load behind may then be
     * satisfied before that store is seen, which "dmb ish", as the C compiler puts behind its intrinsics, prevents.
     */
    static int fenced(int value) {
        if (!X86_64) {
            VarHandle.fullFence();
        }
        return value;
    }

    static long fenced(long value) {
        if (!X86_64) {
            VarHandle.fullFence();
        }
        return value;
    }

    /** Returns the witness. Volatile both ways, and strong; without the closing fence. */
    static int compareExchange32(MemorySegment segment, long offset, int expected, int desired) {
        return segment != null
                ? (int) INT.compareAndExchange(segment, offset, expected, desired)
                : RawMemory.compareAndExchangeInt(offset, expected, desired);
    }

    static long compareExchange64(MemorySegment segment, long offset, long expected, long desired) {
        return segment != null
                ? (long) LONG.compareAndExchange(segment, offset, expected, desired)
                : RawMemory.compareAndExchangeLong(offset, expected, desired);
    }

    /** The JDK says neither which offset it was nor what to do; C says nothing and may trap. */
    static MemorySegment check(MemorySegment segment, long offset, int size) {
        Objects.requireNonNull(segment, "segment");
        if (((segment.address() + offset) & (size - 1)) != 0 || !segment.isNative()) {
            throw unusable(segment, offset, size);
        }
        return segment;
    }

    static MemorySegment checkRaw(long address, int size) {
        if ((address & (size - 1)) != 0) {
            throw new IllegalArgumentException("an atomic word of " + size + " bytes at address 0x"
                    + Long.toHexString(address) + ": the address must be a multiple of " + size);
        }
        return RAW;
    }

    private static IllegalArgumentException unusable(MemorySegment segment, long offset, int size) {
        if (!segment.isNative()) {
            return new IllegalArgumentException(
                    "an atomic word in a segment on the Java heap: use off-heap memory, which does not move");
        }
        return new IllegalArgumentException("an atomic word of " + size + " bytes at offset " + offset
                + " of a segment that starts at 0x" + Long.toHexString(segment.address())
                + ": their sum must be a multiple of " + size);
    }
}
