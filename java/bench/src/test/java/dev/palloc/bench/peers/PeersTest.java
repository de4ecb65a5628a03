package dev.palloc.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.bench.BenchException;
import dev.palloc.platform.RawMemory;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.foreign.Linker;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeersTest {
    private static final PeerLibrary ABSENT =
            new PeerLibrary("nosuch", "libnosuch7", List.of("libnosuch.so.7", "libnosuch.so"));

    @Test
    void aMissingLibraryIsNamedWithItsPackage() {
        assertThat(ABSENT.problem())
                .hasValueSatisfying(problem -> assertThat(problem)
                        .startsWith("nosuch is left out: libnosuch.so.7")
                        .endsWith("; install it, on Debian and Ubuntu the package libnosuch7"));
    }

    @Test
    void aMissingLibraryCannotBeOpened() {
        assertThatThrownBy(ABSENT::open)
                .isInstanceOf(BenchException.class)
                .hasMessage(ABSENT.problem().orElseThrow());
    }

    @Test
    void aLibraryThatComesTooLateIsToldFromOneThatIsMissing() {
        assertThat(ABSENT.explanation("/lib/libnosuch.so.7: cannot allocate memory in static TLS block"))
                .contains("GLIBC_TUNABLES=glibc.rtld.optional_static_tls=")
                .doesNotContain("libnosuch7");
    }

    @ParameterizedTest
    @ValueSource(strings = {Peers.MALLOC, Peers.JEMALLOC, Peers.MIMALLOC})
    void addressesKeepTheirContentOrTheLibraryIsMissing(String name) {
        String missing = Peers.missing().get(name);
        if (missing != null) {
            assertThat(missing).startsWith(name + " is left out: ").contains("lib" + name + ".so.2");
            assertThatThrownBy(() -> Peers.addressHeap(name)).hasMessage(missing);
            return;
        }
        assertThat(Peers.hasAddresses(name)).isTrue();
        try (AddressHeap heap = Peers.addressHeap(name)) {
            long small = heap.allocate(64);
            RawMemory.putLong(small, 42);
            long large = heap.reallocate(small, 1 << 20);
            assertThat(RawMemory.getLong(large)).isEqualTo(42);
            heap.free(large);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {Peers.NETTY_POOLED, Peers.NETTY_ADAPTIVE})
    void nettysBuffersKeepTheirContent(String name) {
        assertThat(Peers.hasAddresses(name)).isFalse();
        keepsContent(Peers.objectHeap(name));
    }

    private static <H> void keepsContent(ObjectHeap<H> heap) {
        H buffer = heap.allocate(64);
        heap.putLong(buffer, 56, 42);
        assertThat(RawMemory.getLong(heap.address(buffer) + 56)).isEqualTo(42);
        buffer = heap.reallocate(buffer, 1 << 20);
        assertThat(heap.getLong(buffer, 56)).isEqualTo(42);
        heap.free(buffer);
        heap.close();
    }

    @Test
    void jmhCanMakeTheThreadsThatNettyServesBest() throws Exception {
        ExecutorService threads =
                NettyThreads.class.getConstructor(int.class, String.class).newInstance(1, "measured");
        try {
            assertThat(threads.submit(FastThreadLocalThread::currentThreadHasFastThreadLocal)
                            .get())
                    .isTrue();
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void thresholdsArePinnedWhereTheCLibraryHasThem() {
        assertThat(MallocThresholds.pin())
                .isEqualTo(Linker.nativeLinker().defaultLookup().find("mallopt").isPresent());
    }
}
