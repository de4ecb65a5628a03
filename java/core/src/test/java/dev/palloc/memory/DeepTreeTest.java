package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.LimitExceededException;
import dev.palloc.platform.Platform;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A chain of a million contexts, each the child of the one before: no walk may recurse, none may be quadratic. */
@Timeout(300)
class DeepTreeTest {
    /** Emulated machines, 10 to 20 times slower, show nothing new in the second 100,000. */
    private static final int DEPTH = System.getProperty("os.arch").equals("aarch64") ? 100_000 : 1_000_000;

    /** Cuts small blocks from large ones and takes none back: a million segments would be the platform's to bear. */
    private static final class CutBlocks implements BlockSource {
        private static final long LARGE = 16L << 20;

        private final Platform platform = Platform.get();
        private final List<Long> large = new ArrayList<>();
        private long next;
        private long left;

        @Override
        public long take(long size) {
            long rounded = size + 63 & -64;
            if (rounded > left) {
                next = platform.allocate(LARGE, 64);
                left = LARGE;
                large.add(next);
            }
            long block = next;
            next += rounded;
            left -= rounded;
            return block;
        }

        @Override
        public void give(long address, long size) {}

        @Override
        public long resize(long address, long oldSize, long newSize) {
            throw new UnsupportedOperationException("no test here resizes");
        }

        @Override
        public void close() {
            large.forEach(block -> platform.free(block, LARGE));
        }
    }

    private final MemoryManager manager = new MemoryManager(new CutBlocks());
    private final MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.SMALL);
    private MemoryContext deepest = top;

    @BeforeEach
    void build() {
        // A slab's context is the smallest.
        for (int i = 0; i < DEPTH; i++) {
            deepest = manager.createSlab(deepest, "link", 1024, 8);
        }
    }

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    void isResetAndDeletedWithoutRecursion() {
        assertThat(deepest.toString()).startsWith("\".../link/");
        deepest.palloc(8);
        top.resetChildren();
        assertThat(deepest.isReset()).isTrue();
        assertThat(top.memAllocated(true)).isEqualTo(top.memAllocated(false));
        top.reset();
        assertThat(deepest.isDeleted()).isTrue();
        assertThat(manager.contextCount()).isEqualTo(1);
    }

    @Test
    void runsAMillionCallbacksFromTheBottom() {
        int[] expected = {DEPTH};
        int depth = 0;
        for (MemoryContext link = top.firstChild(); link != null; link = link.firstChild()) {
            int own = ++depth;
            link.registerResetCallback(() -> {
                if (own == expected[0]) {
                    expected[0]--;
                }
            });
        }
        manager.close();
        assertThat(deepest.isDeleted()).isTrue();
        assertThat(expected[0]).as("callbacks left over or out of order").isZero();
    }

    @Test
    void isMovedLimitedAndFreedOfLimits() {
        MemoryContext middle = top;
        for (int i = 0; i < DEPTH / 2; i++) {
            middle = middle.firstChild();
        }
        deepest.palloc(8);
        top.setLimit(10_000);
        middle.setLimit(2048);
        assertThat(deepest.limit.context).isSameAs(middle);
        assertThat(middle.limit.used).isEqualTo(1024);
        assertThat(top.limit.used).isEqualTo(2048);
        MemoryContext root = manager.createAllocSet(null, "root", BlockSizes.SMALL);
        middle.setParent(root);
        assertThat(top.limit.used).isEqualTo(1024);
        assertThat(deepest.limit.outer).isNull();
        middle.setLimit(MemoryContext.NO_LIMIT);
        assertThat(deepest.limit).isNull();
        root.setLimit(2048);
        MemoryContext full = deepest;
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        full.palloc(8);
                    }
                })
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("\"root\"");
        root.delete();
        assertThat(deepest.isDeleted()).isTrue();
    }
}
