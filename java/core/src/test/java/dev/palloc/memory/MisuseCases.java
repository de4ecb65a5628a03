package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Contexts of every type below one parent, and what all tests of misuse ask of a message. */
final class MisuseCases {
    /** One type by one way. */
    record Case(ContextType type, Tier tier) {}

    private MisuseCases() {}

    /** All whose chunks can be freed one by one, by both tiers. */
    static Stream<Case> freeing() {
        return cases(ContextType.ALLOC_SET, ContextType.GENERATION, ContextType.SLAB);
    }

    /** Those among them whose chunks can grow. */
    static Stream<Case> growing() {
        return cases(ContextType.ALLOC_SET, ContextType.GENERATION);
    }

    static Stream<Case> all() {
        return cases(ContextType.values());
    }

    private static Stream<Case> cases(ContextType... types) {
        List<Case> cases = new ArrayList<>();
        for (ContextType type : types) {
            for (Tier tier : Tier.values()) {
                cases.add(new Case(type, tier));
            }
        }
        return cases.stream();
    }

    /** A context with a path of two names; a slab's chunks have the size. */
    static MemoryContext create(MemoryManager manager, ContextType type, long chunkSize) {
        MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.DEFAULT);
        return switch (type) {
            case ALLOC_SET -> manager.createAllocSet(top, "misused", BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(top, "misused", BlockSizes.DEFAULT);
            case SLAB -> manager.createSlab(top, "misused", Math.max(8192, 2 * chunkSize), chunkSize);
            case BUMP -> manager.createBump(top, "misused", BlockSizes.DEFAULT);
        };
    }

    /** The exception names the context by its path, the address, and whatever numbers and words a person needs. */
    static AbstractThrowableAssert<?, ? extends Throwable> assertTold(
            ThrowingCallable misuse, Class<? extends Throwable> type, Tier.TierChunk chunk, Object... details) {
        return assertTold(misuse, type, chunk.hex(), details)
                .hasMessageContaining(chunk.context().toString());
    }

    static AbstractThrowableAssert<?, ? extends Throwable> assertTold(
            ThrowingCallable misuse, Class<? extends Throwable> type, String address, Object... details) {
        AbstractThrowableAssert<?, ? extends Throwable> told =
                assertThatThrownBy(misuse).isInstanceOf(type).hasMessageContaining(address);
        for (Object detail : details) {
            told.hasMessageContaining(detail.toString());
        }
        return told;
    }
}
