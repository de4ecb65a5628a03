import dev.palloc.LimitExceededException;
import dev.palloc.PallocException;
import dev.palloc.memory.BlockSizes;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Memory contexts in five minutes: use, limit, inspect, debug. */
public class ContextTour {
    public static void main(String[] args) {
        try (MemoryManager memory = new MemoryManager(Platform.get())) {
            MemoryContext server = memory.createAllocSet(null, "server", BlockSizes.DEFAULT);
            use(memory, server);
            limit(memory, server);
            inspect(memory, server);
            debug(memory, server);
        }
    }

    static void use(MemoryManager memory, MemoryContext server) {
        MemorySegment kept;
        try (MemoryContext query = memory.createAllocSet(server, "query", BlockSizes.SMALL)) {
            query.setIdentifier("select 1");
            MemorySegment name = query.allocateFrom("a row");          // a context is a SegmentAllocator
            MemorySegment row = query.allocateZeroed(24, 8);
            row.set(ValueLayout.JAVA_LONG, 0, 42);
            row = query.reallocate(row, 100);                          // the content moves along
            System.out.println(name.getString(0) + " " + row.get(ValueLayout.JAVA_LONG, 0));
            query.free(row);                                           // one chunk
            query.registerResetCallback(() -> System.out.println("the query is over"));
            kept = name;
        }                                                              // and all the others
        try {
            kept.getString(0);
        } catch (IllegalStateException e) {
            System.out.println("its segments are dead: " + e.getMessage());
        }
    }

    static void limit(MemoryManager memory, MemoryContext server) {
        MemoryContext session = memory.createAllocSet(server, "session", BlockSizes.DEFAULT);
        session.setLimit(1 << 20);                                     // for everything below, too
        MemoryContext rows = memory.createBump(session, "rows", BlockSizes.DEFAULT);
        try {
            while (true) {
                rows.allocate(1000);
            }
        } catch (LimitExceededException e) {
            System.out.println(e.getMessage());
        }
        rows.reset();                                                  // room again
        rows.allocate(1000);
    }

    static void inspect(MemoryManager memory, MemoryContext server) {
        System.out.print(server.statistics().toText());
        memory.register("tour");                                       // a bean in JMX, until the manager is closed
    }

    static void debug(MemoryManager memory, MemoryContext server) {
        MemoryContext buggy = memory.createAllocSet(server, "buggy", BlockSizes.DEFAULT);
        long chunk = buggy.palloc(16);
        buggy.pstrdup("next to it");
        memory.pfree(chunk);
        try {
            memory.pfree(chunk);
            System.out.println("a double free went unnoticed; start again with -Ddev.palloc.checking=true");
            buggy.delete();
        } catch (PallocException e) {
            System.out.println(e.getMessage());
        }
    }
}
