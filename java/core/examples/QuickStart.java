import dev.palloc.memory.BlockSizes;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;

/** A tree of contexts, chunks in it, and one structure in a shared arena. */
public class QuickStart {
    public static void main(String[] args) {
        Platform platform = Platform.get();
        System.out.println(platform.name() + " platform, cache line " + platform.cacheLine());

        try (MemoryManager memory = new MemoryManager(platform)) {
            MemoryContext server = memory.createAllocSet(null, "server", BlockSizes.DEFAULT);
            for (int query = 1; query <= 3; query++) {
                MemoryContext context = memory.createAllocSet(server, "query", BlockSizes.SMALL);
                long row = context.palloc(24);
                RawMemory.putLong(row, query);
                row = memory.repalloc(row, 100); // the content moves along
                System.out.println("query " + RawMemory.getLong(row) + " in " + memory.chunkContext(row) + ": "
                        + context.counters());
                context.delete(); // and every chunk of the query is gone
            }
            System.out.println("all contexts together: " + server.memAllocated(true) + " bytes");
        }

        try (SharedArena arena = SharedArena.create(platform, 1 << 20, AlignmentPolicy.CACHELINE_128)) {
            var counters = arena.initStruct("Counters", 1000);
            System.out.println("\"Counters\" at offset " + counters.offset() + ", " + counters.allocatedSize()
                    + " bytes of the arena");
        }
    }
}
