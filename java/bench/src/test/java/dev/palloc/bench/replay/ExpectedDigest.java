package dev.palloc.bench.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A line of {@code expected-digests.tsv}. */
record ExpectedDigest(String digest, long blocksTaken, long peakBytes) {

    static ExpectedDigest of(String trace) throws IOException {
        try (InputStream in = ExpectedDigest.class.getResourceAsStream("/expected-digests.tsv")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] fields = line.split("\t");
                if (fields[0].equals(trace)) {
                    return new ExpectedDigest(fields[1], Long.parseLong(fields[2]), Long.parseLong(fields[3]));
                }
            }
        }
        throw new AssertionError("no expected digest of " + trace);
    }
}
