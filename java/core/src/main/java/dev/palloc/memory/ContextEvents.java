package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;

import dev.palloc.memory.event.BlockAcquiredEvent;
import dev.palloc.memory.event.BlockReleasedEvent;
import dev.palloc.memory.event.ContextCreatedEvent;
import dev.palloc.memory.event.ContextDeletedEvent;
import dev.palloc.memory.event.ContextEvent;
import dev.palloc.memory.event.ContextResetEvent;
import dev.palloc.memory.event.LimitHitEvent;
import jdk.jfr.FlightRecorder;

/**
 * Writes the Flight Recorder events. Before a recorder exists in the process not even an event object is made; names are
 * put together only for events that are enabled.
 */
final class ContextEvents {
    private ContextEvents() {}

    static void created(MemoryContext context) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        ContextCreatedEvent event = new ContextCreatedEvent();
        if (event.isEnabled()) {
            event.bytes = bytes(context);
            commit(event, context);
        }
    }

    static void reset(MemoryContext context) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        ContextResetEvent event = new ContextResetEvent();
        if (event.isEnabled()) {
            event.bytes = bytes(context);
            commit(event, context);
        }
    }

    /** Before the deletion, for afterwards there is no name: an event to commit then, or null if nobody wants one. */
    static ContextDeletedEvent deleting(MemoryContext context) {
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        ContextDeletedEvent event = new ContextDeletedEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.bytes = bytes(context);
        name(event, context);
        return event;
    }

    static void blockChanged(MemoryContext context, long delta) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        if (delta > 0) {
            BlockAcquiredEvent event = new BlockAcquiredEvent();
            if (event.isEnabled()) {
                event.bytes = delta;
                event.total = bytes(context);
                commit(event, context);
            }
        } else {
            BlockReleasedEvent event = new BlockReleasedEvent();
            if (event.isEnabled()) {
                event.bytes = -delta;
                event.total = bytes(context);
                commit(event, context);
            }
        }
    }

    /** For a context that asked for more, or under which a context was to be created. */
    static void limitHit(MemoryContext context, ContextLimit limit, long bytes) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        LimitHitEvent event = new LimitHitEvent();
        if (event.isEnabled()) {
            event.bytes = bytes;
            event.limit = limit.bytes;
            event.used = limit.used;
            event.limited = limit.context.toString();
            commit(event, context);
        }
    }

    private static void commit(ContextEvent event, MemoryContext context) {
        name(event, context);
        event.commit();
    }

    private static void name(ContextEvent event, MemoryContext context) {
        event.context = context.toString();
        event.type = context.type().label();
    }

    private static long bytes(MemoryContext context) {
        return getLong(context.liveAddress("event") + ContextLayout.MEM_ALLOCATED);
    }
}
