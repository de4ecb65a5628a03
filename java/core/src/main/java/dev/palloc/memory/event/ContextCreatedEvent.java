package dev.palloc.memory.event;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A memory context was created. */
@Name("dev.palloc.ContextCreated")
@Label("Context Created")
@Description("A memory context was created.")
public final class ContextCreatedEvent extends ContextEvent {
    /** Bytes of its first blocks, as PostgreSQL counts them. */
    @Label("Bytes")
    @DataAmount
    public long bytes;

    /** Creates the event, off or on. */
    public ContextCreatedEvent() {}
}
