package dev.palloc.memory;

import dev.palloc.MemoryCorruptedException;
import java.util.ArrayList;
import java.util.List;

/** What a check of one context found. All of it goes into one exception, which a person has to read. */
final class CheckFindings {
    /** What is beyond this is only counted: one stray write into a header may look like many. */
    private static final int LISTED = 20;

    private final MemoryManager manager;
    private final MemoryContext context;
    private final List<String> listed = new ArrayList<>();
    private int count;
    private boolean structural;

    CheckFindings(MemoryManager manager, MemoryContext context) {
        this.manager = manager;
        this.context = context;
    }

    /** Something within the context is not as it must be; the context can still be reset and deleted. */
    void contents(String finding) {
        if (++count <= LISTED) {
            listed.add(finding);
        }
    }

    /** The context's links or block lists lead astray: who follows them, as reset and delete do, crashes. */
    void structure(String finding) {
        contents(finding);
        structural = true;
    }

    MemoryContext context() {
        return context;
    }

    boolean isStructural() {
        return structural;
    }

    boolean isEmpty() {
        return count == 0;
    }

    MemoryCorruptedException exception() {
        StringBuilder text = new StringBuilder("context ")
                .append(ContextLinks.path(manager, context))
                .append(" (")
                .append(context.type().label())
                .append(") is damaged");
        if (structural) {
            text.append(", can be neither reset nor deleted, and goes with its manager");
        }
        String line = count == 1 ? "" : "\n  ";
        text.append(count == 1 ? ": " : ", in " + count + " places:");
        listed.forEach(finding -> text.append(line).append(finding));
        if (count > LISTED) {
            text.append(line).append("and ").append(count - LISTED).append(" more");
        }
        return new MemoryCorruptedException(text + manager.sites().hint());
    }
}
