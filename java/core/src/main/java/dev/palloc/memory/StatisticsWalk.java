package dev.palloc.memory;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The way of a report through a snapshot, parents first, within limits. No recursion: trees may be deep. */
final class StatisticsWalk {

    /** Who writes the report. Levels count from 1, where the walk began. */
    interface Visitor {
        /** Before the children. */
        void enter(ContextStatistics context, int level) throws IOException;

        /** After the children; with the sums over those left out, or null if all were listed. */
        void leave(ContextStatistics context, int level, ContextTotals leftOut) throws IOException;
    }

    /** A context that was entered and not left. */
    private static final class Open {
        private final ContextStatistics context;
        private final int listed;
        private int next;

        Open(ContextStatistics context, int level, StatisticsLimits limits) {
            this.context = context;
            this.listed = level > limits.maxLevel()
                    ? 0
                    : Math.min(limits.maxChildren(), context.children().size());
        }
    }

    private StatisticsWalk() {}

    static void run(ContextStatistics top, StatisticsLimits limits, Visitor visitor) throws IOException {
        Deque<Open> way = new ArrayDeque<>();
        way.push(new Open(top, 1, limits));
        visitor.enter(top, 1);
        while (!way.isEmpty()) {
            Open open = way.peek();
            List<ContextStatistics> children = open.context.children();
            if (open.next < open.listed) {
                ContextStatistics child = children.get(open.next++);
                int level = way.size() + 1;
                way.push(new Open(child, level, limits));
                visitor.enter(child, level);
            } else {
                ContextTotals leftOut = open.listed == children.size()
                        ? null
                        : ContextTotals.of(children.subList(open.listed, children.size()));
                visitor.leave(open.context, way.size(), leftOut);
                way.pop();
            }
        }
    }
}
