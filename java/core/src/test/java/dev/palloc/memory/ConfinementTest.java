package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.InvalidChunkException;
import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls by a thread that a manager is not confined to, in checking mode: both tiers refuse them. */
@Tag("checking")
class ConfinementTest {
    private static Throwable failureElsewhere(Runnable action) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        action.run();
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                },
                "stranger");
        thread.start();
        thread.join();
        return failure.get();
    }

    @Test
    void everyCallByAnotherThreadIsRefused() throws InterruptedException {
        try (MemoryManager manager = TestManager.create()) {
            MemoryContext context = manager.createAllocSet(null, "confined", BlockSizes.DEFAULT);
            long pointer = context.palloc(8);
            MemorySegment segment = context.allocate(8);
            Map<String, Runnable> calls = new LinkedHashMap<>();
            calls.put("palloc", () -> context.palloc(8));
            calls.put("pallocExtended", () -> context.pallocExtended(8, AllocFlags.NO_OOM));
            calls.put("pallocAligned", () -> context.pallocAligned(8, 64));
            calls.put("pfree", () -> manager.pfree(pointer));
            calls.put("repalloc", () -> manager.repalloc(pointer, 100));
            calls.put("chunkSpace", () -> manager.chunkSpace(pointer));
            calls.put("chunkContext", () -> manager.chunkContext(pointer));
            calls.put("allocate", () -> context.allocate(8));
            calls.put("free", () -> context.free(segment));
            calls.put("reallocate", () -> context.reallocate(segment, 100));
            calls.put("reset", context::reset);
            calls.put("delete", context::delete);
            calls.put("check", context::check);
            calls.put("check of all", manager::check);
            calls.put("leaks", manager::leaks);
            calls.put("create", () -> manager.createAllocSet(context, "child", BlockSizes.SMALL));
            calls.put("close", manager::close);
            for (Map.Entry<String, Runnable> call : calls.entrySet()) {
                assertThat(failureElsewhere(call.getValue()))
                        .as(call.getKey())
                        .isInstanceOf(WrongThreadException.class)
                        .hasMessageContaining("stranger");
            }
            assertThat(failureElsewhere(() -> segment.get(ValueLayout.JAVA_BYTE, 0)))
                    .isInstanceOf(WrongThreadException.class);
            manager.check();
            manager.pfree(pointer);
            context.free(segment);
        }
    }

    @Test
    void aSharedManagerServesEveryThreadAndFindsMisuseByAny() throws InterruptedException {
        try (MemoryManager manager = MemoryManager.shared(Platform.get())) {
            MemoryContext context = manager.createAllocSet(null, "shared", BlockSizes.DEFAULT);
            long pointer = context.palloc(8);
            assertThat(failureElsewhere(() -> manager.pfree(pointer))).isNull();
            assertThat(failureElsewhere(() -> manager.pfree(pointer)))
                    .isInstanceOf(InvalidChunkException.class)
                    .hasMessageContaining("double free");
        }
    }

    @Test
    void aManagerThatWasHandedOverIsTheOthersAlone() throws InterruptedException {
        MemoryManager manager = TestManager.create();
        MemoryContext context = manager.createAllocSet(null, "handed over", BlockSizes.DEFAULT);
        Thread owner = Thread.currentThread();
        AtomicReference<Throwable> here = new AtomicReference<>();
        Thread heir = new Thread(() -> {
            context.palloc(8);
            manager.transferTo(owner);
        });
        manager.transferTo(heir);
        try {
            context.palloc(8);
        } catch (WrongThreadException e) {
            here.set(e);
        }
        heir.start();
        heir.join();
        assertThat(here.get()).isInstanceOf(WrongThreadException.class);
        context.palloc(8);
        manager.close();
    }
}
