package dev.palloc.memory;

import dev.palloc.memory.LeakReport.LeakedContext;
import dev.palloc.memory.LeakReport.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the live chunks of one context, for {@link LeakReport}. What lies behind a damaged header is not found. */
final class LeakCount implements ChunkVisitor {
    private final MemoryManager manager;
    private final Map<String, Site> sites = new HashMap<>();
    private long chunks;
    private long bytes;

    LeakCount(MemoryManager manager) {
        this.manager = manager;
    }

    LeakedContext of(MemoryContext context) {
        ContextCheck.over(context).walkAll(this);
        List<Site> sorted = new ArrayList<>(sites.values());
        sorted.sort(Comparator.comparingLong(Site::bytes)
                .thenComparingLong(Site::chunks)
                .reversed());
        return new LeakedContext(ContextLinks.path(manager, context), context.type(), chunks, bytes, sorted);
    }

    @Override
    public void visit(long block, long chunk, long capacity) {
        if (CheckedChunk.isFree(chunk)) {
            return;
        }
        long size = ChunkText.userSize(chunk, capacity);
        chunks++;
        bytes += size;
        String site = manager.sites().allocation(ChunkText.userPointer(chunk, capacity));
        if (!site.isEmpty()) {
            sites.merge(site, new Site(site, 1, size), (one, other) -> one.plus(size));
        }
    }
}
