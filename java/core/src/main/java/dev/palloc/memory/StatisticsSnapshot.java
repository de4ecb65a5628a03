package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes the statistics of a branch, level by level as pg_get_backend_memory_contexts does (mcxtfuncs.c). */
final class StatisticsSnapshot {
    private StatisticsSnapshot() {}

    static ContextStatistics of(MemoryContext top) {
        List<MemoryContext> contexts = new ArrayList<>(List.of(top));
        List<IdPath> paths = new ArrayList<>(List.of(new IdPath(null, 1)));
        for (int i = 0; i < contexts.size(); i++) {
            MemoryContext child = contexts.get(i).firstChild();
            for (; child != null; child = child.nextSibling()) {
                contexts.add(child);
                paths.add(new IdPath(paths.get(i), contexts.size()));
            }
        }
        // A record needs its children first, so from the last context to the top. In this order the children of a
        // context lie together, right before those of the context after it.
        ContextStatistics[] rows = new ContextStatistics[contexts.size()];
        int end = rows.length;
        for (int i = rows.length - 1; i >= 0; i--) {
            int start = end;
            while (paths.get(start - 1).parent() == paths.get(i)) {
                start--;
            }
            rows[i] = row(contexts.get(i), paths.get(i), Arrays.asList(rows).subList(start, end));
            end = start;
        }
        return rows[0];
    }

    private static ContextStatistics row(MemoryContext context, IdPath path, List<ContextStatistics> children) {
        long address = context.liveAddress("statistics");
        ContextType type = context.type();
        return new ContextStatistics(
                context.name(),
                context.identifier(),
                type,
                path,
                context.counters(),
                context.memAllocated(false),
                type == ContextType.GENERATION ? chunksOfGeneration(address) : 0,
                type == ContextType.SLAB ? getInt(address + Slab.EMPTY_COUNT) : 0,
                children);
    }

    private static long chunksOfGeneration(long context) {
        long chunks = 0;
        long head = context + Generation.BLOCKS;
        for (long block = DoublyLinkedList.first(head); block != head; block = DoublyLinkedList.next(block)) {
            chunks += getInt(block + Generation.BLOCK_CHUNKS);
        }
        return chunks;
    }
}
