package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.palloc.platform.RawMemory;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What several tests state about an arena. */
final class ArenaAssertions {
    private ArenaAssertions() {}

    /** The call throws; afterwards all rows are as before and both locks are free. */
    static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(SharedArena arena, ThrowingCallable call) {
        AllocationsView before = arena.allocations();
        Throwable thrown = catchThrowable(call);
        assertLocksFree(arena);
        assertThat(arena.allocations()).isEqualTo(before);
        return Assertions.assertThat(thrown).isNotNull();
    }

    static void assertLocksFree(SharedArena arena) {
        assertThat(RawMemory.getInt(arena.address() + 56)).as("allocation lock").isZero();
        assertThat(RawMemory.getInt(arena.address() + 60)).as("index lock").isZero();
    }

    /** Rows add up to the whole, lie within it and do not overlap. */
    static void assertConsistent(AllocationsView view) {
        long sum = 0;
        long end = 0;
        for (Allocation row : view.rows()) {
            sum += row.allocatedSize();
            assertThat(row.allocatedSize()).isGreaterThanOrEqualTo(row.size()).isNotNegative();
            if (row.isNamed()) {
                assertThat(row.offset().getAsLong()).as(row.name()).isGreaterThanOrEqualTo(end);
                end = row.offset().getAsLong() + row.allocatedSize();
            }
        }
        assertThat(sum).as("sum of the allocated sizes").isEqualTo(view.totalSize());
        assertThat(end).isLessThanOrEqualTo(view.freeOffset());
    }
}
