package dev.palloc.memory;

/**
 * How much of a snapshot a report lists. What is not listed is summed up where it was left out, with all below it, so
 * the figures of a report always add up.
 *
 * <p>Levels count from 1, the context the report begins at. As in PostgreSQL (MemoryContextStatsDetail of mcxt.c), the
 * level limit is the last level whose children are still listed, so a report reaches one level deeper.
 *
 * @param maxLevel last level whose children are listed; 0 for the first context alone
 * @param maxChildren most children listed of one context, newest first; 0 or more
 */
public record StatisticsLimits(int maxLevel, int maxChildren) {

    /** PostgreSQL's limits: 100 levels and 100 children. */
    public static final StatisticsLimits DEFAULT = new StatisticsLimits(100, 100);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public StatisticsLimits {
        if (maxLevel < 0 || maxChildren < 0) {
            throw new IllegalArgumentException("a report of " + maxLevel + " levels and " + maxChildren
                    + " children: pass 0 or more, Integer.MAX_VALUE for no limit");
        }
    }
}
