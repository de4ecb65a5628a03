package dev.palloc.bench.replay;

import dev.palloc.bench.trace.Trace;
import dev.palloc.memory.ParityDigest;
import dev.palloc.platform.Platform;

/** Replays a trace once and hashes all that it does to memory. */
public final class TraceDigest {
    /** Records from one image of all contexts to the next. */
    private static final int IMAGE_INTERVAL = 65536;

    private TraceDigest() {}

    /** How a record is carried out; returns what {@link TraceReplay#run} of it does. */
    interface Step {
        int run(TraceReplay replay, int record);
    }

    /**
     * The digest of a trace on a platform: every address handed out, images of all live contexts on the way and at the
     * end, and one of what is left after everything was deleted.
     *
     * @param trace what to replay
     * @param platform where blocks come from
     * @return the digest and counts
     * @throws ReplayException if a record fails
     */
    public static DigestResult of(Trace trace, Platform platform) {
        try (ParityDigest digest = new ParityDigest(platform)) {
            return of(trace, digest, (replay, record) -> step(trace, replay, record));
        }
    }

    static DigestResult of(Trace trace, ParityDigest digest, Step step) {
        TraceReplay replay = new TraceReplay(trace, digest.manager());
        int chunks = 0;
        for (int record = 0; record < trace.records(); record++) {
            int count = step.run(replay, record);
            if (count > chunks) {
                // At once, while the block that it points into is surely there.
                digest.pointer(replay.pointer(chunks));
                chunks = count;
            }
            if ((record + 1) % IMAGE_INTERVAL == 0) {
                digest.image();
            }
        }
        digest.image();
        replay.deleteAll();
        digest.image();
        return new DigestResult(digest.hex(), digest.blocksTaken(), digest.peakBytes());
    }

    private static int step(Trace trace, TraceReplay replay, int record) {
        try {
            return replay.run(record, record + 1);
        } catch (RuntimeException e) {
            throw new ReplayException(trace.name(), record + 1L, e);
        }
    }
}
