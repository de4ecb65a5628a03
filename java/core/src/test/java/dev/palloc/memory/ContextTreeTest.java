package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-mode")
class ContextTreeTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext top = create(null, "top");

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(MemoryContext parent, String name) {
        return manager.createAllocSet(parent, name, BlockSizes.SMALL);
    }

    private static List<String> childrenOf(MemoryContext context) {
        List<String> names = new ArrayList<>();
        for (MemoryContext child = context.firstChild(); child != null; child = child.nextSibling()) {
            names.add(child.name());
        }
        return names;
    }

    @Test
    void shouldPutTheYoungestChildFirst() {
        create(top, "a");
        create(top, "b");
        create(top, "c");
        assertThat(childrenOf(top)).containsExactly("c", "b", "a");
    }

    @Test
    void shouldDeleteAMiddleChildAndWhatIsBelowIt() {
        MemoryContext a = create(top, "a");
        MemoryContext b = create(top, "b");
        MemoryContext c = create(top, "c");
        MemoryContext below = create(create(b, "b1"), "b2");
        b.delete();
        assertThat(childrenOf(top)).containsExactly("c", "a");
        assertThat(below.isDeleted()).isTrue();
        c.delete();
        assertThat(childrenOf(top)).containsExactly("a");
        a.delete();
        assertThat(top.firstChild()).isNull();
        assertThat(manager.contextCount()).isEqualTo(1);
    }

    @Test
    void shouldMoveABranch() {
        MemoryContext a = create(top, "a");
        MemoryContext b = create(top, "b");
        create(a, "a1");
        a.setParent(b);
        assertThat(childrenOf(top)).containsExactly("b");
        assertThat(a.parent()).isSameAs(b);
        assertThat(childrenOf(a)).containsExactly("a1");
        assertThat(a).hasToString("\"top/b/a\"");
        a.setParent(b);
        assertThat(childrenOf(b)).containsExactly("a");
        a.setParent(null);
        assertThat(a.parent()).isNull();
        top.delete();
        assertThat(a.isDeleted()).isFalse();
        assertThat(manager.contextCount()).isEqualTo(2);
    }

    @Test
    void shouldRefuseToMakeACircle() {
        MemoryContext a = create(top, "a");
        MemoryContext b = create(a, "b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> a.setParent(b))
                .withMessageContaining("\"top/a\"")
                .withMessageContaining("\"top/a/b\"");
        assertThatIllegalArgumentException().isThrownBy(() -> a.setParent(a));
        assertThat(a.parent()).isSameAs(top);
    }

    @Test
    void shouldDeleteChildrenAtResetAndKeepThemAtTheOtherResets() {
        MemoryContext a = create(top, "a");
        MemoryContext b = create(a, "b");
        for (MemoryContext context : new MemoryContext[] {top, a, b}) {
            context.palloc(100);
        }
        top.resetOnly();
        assertThat(List.of(top.isReset(), a.isReset(), b.isReset())).containsExactly(true, false, false);
        top.palloc(100);
        top.resetChildren();
        assertThat(List.of(top.isReset(), a.isReset(), b.isReset())).containsExactly(false, true, true);
        assertThat(top.isEmpty()).isFalse();
        top.reset();
        assertThat(a.isDeleted() && b.isDeleted()).isTrue();
        assertThat(top.isEmpty()).isTrue();
    }

    @Test
    @Tag("production")
    void shouldAddUpABranch() {
        MemoryContext a = create(top, "a");
        MemoryContext b = manager.createBump(a, "b", BlockSizes.DEFAULT);
        b.palloc(1_000_000);
        assertThat(a.memAllocated(false)).isEqualTo(1024);
        assertThat(a.memAllocated(true)).isEqualTo(1024 + 8192 + 1_000_032);
        assertThat(top.memAllocated(true)).isEqualTo(2048 + 8192 + 1_000_032);
    }

    @Test
    void shouldDeleteAChainOf100000ContextsWithoutRecursion() {
        MemoryContext deepest = top;
        for (int i = 0; i < 100_000; i++) {
            deepest = create(deepest, "link");
        }
        assertThat(deepest.toString()).startsWith("\".../link/");
        assertThat(top.memAllocated(true)).isEqualTo(1024L * 100_001);
        top.delete();
        assertThat(deepest.isDeleted()).isTrue();
        assertThat(manager.contextCount()).isZero();
    }

    @Test
    void shouldNameTheIdentifierInThePath() {
        MemoryContext a = create(top, "a");
        a.setIdentifier("query 7");
        assertThat(a).hasToString("\"top/a:query 7\"");
        a.reset();
        assertThat(a.identifier()).isEqualTo("query 7");
    }

    @Test
    void shouldUseHandleNumbersAgain() {
        for (int round = 0; round < 1000; round++) {
            create(top, "a").delete();
        }
        assertThat(manager.handles().limit()).isLessThanOrEqualTo(2);
    }
}
