package dev.palloc.memory;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where chunks were allocated and freed, for checking mode with {@code -Ddev.palloc.leaks=sites}; otherwise it knows
 * nothing and costs nothing. A freed chunk's sites stay known until its address is used again or its block is given
 * back. Protected as the manager is.
 */
final class AllocationSites {
    private static final int FRAMES = 6;
    private static final Set<String> PLUMBING = Stream.of(
                    AllocationSites.class,
                    MemoryContext.class,
                    ContextAllocator.class,
                    RawAllocator.class,
                    CStrings.class,
                    MemoryManager.class,
                    ChunkDispatch.class,
                    RawChunks.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());
    private static final String HINT = Checking.ENABLED
            ? " (-D" + LeakLevel.PROPERTY + "=sites shows where chunks were allocated)"
            : " (-Ddev.palloc.checking=true finds such damage earlier)";
    private static final StackWalker WALKER = StackWalker.getInstance();

    private record Site(List<String> allocated, List<String> freed) {}

    private final boolean enabled;
    private final TreeMap<Long, Site> sites = new TreeMap<>();

    AllocationSites(boolean enabled) {
        this.enabled = enabled;
    }

    void allocated(long pointer) {
        if (enabled && pointer != 0) {
            // Those of an earlier life, before the context was reset, are of no chunk any more.
            forget(pointer, pointer + CheckedChunk.requested(pointer - ChunkHeader.SIZE));
            sites.put(pointer, new Site(callers(), null));
        }
    }

    void freed(long pointer) {
        if (enabled) {
            Site site = sites.get(pointer);
            if (site != null) {
                sites.put(pointer, new Site(site.allocated(), callers()));
            }
        }
    }

    void forget(long from, long to) {
        if (enabled) {
            sites.subMap(from, to).clear();
        }
    }

    /** For messages, to follow the chunk: both sites of the one at a pointer, "" if nothing is known of it. */
    String of(long pointer) {
        return within(pointer, 1);
    }

    /** The same for the first pointer handed out from a chunk: an aligned one lies behind the chunk's own. */
    String within(long pointer, long capacity) {
        Map.Entry<Long, Site> entry = sites.ceilingEntry(pointer);
        if (entry == null || entry.getKey() >= pointer + capacity) {
            return "";
        }
        Site site = entry.getValue();
        return " (allocated at " + text(site.allocated())
                + (site.freed() == null ? ")" : "; freed at " + text(site.freed()) + ")");
    }

    /** Where a live chunk was allocated; "" if that is not known. */
    String allocation(long pointer) {
        Site site = sites.get(pointer);
        return site == null ? "" : text(site.allocated());
    }

    /** For the end of a message: how to know more the next time, "" if all is known. */
    String hint() {
        return enabled ? "" : HINT;
    }

    private static String text(List<String> frames) {
        return String.join(" < ", frames);
    }

    private static List<String> callers() {
        return WALKER.walk(frames -> frames.dropWhile(frame -> isPlumbing(frame.getClassName()))
                .limit(FRAMES)
                .map(frame -> text(frame.toStackTraceElement()))
                .collect(Collectors.toList()));
    }

    /** Without module, version and loader, which a stack trace would have before each frame. */
    private static String text(StackTraceElement frame) {
        String source = frame.getFileName() == null ? "" : frame.getFileName() + ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName() + "(" + source + ")";
    }

    /** Palloc's own classes and the JDK's allocator defaults in between; tests of this package are callers as others. */
    private static boolean isPlumbing(String className) {
        return className.startsWith("java.lang.foreign.") || PLUMBING.contains(className);
    }
}
