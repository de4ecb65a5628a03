package dev.palloc.bench.peers;

import dev.palloc.bench.BenchException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * A shared library that may be missing.
 *
 * @param name what it is called in reports
 * @param debianPackage what to install for it
 * @param files names by which the loader may find it, the best first
 */
record PeerLibrary(String name, String debianPackage, List<String> files) {
    private static final int RTLD_LAZY = 1;

    /** glibc's loader keeps too little for a library that was not built to be loaded late. */
    private static final String STATIC_TLS = "static TLS";

    SymbolLookup open() {
        return lookup().orElseThrow(() -> new BenchException(explanation(), null));
    }

    /** Why it cannot be measured and what to do, or empty if it can. */
    Optional<String> problem() {
        return lookup().isPresent() ? Optional.empty() : Optional.of(explanation());
    }

    @SuppressWarnings("restricted")
    private Optional<SymbolLookup> lookup() {
        for (String file : files) {
            try {
                return Optional.of(SymbolLookup.libraryLookup(file, Arena.global()));
            } catch (IllegalArgumentException notThere) {
                // The next name; the reason is asked for in explanation().
            }
        }
        return Optional.empty();
    }

    private String explanation() {
        return explanation(loaderError(files.get(0)));
    }

    String explanation(String loaderError) {
        String remedy = loaderError.contains(STATIC_TLS)
                ? "start this program with GLIBC_TUNABLES=glibc.rtld.optional_static_tls=16384 in its environment"
                : "install it, on Debian and Ubuntu the package " + debianPackage;
        return name + " is left out: " + loaderError + "; " + remedy;
    }

    /** What dlopen has to say; the JDK keeps that to itself. */
    @SuppressWarnings("restricted")
    private static String loaderError(String file) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor open = FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
        try (Arena arena = Arena.ofConfined()) {
            // Both before the first call: to look up a symbol clears the error.
            SymbolLookup system = linker.defaultLookup();
            MethodHandle dlopen = linker.downcallHandle(system.find("dlopen").orElseThrow(), open);
            MethodHandle dlerror = linker.downcallHandle(
                    system.find("dlerror").orElseThrow(), FunctionDescriptor.of(ValueLayout.ADDRESS));
            MemorySegment handle = (MemorySegment) dlopen.invokeExact(arena.allocateFrom(file), RTLD_LAZY);
            MemorySegment error = (MemorySegment) dlerror.invokeExact();
            return handle.equals(MemorySegment.NULL) && !error.equals(MemorySegment.NULL)
                    ? error.reinterpret(Long.MAX_VALUE).getString(0)
                    : file + " cannot be opened";
        } catch (Throwable e) {
            return file + " cannot be opened (" + e + ")";
        }
    }
}
