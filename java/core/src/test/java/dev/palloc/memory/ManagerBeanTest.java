package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.palloc.platform.Platform;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** A manager seen from outside: by JMX, and by threads that it is not confined to. */
class ManagerBeanTest {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private static ObjectName bean(String name) throws Exception {
        return new ObjectName("dev.palloc:type=MemoryManager,name=" + ObjectName.quote(name));
    }

    private static String text(ObjectName bean, String operation, long timeoutMillis) throws Exception {
        return (String) SERVER.invoke(bean, operation, new Object[] {timeoutMillis}, new String[] {"long"});
    }

    @Test
    void theBeanShowsTotalsUntilTheManagerIsClosed() throws Exception {
        ObjectName bean = bean("totals, \"quoted\"");
        try (MemoryManager manager = new MemoryManager(Platform.get())) {
            manager.register("totals, \"quoted\"");
            MemoryContext set = manager.createAllocSet(null, "set", BlockSizes.DEFAULT);
            manager.createGeneration(set, "generation", BlockSizes.DEFAULT);
            set.palloc(100_000);

            assertThat(SERVER.getAttribute(bean, "Shared")).isEqualTo(false);
            assertThat(SERVER.getAttribute(bean, "ContextCount")).isEqualTo(2);
            // A generation context does not count its own 128 bytes; the blocks hold them all the same.
            assertThat(SERVER.getAttribute(bean, "BlockBytes"))
                    .isEqualTo(set.memAllocated(true) + Generation.CONTEXT_SIZE);
            assertThat(SERVER.getAttribute(bean, "BlockCount")).isEqualTo(3L);
            set.reset();
            assertThat(SERVER.getAttribute(bean, "ContextCount")).isEqualTo(1);
            assertThat(SERVER.getAttribute(bean, "BlockBytes")).isEqualTo(8192L);
        }
        assertThat(SERVER.isRegistered(bean)).isFalse();
    }

    @Test
    void aSharedManagerAnswersAtOnce() throws Exception {
        try (MemoryManager manager = MemoryManager.shared(Platform.get())) {
            manager.register("shared");
            manager.createAllocSet(null, "one", BlockSizes.DEFAULT);
            manager.createBump(null, "two", BlockSizes.DEFAULT);

            assertThat(SERVER.getAttribute(bean("shared"), "Shared")).isEqualTo(true);
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return text(bean("shared"), "statisticsText", 0);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(answer.get(10, TimeUnit.SECONDS))
                    .contains("one: 8192 total in 1 blocks")
                    .contains("two: ")
                    .contains("Grand total");
            assertThat(text(bean("shared"), "statisticsJson", 0))
                    .startsWith("[{\"name\":\"one\"")
                    .endsWith("}]");
        }
    }

    @Test
    void theOwnerOfAConfinedManagerAnswersOnItsNextSlowPath() throws Exception {
        try (MemoryManager manager = new MemoryManager(Platform.get())) {
            MemoryContext set = manager.createAllocSet(null, "busy", BlockSizes.DEFAULT);
            CompletableFuture<List<ContextStatistics>> answer =
                    CompletableFuture.supplyAsync(manager::requestStatistics).get(10, TimeUnit.SECONDS);
            assertThat(answer).isNotDone();

            set.palloc(10);
            assertThat(answer).isNotDone();
            set.palloc(100_000);

            assertThat(answer).isDone();
            assertThat(answer.get()).hasSize(1);
            assertThat(answer.get().get(0).name()).isEqualTo("busy");
            assertThat(answer.get().get(0).total().blocks()).isEqualTo(1);
        }
    }

    @Test
    void anIdleOwnerIsReportedAndLaterAskersAreServed() throws Exception {
        try (MemoryManager manager = new MemoryManager(Platform.get())) {
            manager.register("idle");
            Thread[] asker = new Thread[1];
            CompletableFuture<String> first = new CompletableFuture<>();
            asker[0] = new Thread(() -> {
                try {
                    first.complete(text(bean("idle"), "statisticsText", 20));
                } catch (Exception e) {
                    first.completeExceptionally(e);
                }
            });
            asker[0].start();
            assertThat(first.get(10, TimeUnit.SECONDS)).contains("no answer within 20 ms");

            CompletableFuture<List<ContextStatistics>> second =
                    CompletableFuture.supplyAsync(manager::requestStatistics).get(10, TimeUnit.SECONDS);
            manager.createAllocSet(null, "at last", BlockSizes.SMALL);
            assertThat(second.get(10, TimeUnit.SECONDS)).isEmpty();
        }
    }

    @Test
    void closingEndsTheWait() throws Exception {
        MemoryManager manager = new MemoryManager(Platform.get());
        CompletableFuture<List<ContextStatistics>> answer =
                CompletableFuture.supplyAsync(manager::requestStatistics).get(10, TimeUnit.SECONDS);
        manager.close();
        assertThat(answer)
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("closed");
    }

    @Test
    void aNameIsGivenOnce() {
        try (MemoryManager one = new MemoryManager(Platform.get());
                MemoryManager two = new MemoryManager(Platform.get())) {
            one.register("taken");
            assertThatIllegalStateException()
                    .isThrownBy(() -> two.register("taken"))
                    .withMessageContaining("taken");
            assertThatIllegalStateException()
                    .isThrownBy(() -> one.register("again"))
                    .withMessageContaining("again");
            two.register("free");
        }
        MemoryManager closed = new MemoryManager(Platform.get());
        closed.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> closed.register("late"))
                .withMessageContaining("closed");
    }
}
