package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryCorruptedException;
import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The check finds what is broken, whatever it is, and nothing in what is whole. With and without checking mode. */
@Tag("any-mode")
class ContextCheckTest {

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.Damages#all")
    void everyDamageIsFoundAndNamed(Damage damage) {
        DamageScene scene = new DamageScene(damage.type());
        scene.manager.check();
        Runnable repair = damage.plant(scene);
        long checksum = scene.source.checksum();
        assertThatThrownBy(scene.damaged::check)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining("damaged\"")
                .hasMessageContaining(damage.type().label())
                .hasMessageContaining(damage.found());
        assertThatThrownBy(scene.manager::check).isInstanceOf(MemoryCorruptedException.class);
        assertThat(scene.source.checksum()).as("a check writes nothing").isEqualTo(checksum);
        repair.run();
        scene.manager.check();
        scene.manager.close();
        assertThat(scene.source.out()).isZero();
    }

    @Test
    void aChildThatItsParentForgotIsFoundFromTheChild() {
        DamageScene scene = new DamageScene(ContextType.ALLOC_SET);
        long place = scene.address() + ContextLayout.FIRST_CHILD;
        long before = RawMemory.getLong(place);
        RawMemory.putLong(place, 0);
        assertThatThrownBy(scene.manager::check)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining("\"top/damaged/child\"")
                .hasMessageContaining("first child of its parent");
        RawMemory.putLong(place, before);
        scene.manager.close();
    }

    @Test
    void anAccountThatDiffersFromItsLimitIsFound() {
        DamageScene scene = new DamageScene(ContextType.GENERATION);
        scene.top.setLimit(100_000_000);
        scene.damaged.setLimit(50_000_000);
        scene.damaged.palloc(5_000_000);
        scene.manager.check();
        scene.damaged.limit.used += 8;
        assertThatThrownBy(scene.damaged::check)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining("\"top/damaged\"")
                .hasMessageContaining("counts against its limit reads " + (scene.damaged.memAllocated(true) + 8)
                        + " in place of " + scene.damaged.memAllocated(true));
        scene.damaged.limit.used -= 8;
        ContextLimit limit = scene.child.limit;
        scene.child.limit = null;
        assertThatThrownBy(scene.child::check)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining("limits above it");
        scene.child.limit = limit;
        scene.manager.check();
        scene.manager.close();
    }

    @Test
    void allDamagesOfAContextAreInOneMessage() {
        DamageScene scene = new DamageScene(ContextType.ALLOC_SET);
        long account = scene.address() + ContextLayout.MEM_ALLOCATED;
        long limit = scene.address() + AllocSet.CHUNK_LIMIT;
        RawMemory.putLong(account, RawMemory.getLong(account) + 8);
        RawMemory.putInt(limit, RawMemory.getInt(limit) + 1);
        assertThatThrownBy(scene.damaged::check)
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessageContaining(", in 2 places:")
                .hasMessageContaining("\n  its chunk limit")
                .hasMessageContaining("\n  its account");
        RawMemory.putLong(account, RawMemory.getLong(account) - 8);
        RawMemory.putInt(limit, RawMemory.getInt(limit) - 1);
        scene.manager.close();
    }

    @Test
    void tooManyDamagesAreCounted() {
        MemoryManager manager = TestManager.create();
        MemoryContext slab = manager.createSlab(null, "slab", 1024, 900);
        List<Long> chunks = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            chunks.add(slab.palloc(900));
        }
        chunks.forEach(chunk -> RawMemory.putLong(chunk - 8, TestManager.word(chunk) ^ 1));
        assertThatThrownBy(slab::check).hasMessageContaining(", in 30 places:").hasMessageContaining("and 10 more");
        chunks.forEach(chunk -> RawMemory.putLong(chunk - 8, TestManager.word(chunk) ^ 1));
        manager.close();
    }

    /** Enough to show a walk whose time is not in proportion; a walk that is takes a fraction of a second. */
    @ParameterizedTest
    @EnumSource(ContextType.class)
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aMillionChunksAreWalked(ContextType type) {
        MemoryManager manager = TestManager.create();
        MemoryContext context = switch (type) {
            case ALLOC_SET -> manager.createAllocSet(null, "large", BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(null, "large", BlockSizes.DEFAULT);
            case SLAB -> manager.createSlab(null, "large", 8192, 32);
            case BUMP -> manager.createBump(null, "large", BlockSizes.DEFAULT);
        };
        long[] chunks = new long[1_000_000];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = context.palloc(32);
        }
        context.check();
        if (type != ContextType.BUMP) {
            for (int i = 0; i < chunks.length; i += 2) {
                manager.pfree(chunks[i]);
            }
            context.check();
            long header = chunks[777_777] - ChunkHeader.SIZE;
            RawMemory.putLong(header, RawMemory.getLong(header) ^ 1);
            assertThatThrownBy(context::check)
                    .hasMessageContaining(BadChunk.hex(chunks[777_777]) + " has a header that cannot be");
            RawMemory.putLong(header, RawMemory.getLong(header) ^ 1);
        }
        manager.close();
    }
}
