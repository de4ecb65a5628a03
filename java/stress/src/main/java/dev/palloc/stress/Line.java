package dev.palloc.stress;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.util.concurrent.atomic.AtomicInteger;

/** Zeroed memory for a state, of which a test makes millions: a ring of lines that is larger than what is in use. */
public final class Line {
    /** Two cache lines: words at 0 and 64 do not share one. */
    public static final int BYTES = 128;

    private static final long BASE = Platform.get().allocate((long) BYTES * Ring.SIZE, BYTES);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Line() {}

    /** Address of a line that is this state's until as many more have been asked for as the ring has. */
    public static long next() {
        long line = BASE + (long) BYTES * (NEXT.getAndIncrement() & (Ring.SIZE - 1));
        RawMemory.fill(line, BYTES, (byte) 0);
        return line;
    }
}
