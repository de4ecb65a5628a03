package dev.palloc.lwlock;

import dev.palloc.MemoryExhaustedException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Participants of threads that bring none: those of the views. A platform thread keeps its own until it has ended and
 * the place is needed; virtual threads, of which there may be millions, have one only while they hold or wait.
 */
final class ThreadParticipants {
    private final LWLocks locks;
    private final ConcurrentHashMap<Thread, Participant> participants = new ConcurrentHashMap<>();

    ThreadParticipants(LWLocks locks) {
        this.locks = locks;
    }

    /** The calling thread's, or null. */
    Participant find() {
        return participants.get(Thread.currentThread());
    }

    /** The calling thread's, made if there is none. */
    Participant findOrJoin() {
        Participant participant = find();
        return participant != null ? participant : join();
    }

    private Participant join() {
        Participant participant = locks.joinOrNull();
        if (participant == null) {
            sweep();
            try {
                participant = locks.join();
            } catch (MemoryExhaustedException e) {
                throw new MemoryExhaustedException(e.getMessage() + "; threads that ended have been looked for");
            }
        }
        participants.put(Thread.currentThread(), participant);
        return participant;
    }

    /** A virtual thread that holds nothing any more gives its place back. */
    void done(Participant participant) {
        if (participant.heldCount() == 0 && Thread.currentThread().isVirtual()) {
            participants.remove(Thread.currentThread());
            participant.close();
        }
    }

    /** That a thread has ended, once seen, orders all it did before. One that ended holding a lock keeps it. */
    private void sweep() {
        for (Map.Entry<Thread, Participant> entry : participants.entrySet()) {
            Thread thread = entry.getKey();
            Participant participant = entry.getValue();
            if (!thread.isAlive() && participant.heldCount() == 0 && participants.remove(thread, participant)) {
                participant.close();
            }
        }
    }
}
