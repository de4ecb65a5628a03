package dev.palloc.platform;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A second copy of Palloc in this JVM, under a class loader of its own and with system properties of its own: it
 * chooses its platform anew and loads a library anew. Much cheaper than a JVM, above all under emulation.
 */
final class IsolatedPalloc {
    private boolean bundled = true;
    private final Map<String, String> properties;

    IsolatedPalloc(Map<String, String> properties) {
        this.properties = properties;
    }

    /** As if no library were bundled for this machine. */
    IsolatedPalloc withoutBundledLibrary() {
        bundled = false;
        return this;
    }

    /** Answers of {@link PlatformProbe}. */
    @SuppressWarnings("unchecked") // PlatformProbe.run returns a list of strings.
    List<String> probe(String... commands) throws IOException, ReflectiveOperationException {
        URL[] classes = {url(ProgramFiles.library()), url(ProgramFiles.bindings()), url(ProgramFiles.tests())};
        Properties before = System.getProperties();
        Properties during = new Properties();
        during.putAll(before);
        during.keySet().removeIf(key -> key.toString().startsWith("dev.palloc."));
        during.putAll(properties);
        System.setProperties(during);
        // No parent: those of the JDK would find Palloc in the module of this JVM first.
        try (URLClassLoader loader = new URLClassLoader(classes, null) {
            @Override
            public URL findResource(String name) {
                return bundled || !name.startsWith("META-INF/native/") ? super.findResource(name) : null;
            }
        }) {
            return (List<String>) loader.loadClass(PlatformProbe.class.getName())
                    .getMethod("run", String[].class)
                    .invoke(null, (Object) commands);
        } finally {
            System.setProperties(before);
        }
    }

    private static URL url(Path path) throws IOException {
        return path.toUri().toURL();
    }
}
