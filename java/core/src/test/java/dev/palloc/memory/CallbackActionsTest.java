package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.LimitExceededException;
import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a callback may do with the contexts around it, and what it is refused. */
@Tag("any-mode")
class CallbackActionsTest {
    private final MemoryManager manager = TestManager.create();
    private final List<Object> seen = new ArrayList<>();
    private final MemoryContext root = create(null, "root");
    private final MemoryContext top = create(root, "top");
    private final MemoryContext context = create(top, "context");

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(MemoryContext parent, String name) {
        return manager.createAllocSet(parent, name, BlockSizes.SMALL);
    }

    private void release(String how) {
        switch (how) {
            case "reset" -> context.reset();
            case "resetOnly" -> context.resetOnly();
            case "resetChildren" -> top.resetChildren();
            case "delete" -> context.delete();
            case "deleteChildren" -> top.deleteChildren();
            case "top" -> top.delete();
            default -> manager.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "resetOnly", "resetChildren", "delete", "deleteChildren", "top", "manager"})
    void readsAndWritesTheMemoryThatIsAboutToGo(String how) {
        MemorySegment segment = context.allocateFrom("the last word");
        long pointer = context.pstrdup("raw");
        MemorySegment ofParent = top.allocateFrom("of the parent");
        context.registerResetCallback(() -> {
            seen.add(segment.getString(0) + ", " + CStrings.read(pointer) + ", " + ofParent.getString(0));
            // Allocated here, dead a moment later.
            MemorySegment late = context.allocateFrom("late");
            manager.pfree(context.palloc(5000));
            context.free(context.reallocate(context.allocate(10), 2000));
            seen.add(late);
        });
        release(how);
        assertThat(seen.get(0)).isEqualTo("the last word, raw, of the parent");
        assertThat(((MemorySegment) seen.get(1)).scope().isAlive()).isFalse();
        assertThat(context.isDeleted() || context.isReset()).isTrue();
        if (!context.isDeleted()) {
            assertThat(context.counters().blocks()).isEqualTo(1);
            assertThat(context.memAllocated(false)).isEqualTo(1024);
        }
    }

