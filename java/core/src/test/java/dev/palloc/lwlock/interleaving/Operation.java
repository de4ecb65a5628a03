package dev.palloc.lwlock.interleaving;

/**
 * Something that a thread does with the lock.
 *
 * @param name for messages
 * @param body what it does
 * @param releases whether the lock, if held, is held no more from the operation's first step on
 */
public record Operation(String name, Body body, boolean releases) {
    static final long OLD = 1;
    static final long NEW = 2;

    /** The part that is different from one operation to the next. */
    interface Body {
        /** Returns what of the lock is held afterwards: {@link #NOTHING} or how. */
        int run(Protocol protocol, int me, int held, Execution run);
    }

    static final String INTERRUPT = "interrupt";

    static final int NOTHING = 0;
    static final int HELD_SHARED = 1;
    static final int HELD_EXCLUSIVE = 2;

    /** Added to how it was held, while the operation that releases runs on. */
    static final int RELEASING = 4;

    private static final long FOREVER = Long.MAX_VALUE;
    private static final long SOON = 1;

    static int held(int mode) {
        return mode == Protocol.EXCLUSIVE ? HELD_EXCLUSIVE : HELD_SHARED;
    }

    static Operation acquire(int mode) {
        return new Operation(
                "acquire " + text(mode),
                (protocol, me, held, run) -> {
                    int result = protocol.acquire(State.LOCK, me, mode, false, FOREVER);
                    run.check(result <= 0, "comes back without the lock that it waited for");
                    return held(mode);
                },
                false);
    }

    static Operation acquireInTime(int mode) {
        return new Operation(
                "acquire in time " + text(mode),
                (protocol, me, held, run) ->
                        protocol.acquire(State.LOCK, me, mode, false, SOON) <= 0 ? held(mode) : NOTHING,
                false);
    }

    static Operation acquireInterruptibly(int mode) {
        return new Operation(
                "acquire interruptibly " + text(mode),
                (protocol, me, held, run) ->
                        protocol.acquire(State.LOCK, me, mode, true, FOREVER) <= 0 ? held(mode) : NOTHING,
                false);
    }

    static Operation tryAcquire(int mode) {
        return new Operation(
                "try " + text(mode),
                (protocol, me, held, run) -> protocol.attempt(State.LOCK, mode) ? held(mode) : NOTHING,
                false);
    }

    static Operation acquireOrWait() {
        return new Operation(
                "acquire or wait",
                (protocol, me, held, run) ->
                        protocol.acquireOrWait(State.LOCK, me, Protocol.EXCLUSIVE) ? HELD_EXCLUSIVE : NOTHING,
                false);
    }

    static Operation waitForVariable() {
        return new Operation(
                "wait for variable",
                (protocol, me, held, run) -> {
                    long seen = protocol.waitForVariable(State.LOCK, me, State.VARIABLE, OLD);
                    run.check(seen == OLD || seen == NEW, "sees the variable as " + seen);
                    return NOTHING;
                },
                false);
    }

    /** By the holder; the lock stays held. */
    static Operation updateVariable() {
        return new Operation(
                "update variable",
                (protocol, me, held, run) -> {
                    protocol.updateVariable(State.LOCK, State.VARIABLE, NEW);
                    return held;
                },
                false);
    }

    /** What is held, if anything. */
    static Operation release() {
        return new Operation(
                "release",
                (protocol, me, held, run) -> {
                    if (held != NOTHING) {
                        protocol.release(State.LOCK, held == HELD_EXCLUSIVE ? Protocol.EXCLUSIVE : Protocol.SHARED);
                    }
                    return NOTHING;
                },
                true);
    }

    static Operation interrupt(int thread) {
        return new Operation(
                INTERRUPT,
                (protocol, me, held, run) -> {
                    LogicalThread.of(thread).interrupt();
                    return held;
                },
                false);
    }

    static Operation withoutSecondAttempt(int mode) {
        return new Operation(
                "acquire without second attempt",
                (protocol, me, held, run) -> {
                    protocol.acquireWithoutSecondAttempt(State.LOCK, me, mode);
                    return held(mode);
                },
                false);
    }

    static Operation keepingWakeup(int mode) {
        return new Operation(
                "acquire in time, keeping the wakeup",
                (protocol, me, held, run) ->
                        protocol.acquireAndKeepWakeup(State.LOCK, me, mode, SOON) ? held(mode) : NOTHING,
                false);
    }

    private static String text(int mode) {
        return mode == Protocol.EXCLUSIVE ? "exclusive" : "shared";
    }
}
