package dev.palloc.atomic;

import dev.palloc.StuckLockException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * One wait for a word that changes within a handful of instructions: SpinDelayStatus of PostgreSQL (s_lock.c). Spins
 * with the processor's hint, and sleeps now and then, because a holder that lost its processor needs one to go on.
 *
 * <p>How many spins come before a sleep adapts itself: a wait that ended without sleep says that spinning pays
 * (+{@value #GAIN}, at most {@value #MAX_SPINS}), one that slept says that there may be one processor only
 * (-1, at least {@value #MIN_SPINS}). A sleep takes 1 ms at first, each further one once to twice as long, and starts
 * over beyond 1 s, so that waiters spread out. After {@value #DELAYS_UNTIL_STUCK} sleeps, some minutes, the lock is
 * stuck.
 *
 * <p>An interrupt does not end a wait; it is kept for when the wait has ended. For one thread.
 */
public final class SpinDelay {
    private static final int FIRST_SPINS = 100;
    private static final int MIN_SPINS = 10;
    private static final int MAX_SPINS = 1000;
    private static final int GAIN = 100;
    private static final int DELAYS_UNTIL_STUCK = 1000;
    private static final long FIRST_SLEEP_MICROS = 1_000;
    private static final long LAST_SLEEP_MICROS = 1_000_000;
    private static final long FIRST_SHORT_SLEEP_MICROS = 50;
    private static final long LAST_SHORT_SLEEP_MICROS = 1_000;
    private static final int SHORT_DELAYS_UNTIL_STUCK = 300_000;

    /** Of this process. Racy by design: an update that is lost is an opinion that did not count. */
    private static final AtomicInteger SPINS_PER_DELAY = new AtomicInteger(FIRST_SPINS);

    private final int spinsPerDelay = SPINS_PER_DELAY.getOpaque();
    private final int delaysUntilStuck;
    private final long firstSleepMicros;
    private final long lastSleepMicros;
    private long sleepMicros;
    private long random = System.nanoTime() | 1;
    private int spins;
    private int delays;
    private boolean interrupted;

    /** Begins a wait. */
    public SpinDelay() {
        this(DELAYS_UNTIL_STUCK);
    }

    SpinDelay(int delaysUntilStuck) {
        this(delaysUntilStuck, FIRST_SLEEP_MICROS, LAST_SLEEP_MICROS);
    }

    private SpinDelay(int delaysUntilStuck, long firstSleepMicros, long lastSleepMicros) {
        this.delaysUntilStuck = delaysUntilStuck;
        this.firstSleepMicros = firstSleepMicros;
        this.lastSleepMicros = lastSleepMicros;
        this.sleepMicros = firstSleepMicros;
    }

    /**
     * Begins a wait among many who want the same word in turn: sleeps of 50 us to 1 ms, since each of them is another's
     * wait too. Stuck after minutes as well.
     *
     * @return the wait
     */
    public static SpinDelay ofShortSleeps() {
        return new SpinDelay(SHORT_DELAYS_UNTIL_STUCK, FIRST_SHORT_SLEEP_MICROS, LAST_SHORT_SLEEP_MICROS);
    }

    /**
     * Spends the time between two looks at the word.
     *
     * @param lock describes the lock and its holder; asked when it is stuck, not before
     * @throws StuckLockException if this wait has slept {@value #DELAYS_UNTIL_STUCK} times, short ones {@value
     *     #SHORT_DELAYS_UNTIL_STUCK}; the wait is then over, and an
     *     interrupt restored
     */
    public void pause(Supplier<String> lock) {
        Thread.onSpinWait();
        if (++spins >= spinsPerDelay) {
            spins = 0;
            if (++delays > delaysUntilStuck) {
                restoreInterrupt();
                throw new StuckLockException(
                        "stuck " + lock.get() + ", waited for at " + Callers.outside() + " through " + (delays - 1)
                                + " sleeps: its holder has died or blocks inside, or this thread holds it already");
            }
            sleep();
        }
    }

    /** Ends a wait whose word has changed, and learns from it. */
    public void finish() {
        if (delays == 0) {
            if (spinsPerDelay < MAX_SPINS) {
                SPINS_PER_DELAY.setOpaque(Math.min(spinsPerDelay + GAIN, MAX_SPINS));
            }
        } else if (spinsPerDelay > MIN_SPINS) {
            SPINS_PER_DELAY.setOpaque(spinsPerDelay - 1);
        }
        restoreInterrupt();
    }

    /**
     * The estimate of this process.
     *
     * @return spins before a sleep, {@value #MIN_SPINS} to {@value #MAX_SPINS}
     */
    public static int spinsPerDelay() {
        return SPINS_PER_DELAY.getOpaque();
    }

    /**
     * Takes over the estimate that processes share.
     *
     * @param shared as read from memory; brought into range
     */
    public static void adopt(int shared) {
        SPINS_PER_DELAY.setOpaque(Math.max(MIN_SPINS, Math.min(shared, MAX_SPINS)));
    }

    /**
     * Lets this process' estimate count a sixteenth.
     *
     * @param shared the estimate that processes share
     * @return the new one
     */
    public static int foldInto(int shared) {
        return (shared * 15 + spinsPerDelay()) / 16;
    }

    /** Not parked: that would swallow an unpark that is meant for someone else's queue. */
    private void sleep() {
        long end = System.nanoTime() + sleepMicros * 1_000;
        for (long left = sleepMicros * 1_000; left > 0; left = end - System.nanoTime()) {
            try {
                Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        sleepMicros += (long) (sleepMicros * nextRandom() + 0.5);
        if (sleepMicros > lastSleepMicros) {
            sleepMicros = firstSleepMicros;
        }
    }

    private void restoreInterrupt() {
        if (interrupted) {
            interrupted = false;
            Thread.currentThread().interrupt();
        }
    }

    /** From 0 to less than 1; xorshift, as the JDK's own for threads is a thread local. */
    private double nextRandom() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (random >>> 11) * 0x1.0p-53;
    }

    long sleepMicros() {
        return sleepMicros;
    }
}
