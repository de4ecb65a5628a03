package dev.palloc.memory;

/** The four kinds of memory context. */
public enum ContextType {
    /** Power-of-two chunks with a freelist each; for everything without a reason to be otherwise. */
    ALLOC_SET(MethodId.ALLOC_SET_ID, 474, "AllocSet"),
    /** For chunks that die in groups or in the order of their birth; a block is reused when all its chunks are freed. */
    GENERATION(MethodId.GENERATION_ID, 475, "Generation"),
    /** Chunks of one size. */
    SLAB(MethodId.SLAB_ID, 476, "Slab"),
    /** No headers, no free; for many chunks that die together. */
    BUMP(MethodId.BUMP_ID, 477, "Bump");

    private final int methodId;
    private final int tag;
    private final String label;

    ContextType(int methodId, int tag, String label) {
        this.methodId = methodId;
        this.tag = tag;
        this.label = label;
    }

    /** Id of the methods in chunk headers. */
    int methodId() {
        return methodId;
    }

    /** Node tag at the start of the context, PostgreSQL 18's number. */
    int tag() {
        return tag;
    }

    /**
     * The name PostgreSQL's views use.
     *
     * @return AllocSet, Generation, Slab or Bump
     */
    public String label() {
        return label;
    }
}
