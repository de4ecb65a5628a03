package dev.palloc.atomic;

import java.util.Set;

/** For messages about locks: where the program was, and which thread a number is. */
final class Callers {
    private static final Set<String> WAITING =
            Set.of(Callers.class.getName(), SpinDelay.class.getName(), SpinLock.class.getName());

    private Callers() {}

    /** File and line of who called into the lock. */
    static String outside() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !WAITING.contains(frame.getClassName()))
                        .findFirst()
                        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                        .orElse("an unknown place"));
    }

    /** Number and, for a live platform thread of this process, name. */
    static String thread(int number) {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (SpinLock.numberOf(thread) == number) {
                return "thread " + number + " \"" + thread.getName() + "\"";
            }
        }
        return "thread " + number;
    }
}
