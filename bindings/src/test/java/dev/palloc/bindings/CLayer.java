package dev.palloc.bindings;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads the library of this architecture, as {@code dev.palloc} does for its users: by this class loader, before the
 * first use of a binding.
 */
final class CLayer {
    static {
        Path library = Repository.library();
        if (!Files.isRegularFile(library)) {
            throw new IllegalStateException(library + " is missing; run: mvn -pl native generate-resources");
        }
        System.load(library.toString());
    }

    private CLayer() {}

    /** Loads on the first call. */
    static void load() {
        // The static initialiser does it, once and for all threads.
    }
}
