package dev.palloc.memory.event;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A memory context obtained a block, or a larger one for a chunk. */
@Name("dev.palloc.BlockAcquired")
@Label("Block Acquired")
@Description("A memory context obtained a block, or a larger one for a chunk.")
public final class BlockAcquiredEvent extends ContextEvent {
    /** Bytes it has more. */
    @Label("Bytes")
    @DataAmount
    public long bytes;

    /** Bytes of all its blocks. */
    @Label("Context Total")
    @DataAmount
    public long total;

    /** Creates the event, off or on. */
    public BlockAcquiredEvent() {}
}
