package dev.palloc.bench.report;

import dev.palloc.platform.CacheLine;
import dev.palloc.platform.Platform;

/**
 * What a platform says of itself.
 *
 * @param name {@code native} or {@code java}
 * @param reason why it serves
 * @param cacheLine what it detected
 */
public record PlatformFacts(String name, String reason, CacheLine cacheLine) {

    /**
     * Asks a platform.
     *
     * @param platform which
     * @return the facts
     */
    public static PlatformFacts of(Platform platform) {
        return new PlatformFacts(platform.name(), platform.reason(), platform.cacheLine());
    }
}
