package dev.palloc.memory.event;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A byte limit refused a block or a context. */
@Name("dev.palloc.LimitHit")
@Label("Limit Hit")
@Description("A byte limit refused a block or a context.")
public final class LimitHitEvent extends ContextEvent {
    /** Bytes that were asked for. */
    @Label("Bytes")
    @DataAmount
    public long bytes;

    /** The limit. */
    @Label("Limit")
    @DataAmount
    public long limit;

    /** Bytes in use below the limit. */
    @Label("Used")
    @DataAmount
    public long used;

    /** Where the limit was set. */
    @Label("Limit Set On")
    public String limited;

    /** Creates the event, off or on. */
    public LimitHitEvent() {}
}
