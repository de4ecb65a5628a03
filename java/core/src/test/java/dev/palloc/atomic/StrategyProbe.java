package dev.palloc.atomic;

/** A program that says which strategy each operation has. */
public final class StrategyProbe {
    private StrategyProbe() {}

    public static void main(String[] arguments) {
        for (AtomicOperation operation : AtomicOperation.values()) {
            System.out.println(operation.strategy());
        }
    }
}
