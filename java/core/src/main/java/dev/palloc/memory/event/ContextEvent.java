package dev.palloc.memory.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** What all events have. */
@Category({"Palloc", "Memory Contexts"})
@Enabled(false)
@StackTrace(false)
public abstract class ContextEvent extends Event {
    /** Where the context is in the tree. */
    @Label("Context")
    @Description("Names from the root down, each with its identifier")
    public String context;

    /** AllocSet, Generation, Slab or Bump. */
    @Label("Type")
    public String type;

    ContextEvent() {}
}
