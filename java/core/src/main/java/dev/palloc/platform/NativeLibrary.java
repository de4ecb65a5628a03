package dev.palloc.platform;

import dev.palloc.bindings.palloc_h;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Loads the C layer, the only class that does. It tries once per process and keeps the outcome as a sentence; nothing
 * here throws, because a program must not die for want of an optional library.
 *
 * <p>Order: the file that {@value #PATH_PROPERTY} names, and then nothing else; without the property the library
 * bundled for this OS and architecture, copied to {@value #FOLDER_PROPERTY} or the temporary folder and deleted once
 * loaded.
 */
final class NativeLibrary {
    static final String PATH_PROPERTY = "dev.palloc.library";
    static final String FOLDER_PROPERTY = "dev.palloc.library.folder";

    private static NativeLibrary outcome;

    private final boolean loaded;
    private final boolean explicit;
    private final String explanation;

    private NativeLibrary(boolean loaded, boolean explicit, String explanation) {
        this.loaded = loaded;
        this.explicit = explicit;
        this.explanation = explanation;
    }

    /** Loads on the first call; later ones return the same outcome. */
    static synchronized NativeLibrary load() {
        if (outcome == null) {
            String path = System.getProperty(PATH_PROPERTY);
            boolean explicit = path != null;
            try {
                outcome = new NativeLibrary(true, explicit, explicit ? loadFile(Path.of(path)) : loadBundled());
            } catch (Refused refused) {
                outcome = new NativeLibrary(false, explicit, refused.getMessage());
            } catch (IllegalCallerException denied) {
                outcome = new NativeLibrary(
                        false,
                        explicit,
                        "native access is denied; add --enable-native-access=dev.palloc,dev.palloc.bindings"
                                + " (ALL-UNNAMED on the class path)");
            } catch (RuntimeException | LinkageError | IOException e) {
                outcome = new NativeLibrary(false, explicit, "loading the library failed: " + e);
            }
        }
        return outcome;
    }

    boolean loaded() {
        return loaded;
    }

    /** Whether the user named the file. */
    boolean explicit() {
        return explicit;
    }

    /** Where the library came from, or why there is none. */
    String explanation() {
        return explanation;
    }

    private static String loadFile(Path file) {
        Path absolute = file.toAbsolutePath();
        ElfHeader.check(absolute);
        link(absolute, "check the file");
        return "library " + absolute;
    }

    private static String loadBundled() throws IOException {
        String host = HostName.osAndArchitecture();
        Path copy;
        try (InputStream library =
                NativeLibrary.class.getResourceAsStream("/META-INF/native/" + host + "/libpalloc.so")) {
            if (library == null) {
                throw new Refused("no library is bundled for " + host);
            }
            copy = copyTo(System.getProperty(FOLDER_PROPERTY, System.getProperty("java.io.tmpdir")), library);
        }
        try {
            link(copy, "a folder mounted noexec does this; set -D" + FOLDER_PROPERTY + " to another one");
        } finally {
            // Once mapped the file is not needed; without this a crash would leave it behind.
            Files.deleteIfExists(copy);
        }
        return "library bundled for " + host;
    }

    private static Path copyTo(String folder, InputStream library) throws IOException {
        Path copy = null;
        try {
            copy = Files.createTempFile(Path.of(folder), "palloc-", ".so");
            // Into the file as it was created: one made anew would be open to whoever the umask lets in.
            try (OutputStream out = Files.newOutputStream(copy)) {
                library.transferTo(out);
            }
            return copy;
        } catch (IOException e) {
            if (copy != null) {
                Files.deleteIfExists(copy);
            }
            throw new Refused("the bundled library cannot be copied to " + folder + " (" + reason(e) + "); set -D"
                    + FOLDER_PROPERTY + " to a writable folder");
        }
    }

    private static void link(Path file, String hint) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            // The JVM and the linker both put the file's name in front.
            String message = String.valueOf(e.getMessage()).replace(file + ": ", "");
            throw new Refused(file + " does not load (" + message + "); " + hint);
        }
        try {
            int version = palloc_h.palloc_abi_version();
            if (version != palloc_h.PALLOC_ABI_VERSION()) {
                throw new Refused(file + " has ABI version " + version + ", this Palloc needs "
                        + palloc_h.PALLOC_ABI_VERSION() + "; use the library of the same release");
            }
            // The first call through this module's own handles; access may be denied to it and granted to the bindings.
            NativeCalls.fullBarrier();
        } catch (ExceptionInInitializerError e) {
            if (e.getCause() instanceof IllegalCallerException denied) {
                throw denied;
            }
            throw new Refused("this JVM cannot call C: " + e.getCause());
        } catch (LinkageError e) {
            throw new Refused(file + " is not Palloc's library (" + e.getMessage() + ")");
        }
    }

    /** What is left to say of an exception when the file is named already. */
    static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileSystemException failure && failure.getReason() != null) {
            return failure.getReason();
        }
        return e.getMessage() != null ? e.getMessage() : e.toString();
    }

    /** A reason to do without the library. Never leaves this package. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason, null, false, false);
        }
    }
}
