package dev.palloc.lwlock;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.atomic.SpinDelay;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.SharedArena;
import dev.palloc.shmem.SharedStruct;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A set of lightweight locks in an arena, with the participants that take them and the names of their tranches. All
 * state is in the arena, as numbers and offsets; only what sleeps, the threads, is known to this process alone.
 *
 * <p>Each thread {@link #join joins} once and brings its {@link Participant} to every call. The views as
 * {@link java.util.concurrent.locks.Lock} do that by themselves: a platform thread keeps its participant until it has
 * ended, a virtual one gives it back with the last lock it releases. How many can take part at a time is fixed when the
 * set is made; 128 bytes each.
 *
 * <p>Thread safe. Use ends with the arena: after its close every call throws IllegalStateException, but a call that is
 * under way at that moment may crash the JVM, as with all raw memory. Threads of one process only can wait so far;
 * another process that attaches may read, and take and release what is not contended.
 */
public final class LWLocks {
    /** Size of a lock that lies in another structure, in bytes. */
    public static final int LOCK_BYTES = LockWord.BYTES;

    /** Distance of two locks of a tranche's array, in bytes: two cache lines, which processors fetch together. */
    public static final int PADDED_BYTES = LockWord.PADDED_BYTES;

    /** Most participants of a set: MAX_BACKENDS. As many can hold a lock shared. */
    public static final int MAX_PARTICIPANTS = LockWord.SHARED_MASK;

    private final SharedArena arena;
    private final String name;
    private final long region;
    private final int capacity;

    /** Tells whether the arena is still open; null where the JDK denies segments of raw memory, and it is not checked. */
    private final MemorySegment.Scope life;

    private final TrancheTable tranches;
    private final Parking parking;
    private final LockProtocol protocol;
    private final ThreadParticipants threads = new ThreadParticipants(this);

    private LWLocks(SharedArena arena, SharedStruct struct, int capacity) {
        this.arena = arena;
        this.name = struct.name();
        this.region = struct.address();
        this.capacity = capacity;
        this.life = RawMemory.direct() ? struct.segment().scope() : null;
        this.tranches = new TrancheTable(region);
        this.parking = Parkings.of(region, capacity, struct.found());
        this.protocol = new LockProtocol(new WaitSlots(region + RegionHeader.slotsOffset()), parking);
    }

    /**
     * Makes the set of a name, or attaches to it.
     *
     * @param arena where it is
     * @param name of its structure in the arena, 1 to 47 bytes in UTF-8
     * @param participants how many can take part at a time, 1 to {@value #MAX_PARTICIPANTS}; the same for all who attach
     * @return the set
     * @throws IllegalArgumentException if an argument is out of range, the arena's policy misaligns structures, or the
     *     set exists with another number of participants
     * @throws MemoryExhaustedException if it is new and the arena has no room for it
     * @throws IllegalStateException if the arena is closed
     */
    public static LWLocks open(SharedArena arena, String name, int participants) {
        Objects.requireNonNull(arena, "arena");
        Objects.requireNonNull(name, "name");
        if (participants < 1 || participants > MAX_PARTICIPANTS) {
            throw new IllegalArgumentException("lightweight locks \"" + name + "\" with " + participants
                    + " participants: it must be 1 to " + MAX_PARTICIPANTS);
        }
        SharedStruct struct = struct(arena, name, RegionHeader.regionBytes(participants));
        if (struct.found()) {
            RegionHeader.awaitInitialised(struct.address(), name);
            RegionHeader.adoptSpins(struct.address());
        } else {
            RegionHeader.initialise(struct.address(), participants);
        }
        return new LWLocks(arena, struct, participants);
    }

    private static SharedStruct struct(SharedArena arena, String name, long bytes) {
        SharedStruct struct = arena.initStruct(name, bytes, PADDED_BYTES);
        if (struct.address() % Long.BYTES != 0) {
            throw new IllegalArgumentException("locks cannot be at offset " + struct.offset() + ", where the policy "
                    + arena.policy() + " has put structure \"" + name + "\": atomics need aligned memory");
        }
        return struct;
    }

    /**
     * Takes part. A thread that ends without {@link Participant#close} keeps its place.
     *
     * @return a participant for the calling thread
     * @throws MemoryExhaustedException if all places are taken
     * @throws IllegalStateException if the arena is closed
     */
    public Participant join() {
        Participant participant = joinOrNull();
        if (participant == null) {
            throw new MemoryExhaustedException("all " + capacity + " participants of the lightweight locks \"" + name
                    + "\" are taken: close those that are done, or open the set with more");
        }
        return participant;
    }

    Participant joinOrNull() {
        checkOpen();
        int number = FreeSlots.take(region);
        if (number == WaitSlots.NONE) {
            return null;
        }
        return new Participant(this, number, life);
    }

    void leave(Participant participant) {
        parking.forget(participant.number());
        FreeSlots.giveBack(region, participant.number());
    }

    /**
     * Makes a tranche with an array of locks, or finds it.
     *
     * @param trancheName 1 to 47 bytes in UTF-8; with the set's name and a dot at most 47, which is what the array is
     *     called in the arena
     * @param size number of locks, at least 1
     * @return the tranche
     * @throws IllegalArgumentException if an argument is out of range, or the tranche exists with another size
     * @throws MemoryExhaustedException if it is new and there is no room in the arena or for the name
     * @throws IllegalStateException if the arena is closed
     */
    public Tranche tranche(String trancheName, int size) {
        checkName(trancheName);
        checkOpen();
        if (size < 1) {
            throw new IllegalArgumentException(
                    "tranche \"" + trancheName + "\" with " + size + " locks: ask for at least 1");
        }
        int id = tranches.find(trancheName);
        if (id == 0) {
            tranches.checkRoom(trancheName);
            id = makeOrAwait(trancheName, size);
        }
        if (tranches.locks(id) != size) {
            throw new IllegalArgumentException("tranche \"" + trancheName + "\" exists with " + tranches.locks(id)
                    + " locks, not " + size + ": all who share it must agree");
        }
        return new Tranche(this, id);
    }

    private int makeOrAwait(String trancheName, int size) {
        SharedStruct array = struct(arena, name + "." + trancheName, (long) size * PADDED_BYTES);
        if (array.found()) {
            return awaitTranche(trancheName);
        }
        return tranches.findOrAdd(trancheName, array.offset(), size, id -> {
            for (int i = 0; i < size; i++) {
                LockWord.init(array.address() + (long) i * PADDED_BYTES, id);
            }
        });
    }

    private int awaitTranche(String trancheName) {
        int id = tranches.find(trancheName);
        if (id == 0) {
            SpinDelay delay = new SpinDelay();
            do {
                delay.pause(() -> "initialisation of the tranche \"" + trancheName + "\"");
                id = tranches.find(trancheName);
            } while (id == 0);
            delay.finish();
        }
        return id;
    }

    /**
     * Makes a tranche for locks that lie in other structures, or finds the tranche of that name.
     *
     * @param trancheName 1 to 47 bytes in UTF-8
     * @return the tranche
     * @throws IllegalArgumentException if the name is out of range
     * @throws MemoryExhaustedException if it is new and there is no room for the name
     * @throws IllegalStateException if the arena is closed
     */
    public Tranche tranche(String trancheName) {
        checkName(trancheName);
        checkOpen();
        int id = tranches.find(trancheName);
        return new Tranche(this, id != 0 ? id : tranches.findOrAdd(trancheName, 0, 0, made -> {}));
    }

    /**
     * Finds a tranche.
     *
     * @param trancheName its name
     * @return the tranche
     * @throws IllegalArgumentException if there is none of that name; the message lists those there are
     * @throws IllegalStateException if the arena is closed
     */
    public Tranche existingTranche(String trancheName) {
        Objects.requireNonNull(trancheName, "trancheName");
        checkOpen();
        int id = tranches.find(trancheName);
        if (id == 0) {
            throw new IllegalArgumentException("unknown tranche \"" + trancheName + "\" in " + name + ": there are "
                    + tranches.names() + "; make it by tranche(name, size)");
        }
        return new Tranche(this, id);
    }

    /**
     * The lock at an address, where {@link Tranche#initialize} has made one.
     *
     * @param address raw address in the arena, a multiple of 4
     * @return a new handle for it
     * @throws IllegalArgumentException if the address is not aligned, not in the arena, or what is there is of no tranche
     *     of this set
     * @throws IllegalStateException if the arena is closed
     */
    public LWLock lockAt(long address) {
        checkLockAddress(address);
        int id = LockWord.tranche(address);
        if (!tranches.knows(id)) {
            throw new IllegalArgumentException("no lock of " + name + " at address 0x" + Long.toHexString(address)
                    + ": its tranche would be " + id + ", known are " + TrancheTable.FIRST_ID + " to "
                    + (TrancheTable.FIRST_ID + tranches.count() - 1) + "; initialize it by its tranche first");
        }
        return new LWLock(this, address);
    }

    /**
     * Name of the set.
     *
     * @return that of its structure in the arena
     */
    public String name() {
        return name;
    }

    /**
     * How many can take part at a time.
     *
     * @return as given to {@link #open}
     */
    public int capacity() {
        return capacity;
    }

    /**
     * How many take part now, in all processes.
     *
     * @return 0 to {@link #capacity()}
     * @throws IllegalStateException if the arena is closed
     */
    public int participants() {
        checkOpen();
        RegionHeader.lock(region);
        try {
            return RegionHeader.inUse(region);
        } finally {
            RegionHeader.unlock(region);
        }
    }

    /**
     * For messages.
     *
     * @return name and capacity
     */
    @Override
    public String toString() {
        return "lightweight locks \"" + name + "\", " + capacity + " participants at most";
    }

    LockProtocol protocol() {
        return protocol;
    }

    TrancheTable tranches() {
        return tranches;
    }

    ThreadParticipants threads() {
        return threads;
    }

    long addressOf(long offset) {
        return arena.address() + offset;
    }

    boolean isOpen() {
        return life == null || life.isAlive();
    }

    void checkOpen() {
        if (!isOpen()) {
            throw closed();
        }
    }

    IllegalStateException closed() {
        return new IllegalStateException("the arena of the lightweight locks \"" + name + "\" is closed");
    }

    void checkLockAddress(long address) {
        checkOpen();
        if ((address & (Integer.BYTES - 1)) != 0) {
            throw new IllegalArgumentException("a lock at address 0x" + Long.toHexString(address)
                    + " is not aligned: it must be a multiple of " + Integer.BYTES);
        }
        if (!arena.contains(address) || !arena.contains(address + LOCK_BYTES - 1)) {
            throw new IllegalArgumentException("a lock at address 0x" + Long.toHexString(address) + " is not in the "
                    + arena + ": its participants could be elsewhere in another process");
        }
    }

    String describe(long lock) {
        String where = "0x" + Long.toHexString(lock);
        if (!isOpen()) {
            return "lock at " + where + " of a closed arena";
        }
        int id = LockWord.tranche(lock);
        if (!tranches.knows(id)) {
            return "lock at " + where + " of unknown tranche " + id;
        }
        long index = (lock - addressOf(tranches.arrayOffset(id))) / PADDED_BYTES;
        boolean inArray = index >= 0 && index < tranches.locks(id);
        return "lock " + tranches.name(id) + (inArray ? "[" + index + "]" : "") + " at " + where;
    }

    private static void checkName(String trancheName) {
        Objects.requireNonNull(trancheName, "trancheName");
        int bytes = trancheName.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > TrancheTable.MAX_NAME_BYTES || trancheName.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a tranche named \"" + trancheName + "\": a name has 1 to "
                    + TrancheTable.MAX_NAME_BYTES + " bytes in UTF-8, none of them 0");
        }
    }
}
