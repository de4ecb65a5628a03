package dev.palloc.memory;

import dev.palloc.LimitExceededException;
import dev.palloc.MemoryExhaustedException;
import java.util.stream.Collectors;

/** The exceptions for memory that is not to be had: a limit has no room, or the source has none. */
final class Exhaustion {
    private static final System.Logger LOGGER = System.getLogger("dev.palloc");

    private static final String ADVICE =
            "free some, or give the process more (in pure Java -XX:MaxDirectMemorySize is the limit)";

    private Exhaustion() {}

    /**
     * What a person needs who reads "out of memory" in a log: who held how much at that moment. PostgreSQL prints it to
     * stderr. A limit is a rule that was kept, no reason for that.
     */
    private static void logStatistics(MemoryManager manager, String failure) {
        LOGGER.log(
                System.Logger.Level.ERROR,
                () -> manager.statistics().stream()
                        .map(ContextStatistics::toText)
                        .collect(Collectors.joining("", failure + "; the contexts hold:\n", "")));
    }

    static MemoryExhaustedException ofRequest(MemoryManager manager, long context, long size, ContextLimit limit) {
        String request = "a request of " + size + " bytes failed in context " + manager.describe(context);
        if (limit != null) {
            return new LimitExceededException("limit reached: " + request + ": a block for it does not fit "
                    + limit.describe() + "; free or reset something there, or raise it with setLimit");
        }
        String failure =
                "out of memory: " + request + ", which holds " + ContextTree.memAllocated(context, false) + " bytes";
        logStatistics(manager, failure);
        return new MemoryExhaustedException(failure + "; " + ADVICE);
    }

    static MemoryExhaustedException ofCreation(MemoryManager manager, MemoryContext parent, String name, long bytes) {
        ContextLimit limit = manager.contextBlocks().takeRefusing();
        if (limit != null) {
            ContextEvents.limitHit(parent, limit, bytes);
            return new LimitExceededException("limit reached: context \"" + name + "\" was not created, its first "
                    + bytes + " bytes do not fit " + limit.describe()
                    + "; free or reset something there, or raise it with setLimit");
        }
        String failure = "out of memory: context \"" + name + "\" was not created, its first " + bytes
                + " bytes are not to be had";
        logStatistics(manager, failure);
        return new MemoryExhaustedException(failure + "; " + ADVICE);
    }
}
