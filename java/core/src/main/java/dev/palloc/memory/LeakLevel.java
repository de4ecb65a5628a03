package dev.palloc.memory;

import java.util.Locale;

/** How much checking mode says about contexts that are left when their manager closes: {@code -Ddev.palloc.leaks}. */
enum LeakLevel {
    /** Nothing. */
    OFF,
    /** Their names, chunks and bytes. The default of checking mode. */
    COUNT,
    /** Also where the chunks were allocated, at the price of a stack walk for each. */
    SITES;

    static final String PROPERTY = "dev.palloc.leaks";

    static LeakLevel configured() {
        String value = System.getProperty(PROPERTY, "count");
        try {
            return valueOf(value.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "system property " + PROPERTY + " is \"" + value + "\": use off, count or sites", e);
        }
    }
}
