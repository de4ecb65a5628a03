package dev.palloc.lwlock;

/**
 * Locks of one kind under one name, which is what messages and statistics call them. Either an array in the arena, each
 * lock on cache lines of its own, or only a name for locks that lie in other structures. Immutable, thread safe.
 */
public final class Tranche {
    private final LWLocks locks;
    private final String name;
    private final int id;
    private final long array;
    private final int size;

    Tranche(LWLocks locks, int id) {
        TrancheTable table = locks.tranches();
        this.locks = locks;
        this.id = id;
        this.name = table.name(id);
        this.size = table.locks(id);
        this.array = locks.addressOf(table.arrayOffset(id));
    }

    /**
     * The name.
     *
     * @return 1 to 47 bytes in UTF-8
     */
    public String name() {
        return name;
    }

    /**
     * The number that stands in each of its locks.
     *
     * @return 95 or more: those below are PostgreSQL's own
     */
    public int id() {
        return id;
    }

    /**
     * Number of locks in the array.
     *
     * @return 0 if the tranche has none of its own
     */
    public int size() {
        return size;
    }

    /**
     * A lock of the array.
     *
     * @param index 0 to {@link #size()} less 1
     * @return a new handle for it
     * @throws IndexOutOfBoundsException if there is no such lock
     * @throws IllegalStateException if the arena is closed
     */
    public LWLock lock(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(
                    "tranche \"" + name + "\" has no lock " + index + ": there are " + size);
        }
        locks.checkOpen();
        return new LWLock(locks, array + (long) index * LWLocks.PADDED_BYTES);
    }

    /**
     * Makes a lock of {@value LWLocks#LOCK_BYTES} bytes inside another structure: LWLockInitialize. Once, before anyone
     * else can know of it.
     *
     * @param address raw address in the arena, a multiple of 4
     * @return a handle for it; others get theirs by {@link LWLocks#lockAt}
     * @throws IllegalArgumentException if the address is not aligned or not in the arena
     * @throws IllegalStateException if the arena is closed
     */
    public LWLock initialize(long address) {
        locks.checkLockAddress(address);
        LockWord.init(address, id);
        return new LWLock(locks, address);
    }

    /**
     * For messages.
     *
     * @return name, id and size
     */
    @Override
    public String toString() {
        return "tranche \"" + name + "\" (" + id + "), " + size + " locks";
    }
}
