package dev.palloc.memory.event;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A memory context was deleted. */
@Name("dev.palloc.ContextDeleted")
@Label("Context Deleted")
@Description("A memory context was deleted.")
public final class ContextDeletedEvent extends ContextEvent {
    /** Bytes of the blocks it had. */
    @Label("Bytes Freed")
    @DataAmount
    public long bytes;

    /** Creates the event, off or on. */
    public ContextDeletedEvent() {}
}
