package dev.palloc.memory;

import java.util.ArrayDeque;
import java.util.Deque;

/** Names a context by its way from the root, for messages. */
final class ContextPath {
    /** Deeper trees are cut: a message is read by a person. */
    static final int MAX_LEVELS = 8;

    private ContextPath() {}

    static String of(MemoryContext context) {
        if (context.isDeleted()) {
            return "\"" + context.name() + "\" (deleted)";
        }
        Deque<String> names = new ArrayDeque<>();
        MemoryContext level = context;
        while (level != null && names.size() < MAX_LEVELS) {
            names.addFirst(level.identifier() == null ? level.name() : level.name() + ":" + level.identifier());
            level = level.parent();
        }
        return "\"" + (level == null ? "" : ".../") + String.join("/", names) + "\"";
    }
}
