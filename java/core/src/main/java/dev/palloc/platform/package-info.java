/**
 * What Palloc takes from the machine: segments of memory, the size of a cache line, barriers.
 *
 * <p>{@link dev.palloc.platform.Platform} has two implementations that must agree byte for byte in all that is built on
 * them. {@link dev.palloc.platform.NativePlatform} calls the C layer; {@link dev.palloc.platform.JavaPlatform} does the
 * same with the JDK alone. {@link dev.palloc.platform.Platform#get()} chooses: native where the library loads, else
 * Java, with the reason kept.
 *
 * <pre>
 *   Platform.get()
 *      |                    -Ddev.palloc.platform=native|java|auto
 *      +-- NativePlatform   -Ddev.palloc.library=FILE, else the library bundled for this OS and architecture
 *      |      |
 *      |      +-- NativeLibrary  the one class that loads a library
 *      |      +-- NativeCalls    the downcalls
 *      |
 *      +-- JavaPlatform     Arena.ofAuto, sysfs
 *
 *   RawMemory               the one class that touches raw addresses
 * </pre>
 */
package dev.palloc.platform;
