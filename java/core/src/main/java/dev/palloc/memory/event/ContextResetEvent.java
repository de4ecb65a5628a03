package dev.palloc.memory.event;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A memory context was reset; its chunks are gone. */
@Name("dev.palloc.ContextReset")
@Label("Context Reset")
@Description("A memory context was reset; its chunks are gone.")
public final class ContextResetEvent extends ContextEvent {
    /** Bytes of the blocks it keeps. */
    @Label("Bytes Kept")
    @DataAmount
    public long bytes;

    /** Creates the event, off or on. */
    public ContextResetEvent() {}
}
