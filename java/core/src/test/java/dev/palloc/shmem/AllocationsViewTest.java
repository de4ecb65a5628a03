package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.platform.Platform;
import java.util.OptionalLong;

class AllocationsViewTest {

    @OnEachPlatform
    void hasARowForEachStructureOneForTheFreeTailAndOneForTheRest(Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, 10_000)) {
            assertThat(arena.allocations().rows())
                    .containsExactly(
                            new Allocation(null, OptionalLong.of(5888), 4112, 4112),
                            new Allocation("<anonymous>", OptionalLong.empty(), 5888, 5888));
            arena.initStruct("b", 130);
            arena.allocate(1);
            arena.initStruct("a", 7);
            AllocationsView view = arena.allocations();
            assertThat(view.rows())
                    .containsExactly(
                            new Allocation("b", OptionalLong.of(5888), 130, 256),
                            new Allocation("a", OptionalLong.of(6272), 7, 128),
                            new Allocation(null, OptionalLong.of(6400), 3600, 3600),
                            new Allocation("<anonymous>", OptionalLong.empty(), 6016, 6016));
            assertThat(view.totalSize()).isEqualTo(10_000);
            assertThat(view.named()).extracting(Allocation::name).containsExactly("b", "a");
            ArenaAssertions.assertConsistent(view);
            assertThat(view).hasToString("""
                    name        |                 off |                size |      allocated_size
                    b           |                5888 |                 130 |                 256
                    a           |                6272 |                   7 |                 128
                                |                6400 |                3600 |                3600
                    <anonymous> |                     |                6016 |                6016
                    total 10000 bytes
                    """);
        }
    }

    @OnEachPlatform
    void isACopy(Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, 10_000)) {
            AllocationsView before = arena.allocations();
            arena.initStruct("a", 1);
            assertThat(before.named()).isEmpty();
            assertThatThrownBy(() -> before.rows().clear()).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @OnEachPlatform
    void tellsItsKindsOfRowsApart(Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, 10_000)) {
            arena.initStruct("a", 1);
            assertThat(arena.allocations().rows())
                    .extracting(Allocation::isNamed)
                    .containsExactly(true, false, false);
            assertThat(arena.allocations().rows())
                    .extracting(Allocation::isFree)
                    .containsExactly(false, true, false);
            assertThat(arena.allocations().rows())
                    .extracting(Allocation::isAnonymous)
                    .containsExactly(false, false, true);
        }
    }
}
