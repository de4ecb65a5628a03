package dev.palloc.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Segments in the hands of C. */
@SuppressWarnings("restricted")
@Tag("any-mode")
class NativeCallTest {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout LDIV =
            MemoryLayout.structLayout(JAVA_LONG.withName("quot"), JAVA_LONG.withName("rem"));

    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    private static MethodHandle call(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), descriptor);
    }

    /** What {@link #compare} does at its first call. */
    private Runnable during = () -> {};

    private int compare(MemorySegment left, MemorySegment right) {
        Runnable action = during;
        during = () -> {};
        action.run();
        return Integer.compare(left.get(JAVA_INT, 0), right.get(JAVA_INT, 0));
    }

    /** Sorts by libc, which calls {@link #compare}. An exception in there would end the JVM: action catches its own. */
    private void sort(MemorySegment array, Runnable action) throws Throwable {
        during = action;
        MethodHandle compare = MethodHandles.lookup()
                .bind(this, "compare", MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
        ValueLayout element = JAVA_INT;
        FunctionDescriptor comparing =
                FunctionDescriptor.of(JAVA_INT, ADDRESS.withTargetLayout(element), ADDRESS.withTargetLayout(element));
        try (Arena arena = Arena.ofConfined()) {
            call("qsort", FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS))
                    .invokeExact(
                            array,
                            array.byteSize() / element.byteSize(),
                            element.byteSize(),
                            LINKER.upcallStub(compare, comparing, arena));
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void nothingChangesWhenAContextIsReleasedUnderANativeCall(ContextType type) throws Throwable {
        MemoryContext top = TestContexts.child(manager, null, type, "top");
        MemoryContext context = TestContexts.child(manager, top, type, "used");
        MemorySegment array = context.allocateFrom(JAVA_INT, 5, 3, 4, 1, 2);
        ContextCounters before = context.counters();
        List<Throwable> thrown = new ArrayList<>();
        sort(array, () -> {
            Runnable[] releases = {
                context::reset,
                context::resetOnly,
                context::delete,
                context::close,
                top::reset,
                top::resetChildren,
                top::delete,
                top::deleteChildren,
                manager::close
            };
            for (Runnable release : releases) {
                try {
                    release.run();
                    thrown.add(null);
                } catch (Throwable e) {
                    thrown.add(e);
                }
            }
        });
        assertThat(thrown)
                .hasSize(9)
                .allSatisfy(e -> assertThat(e)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("\"top/used\"")
                        .hasMessageContaining("native call"));
        assertThat(array.toArray(JAVA_INT)).containsExactly(1, 2, 3, 4, 5);
        assertThat(context.counters()).isEqualTo(before);
        assertThat(context.isReset()).isFalse();
        assertThat(top.firstChild()).isSameAs(context);
        context.reset();
        assertThat(array.scope().isAlive()).isFalse();
        assertThat(context.isEmpty()).isTrue();
    }

    @Test
    void callbacksRanOnceWhenAReleaseIsStoppedAndTriedAgain() throws Throwable {
        MemoryContext set = TestContexts.child(manager, null, ContextType.ALLOC_SET, "set");
        MemorySegment array = set.allocateFrom(JAVA_INT, 2, 1);
        List<String> calls = new ArrayList<>();
        set.registerResetCallback(() -> {
            calls.add("callback");
            throw new IllegalArgumentException("of the callback");
        });
        List<Throwable> thrown = new ArrayList<>();
        sort(array, () -> {
            try {
                set.reset();
            } catch (Throwable e) {
                thrown.add(e);
            }
        });
        assertThat(thrown).singleElement().satisfies(e -> {
            assertThat(e).isInstanceOf(IllegalStateException.class).hasMessageContaining("native call");
            assertThat(e.getSuppressed())
                    .singleElement()
                    .satisfies(s -> assertThat(s).hasMessage("of the callback"));
        });
        set.reset();
        assertThat(calls).containsExactly("callback");
    }

    @Test
    void otherContextsMayBeReleasedUnderANativeCall() throws Throwable {
        MemoryContext used = TestContexts.child(manager, null, ContextType.ALLOC_SET, "used");
        MemoryContext other = TestContexts.child(manager, used, ContextType.ALLOC_SET, "other");
        MemorySegment array = used.allocateFrom(JAVA_INT, 3, 2, 1);
        MemorySegment segment = other.allocate(8);
        List<Throwable> thrown = new ArrayList<>();
        sort(array, () -> {
            try {
                other.reset();
                used.free(used.allocate(100));
                other.delete();
            } catch (Throwable e) {
                thrown.add(e);
            }
        });
        assertThat(thrown).isEmpty();
        assertThat(segment.scope().isAlive()).isFalse();
        assertThat(array.toArray(JAVA_INT)).containsExactly(1, 2, 3);
    }

    @Test
    void aSharedManagersCloseUnderANativeCallIsRefusedAndWorksLater() throws Throwable {
        MemoryManager shared = TestContexts.shared();
        MemoryContext set = TestContexts.child(shared, null, ContextType.ALLOC_SET, "set");
        MemorySegment array = set.allocateFrom(JAVA_INT, 5, 3, 4, 1, 2);
        MemorySegment other = set.allocate(8);
        List<String> calls = new ArrayList<>();
        set.registerResetCallback(() -> calls.add("callback"));
        List<Throwable> thrown = new ArrayList<>();
        sort(array, () -> {
            try {
                shared.close();
            } catch (Throwable e) {
                thrown.add(e);
            }
        });
        assertThat(thrown)
                .singleElement()
                .satisfies(e -> assertThat(e)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("native call")
                        .hasMessageContaining("close again"));
        assertThat(other.scope().isAlive()).isTrue();
        assertThat(set.isDeleted()).isFalse();
        assertThat(array.toArray(JAVA_INT)).containsExactly(1, 2, 3, 4, 5);
        set.free(set.allocate(8));
        shared.close();
        assertThat(calls).containsExactly("callback");
        assertThat(array.scope().isAlive()).isFalse();
        shared.close();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void aStructByValueIsReturnedIntoTheContext(ContextType type) throws Throwable {
        MethodHandle ldiv = call("ldiv", FunctionDescriptor.of(LDIV, JAVA_LONG, JAVA_LONG));
        MemoryContext context = TestContexts.root(manager, type);
        List<MemorySegment> results = new ArrayList<>();
        for (long i = 1; i <= 100; i++) {
            MemorySegment result = (MemorySegment) ldiv.invokeExact((SegmentAllocator) context, 1000L, i);
            assertThat(result.byteSize()).isEqualTo(16);
            results.add(result);
        }
        for (int i = 1; i <= 100; i++) {
            assertThat(results.get(i - 1).get(JAVA_LONG, 0)).isEqualTo(1000 / i);
            assertThat(results.get(i - 1).get(JAVA_LONG, 8)).isEqualTo(1000 % i);
        }
        assertThat(context.isReset()).as("the results lie in it").isFalse();
        context.reset();
        assertThat(results).noneMatch(result -> result.scope().isAlive());
    }
}
