package dev.palloc.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilePageStoreTest {
    private static final FileId FILE = new FileId(1663, 5, 1255);
    private static final int BYTES = 512;
    private static final int SEGMENT_BLOCKS = 4;

    @TempDir
    Path directory;

    private final Arena arena = Arena.ofShared();
    private MemorySegment page;
    private FilePageStore store;

    @BeforeEach
    void open() {
        page = arena.allocate(BYTES, Long.BYTES);
        store = reopened();
    }

    @AfterEach
    void close() {
        store.close();
        arena.close();
    }

    private FilePageStore reopened() {
        return FilePageStore.open(directory, BYTES, (long) SEGMENT_BLOCKS * BYTES);
    }

    private void write(long block, long value) {
        page.fill((byte) 0).set(ValueLayout.JAVA_LONG, 16, value);
        store.write(FILE, Fork.MAIN, block, page);
    }

    private long read(long block) {
        page.fill((byte) -1);
        store.read(FILE, Fork.MAIN, block, page);
        assertThat(page.asSlice(24).mismatch(arena.allocate(BYTES - 24))).isEqualTo(-1);
        return page.get(ValueLayout.JAVA_LONG, 16);
    }

    private Path path(String name) {
        return directory.resolve("1663").resolve("5").resolve(name);
    }

    @ParameterizedTest
    @EnumSource(RealPages.class)
    void aRealFileComesBackAsItWasWithItsChecksumsVerifiedAndMadeAnew(RealPages real) throws IOException {
        MemorySegment content = real.load(arena);
        Path own = directory.resolve("real");
        try (PageStore pages = new ChecksummedPageStore(FilePageStore.open(own, RealPages.PAGE_BYTES))) {
            pages.create(FILE, Fork.MAIN);
            assertThat(pages.extend(FILE, Fork.MAIN, real.pages())).isZero();
            for (int block = 0; block < real.pages(); block++) {
                MemorySegment written = arena.allocate(RealPages.PAGE_BYTES, Long.BYTES);
                MemorySegment.copy(content, (long) block * RealPages.PAGE_BYTES, written, 0, RealPages.PAGE_BYTES);
                // The store makes the checksum itself: this is for it to overwrite.
                written.set(ValueLayout.JAVA_SHORT, PageChecksum.OFFSET, (short) 4711);
                pages.write(FILE, Fork.MAIN, block, written);
                assertThat(written.get(ValueLayout.JAVA_SHORT, PageChecksum.OFFSET))
                        .isEqualTo((short) 4711);
            }
            pages.sync(FILE, Fork.MAIN);
        }
        assertThat(Files.readAllBytes(own.resolve("1663/5/1255"))).isEqualTo(content.toArray(ValueLayout.JAVA_BYTE));

        try (PageStore pages = new ChecksummedPageStore(FilePageStore.open(own, RealPages.PAGE_BYTES))) {
            MemorySegment read = arena.allocate(RealPages.PAGE_BYTES, Long.BYTES);
            assertThat(pages.blocks(FILE, Fork.MAIN)).isEqualTo(real.pages());
            for (int block = 0; block < real.pages(); block++) {
                pages.read(FILE, Fork.MAIN, block, read);
                assertThat(content.asSlice((long) block * RealPages.PAGE_BYTES, RealPages.PAGE_BYTES)
                                .mismatch(read))
                        .isEqualTo(-1);
            }
        }
    }

    @Test
    void aDamagedPageNamesItselfAndBothChecksums() throws IOException {
        PageStore pages = new ChecksummedPageStore(store);
        pages.create(FILE, Fork.MAIN);
        pages.extend(FILE, Fork.MAIN, 3);
        pages.read(FILE, Fork.MAIN, 1, page);
        page.fill((byte) 7);
        pages.write(FILE, Fork.MAIN, 1, page);
        byte[] bytes = Files.readAllBytes(path("1255"));
        bytes[BYTES + 100] ^= 1;
        Files.write(path("1255"), bytes);

        assertThatThrownBy(() -> pages.read(FILE, Fork.MAIN, 1, page))
                .isInstanceOf(CorruptPageException.class)
                .hasMessageMatching("block 1 of 1663/5/1255 is damaged: its checksum is [1-9]\\d*,"
                        + " its content's [1-9]\\d*: restore it from a backup");
        pages.read(FILE, Fork.MAIN, 0, page);
        pages.read(FILE, Fork.MAIN, 2, page);
    }

    @Test
    void aFileGoesOnInSegmentsAndIsFoundAgain() throws IOException {
        store.create(FILE, Fork.MAIN);
        assertThat(store.extend(FILE, Fork.MAIN, 3)).isZero();
        assertThat(store.extend(FILE, Fork.MAIN, 7)).isEqualTo(3);
        LongStream.range(0, 10).forEach(block -> write(block, 1000 + block));

        for (int round = 0; round < 2; round++) {
            assertThat(store.blocks(FILE, Fork.MAIN)).isEqualTo(10);
            assertThat(LongStream.range(0, 10).map(this::read))
                    .containsExactly(LongStream.range(1000, 1010).boxed().toArray(Long[]::new));
            store.sync(FILE, Fork.MAIN);
            store.close();
            store = reopened();
        }
        assertThat(Files.size(path("1255"))).isEqualTo(SEGMENT_BLOCKS * BYTES);
        assertThat(Files.size(path("1255.1"))).isEqualTo(SEGMENT_BLOCKS * BYTES);
        assertThat(Files.size(path("1255.2"))).isEqualTo(2 * BYTES);
        assertThat(path("1255.3")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 8, 9, 10})
    void aFileIsCutAndGrowsAgainWithZeros(int remaining) {
        store.create(FILE, Fork.MAIN);
        store.extend(FILE, Fork.MAIN, 10);
        LongStream.range(0, 10).forEach(block -> write(block, 1000 + block));

        store.truncate(FILE, Fork.MAIN, remaining);

        assertThat(store.blocks(FILE, Fork.MAIN)).isEqualTo(remaining);
        assertThat(path("1255.1").toFile().exists()).isEqualTo(remaining > SEGMENT_BLOCKS);
        assertThat(path("1255.2").toFile().exists()).isEqualTo(remaining > 2 * SEGMENT_BLOCKS);
        store.sync(FILE, Fork.MAIN);
        store.close();
        store = reopened();
        assertThat(store.blocks(FILE, Fork.MAIN)).isEqualTo(remaining);
        assertThat(store.extend(FILE, Fork.MAIN, 10)).isEqualTo(remaining);
        for (int block = 0; block < remaining + 10; block++) {
            assertThat(read(block)).isEqualTo(block < remaining ? 1000 + block : 0);
        }
    }

    @Test
    void forksAndFilesAreApart() {
        for (Fork fork : Fork.values()) {
            assertThat(store.exists(FILE, fork)).isFalse();
            store.create(FILE, fork);
            store.create(FILE, fork);
            store.extend(FILE, fork, 1 + fork.ordinal());
        }
        store.create(FileId.of(-1), Fork.MAIN);

        assertThat(path("1255_fsm")).exists();
        assertThat(path("1255_vm")).exists();
        assertThat(path("1255_init")).hasSize(4L * BYTES);
        assertThat(directory.resolve("0/0/4294967295")).exists();
        store.drop(FILE, Fork.VISIBILITY_MAP);
        store.drop(FILE, Fork.VISIBILITY_MAP);
        assertThat(store.exists(FILE, Fork.VISIBILITY_MAP)).isFalse();
        assertThat(path("1255_vm")).doesNotExist();
        assertThat(store.blocks(FILE, Fork.INIT)).isEqualTo(4);
        assertThat(store.blocks(FileId.of(-1), Fork.MAIN)).isZero();
    }

    @Test
    void aPageThatIsNotWholeIsNotThere() throws IOException {
        store.create(FILE, Fork.MAIN);
        store.extend(FILE, Fork.MAIN, 2);
        store.close();
        Files.write(path("1255"), new byte[BYTES - 1], StandardOpenOption.APPEND);

        store = reopened();

        assertThat(store.blocks(FILE, Fork.MAIN)).isEqualTo(2);
        assertThat(store.extend(FILE, Fork.MAIN, 1)).isEqualTo(2);
        assertThat(Files.size(path("1255"))).isEqualTo(3 * BYTES);
    }

    @Test
    void aFileCutOffBySomeoneElseIsAShortRead() throws IOException {
        store.create(FILE, Fork.MAIN);
        store.extend(FILE, Fork.MAIN, 3);
        Files.write(path("1255"), new byte[2 * BYTES + 100]);

        assertThatThrownBy(() -> store.read(FILE, Fork.MAIN, 2, page))
                .isInstanceOf(PageStoreException.class)
                .hasMessageContaining("cannot read block 2 of " + path("1255") + ": only 100 of 512 bytes are there");
    }

    @Test
    void anExtensionThatFailsLeavesTheFileAsItWas() throws IOException {
        store.create(FILE, Fork.MAIN);
        store.extend(FILE, Fork.MAIN, 3);
        Files.createDirectory(path("1255.1"));

        assertThatThrownBy(() -> store.extend(FILE, Fork.MAIN, 2))
                .isInstanceOf(PageStoreException.class)
                .hasMessageStartingWith("cannot extend by 2 blocks " + path("1255"));

        assertThat(store.blocks(FILE, Fork.MAIN)).isEqualTo(3);
        assertThat(Files.size(path("1255"))).isEqualTo(3 * BYTES);
        Files.delete(path("1255.1"));
        assertThat(store.extend(FILE, Fork.MAIN, 2)).isEqualTo(3);
    }

    @Test
    void whatCouldNotBeMadeDurableOnceIsNotSaidToBeLater() throws IOException {
        store.create(FILE, Fork.MAIN);
        Path aside = directory.resolve("aside");
        Files.move(directory.resolve("1663"), aside);
        assertThatThrownBy(() -> store.sync(FILE, Fork.MAIN))
                .isInstanceOf(PageStoreException.class)
                .hasMessageStartingWith("cannot make durable (fsync) " + path("1255"));

        Files.move(aside, directory.resolve("1663"));

        assertThatThrownBy(() -> store.sync(FILE, Fork.MAIN))
                .isInstanceOf(PageStoreException.class)
                .hasMessageContaining("an earlier fsync failed");
        store.create(FILE, Fork.FREE_SPACE_MAP);
        store.sync(FILE, Fork.FREE_SPACE_MAP);
    }

    @Test
    void anInterruptHarmsNobodyAndStays() throws InterruptedException {
        store.create(FILE, Fork.MAIN);
        store.extend(FILE, Fork.MAIN, 8);
        LongStream.range(0, 8).forEach(block -> write(block, block));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicBoolean kept = new AtomicBoolean(true);
        Thread interrupted = new Thread(() -> {
            MemorySegment own = arena.allocate(BYTES, Long.BYTES);
            while (!stop.get()) {
                Thread.currentThread().interrupt();
                store.read(FILE, Fork.MAIN, 3, own);
                store.write(FILE, Fork.MAIN, 3, own);
                store.sync(FILE, Fork.MAIN);
                kept.compareAndSet(true, Thread.interrupted());
            }
        });
        Thread disturbed = new Thread(() -> {
            MemorySegment own = arena.allocate(BYTES, Long.BYTES);
            while (!stop.get()) {
                store.read(FILE, Fork.MAIN, 3, own);
                store.write(FILE, Fork.MAIN, 3, own);
            }
        });
        interrupted.start();
        disturbed.start();
        for (int i = 0; i < 2000; i++) {
            disturbed.interrupt();
            assertThat(read(i % 8)).isEqualTo(i % 8);
        }
        stop.set(true);
        interrupted.join();
        disturbed.join();

        assertThat(kept).isTrue();
        assertThat(read(3)).isEqualTo(3);
    }

    @Test
    void anInterruptDoesNotEndAnFsync() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread syncing = new Thread(() -> {
            try {
                for (int i = 0; i < 300; i++) {
                    FileId file = FileId.of(i);
                    store.create(file, Fork.MAIN);
                    store.extend(file, Fork.MAIN, 1);
                    store.sync(file, Fork.MAIN);
                }
            } catch (RuntimeException e) {
                failure.set(e);
            }
        });
        syncing.start();
        while (syncing.isAlive()) {
            syncing.interrupt();
            Thread.onSpinWait();
        }
        syncing.join();

        assertThat(failure).hasNullValue();
    }

    @Test
    void badArgumentsAreNamed() {
        store.create(FILE, Fork.MAIN);
        store.extend(FILE, Fork.MAIN, 2);
        String file = path("1255").toString();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.read(FILE, Fork.MAIN, 2, page))
                .withMessage("there is no block 2 in " + file + ": it has 2; extend it first");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.write(FILE, Fork.MAIN, 1L << 40, page))
                .withMessageContaining("there is no block 1099511627776 in " + file);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.read(FILE, Fork.MAIN, -1, page))
                .withMessageContaining("block -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.read(FILE, Fork.MAIN, 0, page.asSlice(0, 511)))
                .withMessageContaining("a page of 511 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.truncate(FILE, Fork.MAIN, 3))
                .withMessageContaining("to 3 blocks: it must be 0 to the 2 there are");
        assertThatIllegalArgumentException().isThrownBy(() -> store.truncate(FILE, Fork.MAIN, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> store.extend(FILE, Fork.MAIN, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.blocks(FILE, Fork.INIT))
                .withMessage("there is no file " + file + "_init: create it first");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilePageStore.open(directory, 1000))
                .withMessageContaining("1000 bytes");
        assertThat(store.blocks(FILE, Fork.MAIN)).isEqualTo(2);
    }

    @Test
    void aClosedStoreSaysSo() {
        store.create(FILE, Fork.MAIN);
        store.extend(FILE, Fork.MAIN, 1);
        store.close();
        store.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> store.read(FILE, Fork.MAIN, 0, page))
                .withMessage("the store of pages of 512 bytes in " + directory + " is closed");
        assertThatIllegalStateException().isThrownBy(() -> store.create(FILE, Fork.INIT));
        assertThatIllegalStateException().isThrownBy(() -> store.exists(FILE, Fork.MAIN));
        assertThatIllegalStateException().isThrownBy(() -> store.sync(FILE, Fork.MAIN));
    }
}
