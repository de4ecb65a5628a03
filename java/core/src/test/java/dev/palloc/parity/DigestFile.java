package dev.palloc.parity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.Collectors;

/** The committed digests, and the file that takes those of this run for comparison across machines. */
public final class DigestFile {
    private static final String PROPERTY = "dev.palloc.digests";

    private DigestFile() {}

    /** Name to digest, from a resource with one "name tab digest" a line and # for remarks. */
    public static Map<String, String> committed(String resource) {
        try (InputStream in = DigestFile.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .collect(Collectors.toMap(fields -> fields[0], fields -> fields[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Appends a digest of this run to the file that the system property names, if it does. */
    public static void append(String name, String digest) throws IOException {
        String file = System.getProperty(PROPERTY);
        if (file != null) {
            Files.writeString(
                    Path.of(file), name + "\t" + digest + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
