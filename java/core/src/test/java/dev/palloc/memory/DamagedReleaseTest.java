package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.palloc.MemoryCorruptedException;
import dev.palloc.platform.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Resets and deletions of contexts that somebody wrote over, in checking mode: what can be released is, and reported;
 * what cannot stays, and goes with its manager. No damage crashes, and no block is lost.
 */
@Tag("checking")
class DamagedReleaseTest {
    /** What a context is created with, and no reset restores. */
    private static final Set<String> LASTING =
            Set.of("first block size", "largest block size", "chunk limit", "account", "hooks");

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.Damages#structural")
    void aBrokenStructureStopsReleasesAndGoesWithTheManager(Damage damage) {
        DamageScene scene = new DamageScene(damage.type());
        List<String> ran = new ArrayList<>();
        scene.damaged.registerResetCallback(() -> ran.add("damaged"));
        scene.child.registerResetCallback(() -> ran.add("child"));
        scene.younger.registerResetCallback(() -> ran.add("younger"));
        damage.plant(scene);
        int out = scene.source.out();
        for (ThrowingCallable release :
                List.<ThrowingCallable>of(scene.damaged::delete, scene.damaged::resetOnly, scene.damaged::reset)) {
            assertThatThrownBy(release)
                    .isInstanceOf(MemoryCorruptedException.class)
                    .hasMessageContaining("damaged\"")
                    .hasMessageContaining(damage.found())
                    .hasMessageContaining("neither reset nor deleted");
        }
        assertThatThrownBy(scene.top::reset).isInstanceOf(MemoryCorruptedException.class);
        assertThatThrownBy(scene.top::delete).isInstanceOf(MemoryCorruptedException.class);
        assertThat(scene.damaged.isDeleted()).isFalse();
        assertThat(scene.source.out()).as("blocks out").isLessThanOrEqualTo(out);

        assertThatThrownBy(scene.manager::close)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining("damaged");
        assertThat(ran).as("callbacks").containsExactlyInAnyOrder("damaged", "child", "younger");
        assertThat(scene.source.out()).as("blocks out").isZero();
        assertThat(scene.damaged.isDeleted()).isTrue();
        assertThat(scene.child.isDeleted()).isTrue();
        assertThat(scene.younger.isDeleted()).isTrue();
        assertThat(scene.top.isDeleted()).isTrue();
        scene.manager.close();
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.Damages#ofContents")
    void damagedContentsAreReportedAndReleased(Damage damage) {
        DamageScene scene = new DamageScene(damage.type());
        List<String> ran = new ArrayList<>();
        scene.child.registerResetCallback(() -> ran.add("child"));
        damage.plant(scene);
        assertThatThrownBy(scene.damaged::delete)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining("\"top/damaged\"")
                .hasMessageContaining(damage.found());
        assertThat(ran).containsExactly("child");
        assertThat(scene.damaged.isDeleted()).isTrue();
        scene.manager.check();
        scene.manager.close();
        assertThat(scene.source.out()).isZero();
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.Damages#ofContents")
    void aResetEndsTheDamageOfContents(Damage damage) {
        DamageScene scene = new DamageScene(damage.type());
        damage.plant(scene);
        assertThatThrownBy(scene.damaged::reset)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining(damage.found());
        assertThat(scene.damaged.isReset()).isTrue();
        Throwable again = catchThrowable(scene.damaged::check);
        if (LASTING.contains(damage.name())) {
            assertThat(again).hasMessageContaining(damage.found());
        } else {
            assertThat(again).isNull();
        }
        catchThrowable(scene.manager::close);
        assertThat(scene.source.out()).isZero();
    }

    @Test
    void whatACallbackThrewGoesAlongWithTheDamage() {
        DamageScene scene = new DamageScene(ContextType.ALLOC_SET);
        IllegalStateException own = new IllegalStateException("own");
        scene.child.registerResetCallback(() -> {
            throw own;
        });
        RawMemory.putLong(scene.address() + AllocSet.BLOCKS, Damage.WILD);
        assertThatThrownBy(scene.damaged::delete)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining("no block of it")
                .hasMessageContaining("neither reset nor deleted")
                .satisfies(stop -> assertThat(stop.getSuppressed()).containsExactly(own));
        assertThat(scene.child.isDeleted()).as("what was done before the stop").isTrue();
        assertThatThrownBy(scene.manager::close).isInstanceOf(MemoryCorruptedException.class);
    }

    @Test
    void theOtherContextsWorkOnBesideADamagedOne() {
        DamageScene scene = new DamageScene(ContextType.GENERATION);
        RawMemory.putLong(scene.address() + Generation.BLOCKS + 8, Damage.WILD);
        assertThatThrownBy(scene.damaged::reset).isInstanceOf(MemoryCorruptedException.class);
        long pointer = scene.younger.palloc(100);
        scene.manager.pfree(scene.manager.repalloc(pointer, 5000));
        scene.younger.delete();
        scene.older.delete();
        assertThatThrownBy(scene.manager::close).isInstanceOf(MemoryCorruptedException.class);
        assertThat(scene.source.out()).isZero();
    }

    @Test
    void twoDamagedContextsAreBothReportedAtTheEnd() {
        DamageScene scene = new DamageScene(ContextType.BUMP);
        RawMemory.putLong(scene.address() + Bump.BLOCKS + 8, Damage.WILD);
        RawMemory.putLong(scene.older.liveAddress("test") + AllocSet.BLOCKS, Damage.WILD);
        Throwable failure = catchThrowable(scene.manager::close);
        assertThat(failure).isInstanceOf(MemoryCorruptedException.class);
        List<String> messages = new ArrayList<>(List.of(failure.getMessage()));
        for (Throwable other : failure.getSuppressed()) {
            messages.add(other.getMessage());
        }
        assertThat(messages).hasSize(2);
        assertThat(messages).anyMatch(text -> text.contains("damaged\" (Bump)"));
        assertThat(messages).anyMatch(text -> text.contains("older\" (AllocSet)"));
        assertThat(scene.source.out()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void segmentsOfADamagedContextDieWithTheManager(ContextType type) {
        DamageScene scene = new DamageScene(type);
        MemorySegment segment = scene.damaged.allocate(DamageScene.SMALL, 1);
        RawMemory.putInt(scene.address() + ContextLayout.TAG, 0);
        assertThatThrownBy(scene.damaged::reset).isInstanceOf(MemoryCorruptedException.class);
        segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        assertThatThrownBy(scene.manager::close).isInstanceOf(MemoryCorruptedException.class);
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
    }
}
