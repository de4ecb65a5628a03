package dev.palloc.platform;

import dev.palloc.PallocException;
import java.util.Objects;

/** Chooses the platform. Apart from {@link Platform} because an interface cannot keep the choice. */
final class Platforms {
    private static final System.Logger LOG = System.getLogger("dev.palloc.platform");

    /** The choice of this process; null until made. Written once, under the class lock. */
    private static volatile Platform chosen;

    private Platforms() {}

    static Platform get() {
        Platform platform = chosen;
        return platform != null ? platform : choose();
    }

    private static synchronized Platform choose() {
        if (chosen == null) {
            chosen = of(System.getProperty(Platform.PROPERTY, "auto"));
        }
        return chosen;
    }

    static Platform of(String name) {
        switch (Objects.requireNonNull(name, "name")) {
            case "java":
                return new JavaPlatform("asked for by name");
            case "native":
                return demandNative();
            case "auto":
                return nativeElseJava();
            default:
                throw new IllegalArgumentException(
                        "unknown platform \"" + name + "\": set -D" + Platform.PROPERTY + " to native, java or auto");
        }
    }

    private static Platform demandNative() {
        NativeLibrary library = NativeLibrary.load();
        if (!library.loaded()) {
            throw new PallocException("the native platform was asked for and cannot serve: " + library.explanation()
                    + "; set -D" + Platform.PROPERTY + "=auto to fall back to pure Java");
        }
        return new NativePlatform(library.explanation());
    }

    private static Platform nativeElseJava() {
        NativeLibrary library = NativeLibrary.load();
        if (library.loaded()) {
            return new NativePlatform(library.explanation());
        }
        // A path given by hand that does not work is a mistake to hear of; a missing bundled library is not.
        LOG.log(
                library.explicit() ? System.Logger.Level.WARNING : System.Logger.Level.INFO,
                "Palloc runs in pure Java: {0}",
                library.explanation());
        return new JavaPlatform(library.explanation());
    }
}
