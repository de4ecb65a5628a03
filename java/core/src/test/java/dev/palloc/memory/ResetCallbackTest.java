package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** When callbacks run, in which order, how often, and what becomes of what they throw. */
@Tag("any-mode")
class ResetCallbackTest {
    private final MemoryManager manager = TestManager.create();
    private final List<String> calls = new ArrayList<>();
    private final MemoryContext top = create(null, "top");

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(MemoryContext parent, String name) {
        return manager.createAllocSet(parent, name, BlockSizes.SMALL);
    }

    private void log(MemoryContext context, String call) {
        context.registerResetCallback(() -> calls.add(call));
    }

    private static void failing(MemoryContext context, String message) {
        context.registerResetCallback(() -> {
            throw new IllegalArgumentException(message);
        });
    }

    /** A way to release, and of top, child and grandchild those whose callbacks it runs, in this order. */
    static Stream<Arguments> releases() {
        return Stream.of(
                release("reset", MemoryContext::reset, "grandchild", "child", "top"),
                release("resetOnly", MemoryContext::resetOnly, "top"),
                release("resetChildren", MemoryContext::resetChildren, "grandchild", "child"),
                release("delete", MemoryContext::delete, "grandchild", "child", "top"),
                release("close", MemoryContext::close, "grandchild", "child", "top"),
                release("deleteChildren", MemoryContext::deleteChildren, "grandchild", "child"),
                release("close of the manager", c -> c.manager().close(), "grandchild", "child", "top"));
    }

    private static Arguments release(String name, Consumer<MemoryContext> release, String... expected) {
        return Arguments.of(name, release, List.of(expected));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("releases")
    void everyReleaseRunsThemChildrenFirst(String name, Consumer<MemoryContext> release, List<String> expected) {
        MemoryContext child = create(top, "child");
        log(top, "top");
        log(child, "child");
        log(create(child, "grandchild"), "grandchild");
        release.accept(top);
        assertThat(calls).containsExactlyElementsOf(expected);
        // Those that ran are gone, the others wait for their turn.
        manager.close();
        assertThat(calls).containsExactlyInAnyOrder("grandchild", "child", "top");
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void newestFirstAndOnceForEveryType(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        for (String call : List.of("first", "second", "third")) {
            log(context, call);
        }
        context.reset();
        assertThat(calls).containsExactly("third", "second", "first");
        context.reset();
        context.palloc(type == ContextType.SLAB ? TestContexts.SLAB_CHUNK : 8);
        context.reset();
        context.delete();
        assertThat(calls).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void aContextThatAllocatedNothingRunsThemToo(ContextType type) {
        MemoryContext context = TestContexts.root(manager, type);
        assertThat(context.isReset()).isTrue();
        log(context, "called");
        assertThat(context.isReset()).as("something is left to do").isFalse();
        context.reset();
        assertThat(calls).containsExactly("called");
        assertThat(context.isReset()).isTrue();
    }

    @Test
    void youngerSiblingsGoFirst() {
        for (String name : List.of("a", "b", "c")) {
            log(create(top, name), name);
        }
        top.deleteChildren();
        assertThat(calls).containsExactly("c", "b", "a");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("releases")
    void afterAFailureAllOthersRunAndTheFirstIsThrown(
            String name, Consumer<MemoryContext> release, List<String> expected) {
        MemoryContext child = create(top, "child");
        MemoryContext grandchild = create(child, "grandchild");
        for (MemoryContext context : new MemoryContext[] {top, child, grandchild}) {
            log(context, context.name());
            failing(context, "newer of " + context.name());
            failing(context, "newest of " + context.name());
            context.palloc(100);
        }
        List<String> messages = new ArrayList<>();
        for (String context : expected) {
            messages.add("newest of " + context);
            messages.add("newer of " + context);
        }
        assertThatThrownBy(() -> release.accept(top))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(messages.get(0))
                .satisfies(e -> assertThat(e.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactlyElementsOf(messages.subList(1, messages.size())));
        assertThat(calls).containsExactlyElementsOf(expected);
        for (MemoryContext context : new MemoryContext[] {top, child, grandchild}) {
            if (expected.contains(context.name())) {
                assertThat(context.isDeleted() || context.isReset()).isTrue();
            }
        }
        try {
            manager.close();
        } catch (IllegalArgumentException ofThoseThatWereLeft) {
            assertThat(expected).hasSizeLessThan(3);
        }
        assertThat(calls).containsExactlyInAnyOrder("grandchild", "child", "top");
    }

    @Test
    void errorsAreThrownAsTheyAre() {
        top.registerResetCallback(() -> {
            throw new AssertionError("an error");
        });
        assertThatThrownBy(top::reset).isInstanceOf(AssertionError.class).hasMessage("an error");
        assertThat(top.isReset()).isTrue();
    }

    @Test
    void aCheckedExceptionIsNotLost() {
        top.registerResetCallback(() -> ResetCallbackTest.<RuntimeException>sneak(new IOException("disk full")));
        assertThatThrownBy(top::reset).isInstanceOf(IOException.class).hasMessage("disk full");
        assertThat(top.isReset()).isTrue();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable e) throws E {
        throw (E) e;
    }

    /** An exception cannot suppress itself. */
    @Test
    void oneExceptionThrownByTwoIsThrownOnce() {
        IllegalArgumentException same = new IllegalArgumentException("same");
        for (int i = 0; i < 2; i++) {
            top.registerResetCallback(() -> {
                throw same;
            });
        }
        assertThatThrownBy(top::reset)
                .isSameAs(same)
                .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
    }

    @Test
    void oneRegisteredByAnotherRunsInTheSameRelease() {
        top.registerResetCallback(() -> calls.add("oldest"));
        top.registerResetCallback(() -> {
            calls.add("registering");
            top.registerResetCallback(() -> calls.add("registered"));
        });
        top.reset();
        assertThat(calls).containsExactly("registering", "registered", "oldest");
    }

    @Test
    void aChildsCallbackMayRegisterOneWithItsParent() {
        MemoryContext child = create(top, "child");
        child.registerResetCallback(() -> log(top, "of the parent"));
        top.delete();
        assertThat(calls).containsExactly("of the parent");
    }

    @Test
    void movesWithItsContext() {
        MemoryContext child = create(top, "child");
        log(child, "child");
        child.setParent(null);
        top.delete();
        assertThat(calls).isEmpty();
        child.delete();
        assertThat(calls).containsExactly("child");
    }

    @Test
    void refusesNullAndDeletedContexts() {
        assertThatNullPointerException().isThrownBy(() -> top.registerResetCallback(null));
        assertThat(top.isReset()).isTrue();
        top.delete();
        assertThatThrownBy(() -> log(top, "never"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("\"top\"")
                .hasMessageContaining("deleted");
    }

    @Test
    void closeDeletesOnceAndThenDoesNothing() {
        try (MemoryContext context = create(top, "context")) {
            log(context, "called");
            context.palloc(8);
        }
        assertThat(calls).containsExactly("called");
        MemoryContext context = create(top, "again");
        context.close();
        context.close();
        top.close();
        context.close();
        assertThat(manager.contextCount()).isZero();
    }
}
