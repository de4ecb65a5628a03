package dev.palloc.page;

/** The files that one relation is kept in (common/relpath.h of PostgreSQL). The number of each is its ordinal. */
public enum Fork {
    /** The data. */
    MAIN(""),
    /** Free space in the pages of the data. */
    FREE_SPACE_MAP("_fsm"),
    /** Which pages of the data need no visit. */
    VISIBILITY_MAP("_vm"),
    /** What the data is reset to after a crash. */
    INIT("_init");

    private final String suffix;

    Fork(String suffix) {
        this.suffix = suffix;
    }

    /**
     * What the name of the file has behind the relation's number.
     *
     * @return empty for the main fork
     */
    public String suffix() {
        return suffix;
    }
}
