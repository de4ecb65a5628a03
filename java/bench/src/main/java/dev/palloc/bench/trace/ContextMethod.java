package dev.palloc.bench.trace;

/** Types of contexts that a trace can name, with the numbers that PostgreSQL gives them. */
public enum ContextMethod {
    /** Power-of-two chunks. */
    ALLOC_SET(3),
    /** Chunks that die in order. */
    GENERATION(4),
    /** Chunks of one size. */
    SLAB(5),
    /** Chunks that are never freed. */
    BUMP(7);

    private final int number;

    ContextMethod(int number) {
        this.number = number;
    }

    /**
     * The type's number in a trace.
     *
     * @return 3, 4, 5 or 7
     */
    public int number() {
        return number;
    }

    /** The type with a number, or null if there is none. */
    static ContextMethod ofNumber(long number) {
        for (ContextMethod method : values()) {
            if (method.number == number) {
                return method;
            }
        }
        return null;
    }
}
