package dev.palloc.atomic;

/**
 * The operations that a strategy matters to, and the strategy that {@link Atomic32} and {@link Atomic64} use for each.
 *
 * <p>The choice for x86-64 is by measurement, {@code ci/bench --suite atomics}; its figures and what they mean are in
 * java/bench/results. The choice for AArch64 is by what the JIT and the C compiler generate, since emulation has no
 * times: a swap or an addition is one instruction in Java, and where and, or, xor are one in C, the downcall is dearer
 * than the second instruction.
 */
public enum AtomicOperation {
    /** Store and return what was there. One instruction in Java; in C a loop. */
    EXCHANGE(AtomicStrategy.VAR_HANDLE, AtomicStrategy.VAR_HANDLE),

    /** Compare and exchange. One instruction on both sides, so without the downcall. */
    COMPARE_EXCHANGE(AtomicStrategy.VAR_HANDLE, AtomicStrategy.VAR_HANDLE),

    /** Add; subtract is the same of the negated operand. One instruction on both sides. */
    FETCH_ADD(AtomicStrategy.VAR_HANDLE, AtomicStrategy.VAR_HANDLE),

    /** Bitwise and: a loop on both sides on x86-64, where no instruction returns the word before. */
    FETCH_AND(AtomicStrategy.CONTINUING_CAS, AtomicStrategy.CONTINUING_CAS),

    /** Bitwise or: as {@link #FETCH_AND}. */
    FETCH_OR(AtomicStrategy.CONTINUING_CAS, AtomicStrategy.CONTINUING_CAS),

    /** Bitwise exclusive or: as {@link #FETCH_AND}. */
    FETCH_XOR(AtomicStrategy.CONTINUING_CAS, AtomicStrategy.CONTINUING_CAS);

    /** Forces one strategy, by its name, for all operations of a process; to measure and to look for faults. */
    public static final String PROPERTY = "dev.palloc.atomics";

    private final AtomicStrategy strategy;

    AtomicOperation(AtomicStrategy onX86, AtomicStrategy onAarch64) {
        String forced = System.getProperty("dev.palloc.atomics");
        if (forced != null) {
            strategy = AtomicStrategy.of(forced);
        } else {
            strategy = Words.X86_64 ? onX86 : onAarch64;
        }
    }

    /**
     * The strategy in use.
     *
     * @return the default of this architecture, or what {@value #PROPERTY} names
     */
    public AtomicStrategy strategy() {
        return strategy;
    }
}
