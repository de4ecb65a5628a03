package dev.palloc.platform;

import dev.palloc.PallocException;

/**
 * Source of segments, of the cache line's size and of barriers. Thread safe; one instance serves the whole process.
 */
public sealed interface Platform permits NativePlatform, JavaPlatform {

    /** System property that names the platform: {@code native}, {@code java} or {@code auto}, which is the default. */
    String PROPERTY = "dev.palloc.platform";

    /** Smallest alignment a segment can have, in bytes. */
    long MIN_ALIGNMENT = 8;

    /**
     * The platform that the system property {@value #PROPERTY} chooses. It is chosen at the first call and kept; a call
     * that throws keeps nothing.
     *
     * @return the platform of this process
     * @throws IllegalArgumentException if the property has another value than the three allowed
     * @throws PallocException if {@code native} is demanded and its library does not load; the message says why
     */
    static Platform get() {
        return Platforms.get();
    }

    /**
     * A platform by name, for programs that use both side by side.
     *
     * @param name {@code native}, {@code java} or {@code auto}
     * @return that platform
     * @throws IllegalArgumentException if the name is another one
     * @throws PallocException if {@code native} is demanded and its library does not load; the message says why
     */
    static Platform of(String name) {
        return Platforms.of(name);
    }

    /**
     * Name of this platform.
     *
     * @return {@code native} or {@code java}
     */
    String name();

    /**
     * Why this platform serves and not the other.
     *
     * @return one sentence; for a fall-back to Java the failed attempts to load the library
     */
    String reason();

    /**
     * Allocates a segment whose content is undefined.
     *
     * @param size bytes, at least 1
     * @param alignment bytes, a power of two, at least {@value #MIN_ALIGNMENT}
     * @return its address, a multiple of the alignment; 0 if there is no such memory to have
     * @throws IllegalArgumentException if size or alignment is out of range, or their sum overflows
     */
    long allocate(long size, long alignment);

    /**
     * Allocates a segment of zero bytes.
     *
     * @param size bytes, at least 1
     * @param alignment bytes, a power of two, at least {@value #MIN_ALIGNMENT}
     * @return its address, a multiple of the alignment; 0 if there is no such memory to have
     * @throws IllegalArgumentException if size or alignment is out of range, or their sum overflows
     */
    long allocateZeroed(long size, long alignment);

    /**
     * Gives a segment back. Any thread may do so, once.
     *
     * @param address what {@link #allocate} or {@link #allocateZeroed} of this platform returned
     * @param size the size that was asked for, in bytes
     * @throws IllegalArgumentException if this platform can tell that it has no such segment
     */
    void free(long address, long size);

    /**
     * The size of a cache line of this machine.
     *
     * @return line and source, detected once
     */
    CacheLine cacheLine();

    /** A full memory barrier: no load or store moves across it in either direction. */
    void fullBarrier();

    /** Tells the processor that the caller is waiting for another thread in a loop. */
    void spinHint();
}
