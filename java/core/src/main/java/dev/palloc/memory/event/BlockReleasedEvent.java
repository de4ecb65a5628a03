package dev.palloc.memory.event;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A memory context gave a block back, or a part of one. */
@Name("dev.palloc.BlockReleased")
@Label("Block Released")
@Description("A memory context gave a block back, or a part of one.")
public final class BlockReleasedEvent extends ContextEvent {
    /** Bytes it has less. */
    @Label("Bytes")
    @DataAmount
    public long bytes;

    /** Bytes of all its blocks. */
    @Label("Context Total")
    @DataAmount
    public long total;

    /** Creates the event, off or on. */
    public BlockReleasedEvent() {}
}
