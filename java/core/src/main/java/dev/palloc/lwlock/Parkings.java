package dev.palloc.lwlock;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One {@link Parking} for each set of locks in this process, however many handles there are: a participant of one may
 * have to wake a participant of another.
 */
final class Parkings {
    /** By address of the set. A value that is gone says that no handle is left. */
    private static final ConcurrentHashMap<Long, WeakReference<Parking>> BY_REGION = new ConcurrentHashMap<>();

    private Parkings() {}

    /** An arena may lie where another was before; who makes the set knows, and starts anew. */
    static Parking of(long region, int participants, boolean found) {
        Parking[] result = new Parking[1];
        BY_REGION.compute(region, (key, known) -> {
            result[0] = known == null ? null : known.get();
            if (!found || result[0] == null || result[0].participants() != participants) {
                result[0] = new Parking(participants);
                return new WeakReference<>(result[0]);
            }
            return known;
        });
        BY_REGION.values().removeIf(known -> known.refersTo(null));
        return result[0];
    }
}
