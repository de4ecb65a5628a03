package dev.palloc.bench.peers;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The peers by name. */
public final class Peers {
    /** Netty's pool of 4.0 to 4.1. */
    public static final String NETTY_POOLED = "Netty pooled";

    /** Netty's pool of 4.2. */
    public static final String NETTY_ADAPTIVE = "Netty adaptive";

    /** The C library's. */
    public static final String MALLOC = "malloc";

    /** A library that may be missing. */
    public static final String JEMALLOC = "jemalloc";

    /** A library that may be missing. */
    public static final String MIMALLOC = "mimalloc";

    static final PeerLibrary JEMALLOC_LIBRARY = new PeerLibrary(JEMALLOC, "libjemalloc2", List.of("libjemalloc.so.2"));
    static final PeerLibrary MIMALLOC_LIBRARY =
            new PeerLibrary(MIMALLOC, "libmimalloc2.0", List.of("libmimalloc.so.2.0", "libmimalloc.so.2"));

    private Peers() {}

    /**
     * Flags of a JVM in which Netty does its best: without leak detection, with the direct access to memory that it gives
     * up by default on JDK 25, in threads such as its event loops.
     *
     * @return the flags
     */
    public static List<String> flags() {
        List<String> flags = new ArrayList<>(List.of(
                "-Dio.netty.leakDetection.level=disabled",
                "-Dio.netty.noUnsafe=false",
                "-Djmh.executor=CUSTOM",
                "-Djmh.executor.class=" + NettyThreads.class.getName()));
        if (Runtime.version().feature() >= 23) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }

    /**
     * The peers that cannot be measured here.
     *
     * @return for the name of each why, and what to do
     */
    public static Map<String, String> missing() {
        Map<String, String> missing = new LinkedHashMap<>();
        for (PeerLibrary library : List.of(JEMALLOC_LIBRARY, MIMALLOC_LIBRARY)) {
            library.problem().ifPresent(problem -> missing.put(library.name(), problem));
        }
        return missing;
    }

    /**
     * Whether a peer's handles are addresses.
     *
     * @param name of the peer
     * @return true for malloc and its like
     */
    public static boolean hasAddresses(String name) {
        return name.equals(MALLOC) || name.equals(JEMALLOC) || name.equals(MIMALLOC);
    }

    /**
     * Opens a peer whose handles are addresses.
     *
     * @param name of the peer
     * @return its allocator
     * @throws dev.palloc.bench.BenchException if its library is missing
     */
    public static AddressHeap addressHeap(String name) {
        return switch (name) {
            case MALLOC -> new Malloc();
            case JEMALLOC -> {
                // Here, where it can be said, and not in a class that fails to initialise.
                JEMALLOC_LIBRARY.open();
                yield new Jemalloc();
            }
            case MIMALLOC -> {
                MIMALLOC_LIBRARY.open();
                yield new Mimalloc();
            }
            default -> throw new IllegalArgumentException("no peer \"" + name + "\" with addresses");
        };
    }

    /**
     * Opens a peer whose handles are objects.
     *
     * @param name of the peer
     * @return its allocator
     */
    public static ObjectHeap<?> objectHeap(String name) {
        return switch (name) {
            case NETTY_POOLED -> new NettyHeap(new PooledByteBufAllocator(true));
            // Caches for the measuring thread, which is no event loop by its class alone.
            case NETTY_ADAPTIVE -> new NettyHeap(new AdaptiveByteBufAllocator(true, true));
            default -> throw new IllegalArgumentException("no peer \"" + name + "\" with objects");
        };
    }
}