    private void refused(Runnable action) {
        try {
            action.run();
            seen.add("allowed");
        } catch (IllegalStateException e) {
            seen.add(e.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "resetOnly", "resetChildren", "delete", "deleteChildren", "top", "manager"})
    void cannotPullTheGroundFromUnderItself(String how) {
        context.registerResetCallback(() -> {
            for (MemoryContext victim : new MemoryContext[] {context, top}) {
                refused(victim::reset);
                refused(victim::resetOnly);
                refused(victim::resetChildren);
                refused(victim::delete);
                refused(victim::deleteChildren);
                refused(victim::close);
                refused(() -> victim.setParent(null));
            }
            refused(manager::close);
        });
        context.palloc(8);
        release(how);
        assertThat(seen)
                .hasSize(15)
                .allSatisfy(message -> assertThat((String) message)
                        .contains("a reset callback of")
                        .contains("\"root/top/context\""));
        manager.close();
        assertThat(seen).hasSize(15);
        assertThat(root.isDeleted() && top.isDeleted() && context.isDeleted()).isTrue();
    }

    @Test
    void aNestedReleasesCallbackProtectsBoth() {
        MemoryContext other = create(top, "other");
        other.registerResetCallback(() -> {
            refused(context::delete);
            refused(other::delete);
        });
        context.registerResetCallback(other::reset);
        context.delete();
        assertThat(seen).hasSize(2).noneMatch("allowed"::equals);
        assertThat(other.isReset()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "delete", "deleteChildren", "top", "manager"})
    void aChildItCreatesDiesWithTheRelease(String how) {
        context.palloc(8);
        MemoryContext[] created = new MemoryContext[2];
        context.registerResetCallback(() -> {
            created[0] = create(context, "created");
            created[0].registerResetCallback(() -> seen.add("of the child"));
            created[1] = create(created[0], "and below");
            created[1].palloc(100);
        });
        release(how);
        assertThat(created[0].isDeleted()).isTrue();
        assertThat(created[1].isDeleted()).isTrue();
        assertThat(seen).containsExactly("of the child");
    }

    @ParameterizedTest
    @ValueSource(strings = {"resetOnly", "resetChildren"})
    void aChildItCreatesOutlivesAResetThatKeepsChildren(String how) {
        context.palloc(8);
        context.registerResetCallback(() -> seen.add(create(context, "created")));
        release(how);
        assertThat(context.firstChild()).isSameAs(seen.get(0));
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void aRootItCreatesWhileTheManagerClosesDiesToo(ContextType type) {
        // Several before and behind, so that the new one takes the number of one that is gone.
        List<MemoryContext> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            MemoryContext root = TestContexts.root(manager, type);
            root.registerResetCallback(() -> {
                MemoryContext created = TestContexts.root(manager, type);
                created.allocate(100);
                created.registerResetCallback(() -> seen.add("created"));
                all.add(created);
            });
            all.add(root);
        }
        manager.close();
        assertThat(all).hasSize(10).allMatch(MemoryContext::isDeleted);
        assertThat(seen).hasSize(5);
        assertThat(manager.contextCount()).isZero();
        assertThat(manager.contextBlocks().blocksOut()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"resetChildren", "deleteChildren", "top", "manager"})
    void mayDeleteItsSiblings(String how) {
        MemoryContext older = create(top, "older");
        MemoryContext middle = create(top, "middle");
        MemoryContext younger = create(top, "younger");
        for (MemoryContext one : new MemoryContext[] {older, middle, younger}) {
            create(one, "below").palloc(100);
        }
        middle.registerResetCallback(() -> {
            older.close();
            younger.close();
            context.close();
            seen.add("done");
        });
        release(how);
        assertThat(seen).containsExactly("done");
        assertThat(older.isDeleted() && younger.isDeleted() && context.isDeleted())
                .isTrue();
    }

    @Test
    void mayResetAndDeleteItsOwnChildren() {
        MemoryContext child = create(context, "child");
        context.registerResetCallback(() -> {
            child.palloc(8);
            child.reset();
            child.delete();
            seen.add(context.firstChild());
        });
        context.resetOnly();
        assertThat(seen).hasSize(1).containsOnlyNulls();
    }

    @Test
    void maySaveAChildByMovingItAway() {
        MemoryContext other = create(null, "other");
        context.registerResetCallback(() -> {
            MemoryContext saved = create(context, "saved");
            saved.setParent(other);
            seen.add(saved);
        });
        top.delete();
        assertThat(seen.get(0)).isSameAs(other.firstChild());
    }

    @Test
    void mayMoveAStrangerBelowItself() {
        MemoryContext stranger = create(null, "stranger");
        stranger.registerResetCallback(() -> seen.add("stranger"));
        context.registerResetCallback(() -> stranger.setParent(context));
        top.delete();
        assertThat(seen).containsExactly("stranger");
        assertThat(stranger.isDeleted()).isTrue();
    }

    @Test
    void aLimitHoldsForItsAllocationsAsWell() {
        top.setLimit(4096);
        context.registerResetCallback(() -> context.palloc(100_000));
        assertThatThrownBy(context::delete)
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("\"root/top/context\"");
        assertThat(context.isDeleted()).isTrue();
    }

    /** Its first block comes back to the next creation of the same shape, and nothing else of it. */
    @Test
    void aRecycledContextInheritsNothing() {
        MemoryManager own = new MemoryManager(Platform.get());
        MemoryContext first = own.createAllocSet(null, "first", BlockSizes.SMALL);
        MemorySegment segment = first.allocate(8);
        first.setIdentifier("identifier");
        first.setLimit(2048);
        first.registerResetCallback(() -> seen.add("first"));
        long address = first.liveAddress("test");
        first.delete();
        assertThat(seen).hasSize(1);
        MemoryContext second = own.createAllocSet(null, "second", BlockSizes.SMALL);
        assertThat(second.liveAddress("test")).isEqualTo(address);
        assertThat(segment.scope().isAlive()).isFalse();
        assertThat(second.identifier()).isNull();
        assertThat(second.limit()).isEqualTo(MemoryContext.NO_LIMIT);
        assertThat(second.isReset()).isTrue();
        assertThat(second.parent()).isNull();
        second.palloc(100_000);
        second.reset();
        second.delete();
        own.close();
        assertThat(seen).hasSize(1);
    }
}
