package dev.palloc.platform;

import dev.palloc.bindings.palloc_h;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;

/** Where the classes of this test run lie, be they on the class path, on the module path or patched into a module. */
final class ProgramFiles {
    private ProgramFiles() {}

    static Path library() {
        return origin(Platform.class);
    }

    static Path bindings() {
        return origin(palloc_h.class);
    }

    static Path tests() {
        return origin(PlatformProbe.class);
    }

    /** The bundled C layer for this machine. */
    static Path nativeLibrary() {
        return library().resolve("META-INF/native/" + HostName.osAndArchitecture() + "/libpalloc.so");
    }

    private static Path origin(Class<?> type) {
        URL file = type.getResource(type.getSimpleName() + ".class");
        String name = type.getName().replace('.', '/') + ".class";
        try {
            URLConnection connection = file.openConnection();
            if (connection instanceof JarURLConnection) {
                return Path.of(((JarURLConnection) connection).getJarFileURL().toURI());
            }
            String all = file.toURI().toString();
            return Path.of(URI.create(all.substring(0, all.length() - name.length())));
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("cannot tell where " + type + " comes from: " + file, e);
        }
    }
}
