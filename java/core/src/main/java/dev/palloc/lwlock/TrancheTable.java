package dev.palloc.lwlock;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.RawMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Names of the tranches and where their locks are. Entries are added under the region's spinlock and never change, so an
 * entry below the count, which is published last, is read without it.
 *
 * <pre>
 *  offset  bytes
 *       0     48  name in UTF-8, padded with zero bytes
 *      48      8  offset of the first lock in the arena; 0 if the tranche has no array of its own
 *      56      4  number of locks
 *      60      4  unused
 *      64         next entry
 * </pre>
 */
final class TrancheTable {
    static final int CAPACITY = 256;
    static final int ENTRY_BYTES = 64;
    static final int MAX_NAME_BYTES = 47;

    /** First id that PostgreSQL 18 gives to a tranche it does not know itself. */
    static final int FIRST_ID = 95;

    private static final int ARRAY_OFFSET = 48;
    private static final int LOCKS_OFFSET = 56;

    private final long region;

    TrancheTable(long region) {
        this.region = region;
    }

    private long entry(int index) {
        return region + RegionHeader.BYTES + (long) index * ENTRY_BYTES;
    }

    int count() {
        return RawMemory.getIntAcquire(region + RegionHeader.TRANCHES_OFFSET);
    }

    boolean knows(int id) {
        return id >= FIRST_ID && id < FIRST_ID + count();
    }

    String name(int id) {
        byte[] name = new byte[MAX_NAME_BYTES];
        int length = 0;
        long entry = entry(id - FIRST_ID);
        while (length < MAX_NAME_BYTES && RawMemory.getByte(entry + length) != 0) {
            name[length] = RawMemory.getByte(entry + length);
            length++;
        }
        return new String(name, 0, length, StandardCharsets.UTF_8);
    }

    long arrayOffset(int id) {
        return RawMemory.getLong(entry(id - FIRST_ID) + ARRAY_OFFSET);
    }

    int locks(int id) {
        return RawMemory.getInt(entry(id - FIRST_ID) + LOCKS_OFFSET);
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        int count = count();
        for (int id = FIRST_ID; id < FIRST_ID + count; id++) {
            names.add(name(id));
        }
        return names;
    }

    /** Id of the tranche of a name, or 0. */
    int find(String name) {
        int index = names().indexOf(name);
        return index < 0 ? 0 : FIRST_ID + index;
    }

    void checkRoom(String name) {
        if (count() == CAPACITY) {
            throw full(name);
        }
    }

    /** Adds a tranche that is not there, or finds it. What is to be ready when others find it is done with its id. */
    int findOrAdd(String name, long arrayOffset, int locks, IntConsumer prepare) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int id;
        RegionHeader.lock(region);
        try {
            id = find(name);
            if (id == 0 && count() < CAPACITY) {
                id = FIRST_ID + count();
                long entry = entry(id - FIRST_ID);
                for (int i = 0; i < bytes.length; i++) {
                    RawMemory.putByte(entry + i, bytes[i]);
                }
                RawMemory.putLong(entry + ARRAY_OFFSET, arrayOffset);
                RawMemory.putInt(entry + LOCKS_OFFSET, locks);
                prepare.accept(id);
                RawMemory.putIntRelease(region + RegionHeader.TRANCHES_OFFSET, id - FIRST_ID + 1);
            }
        } finally {
            RegionHeader.unlock(region);
        }
        if (id == 0) {
            throw full(name);
        }
        return id;
    }

    private static MemoryExhaustedException full(String name) {
        return new MemoryExhaustedException(
                "no room for the tranche \"" + name + "\": there are " + CAPACITY + " already; share some");
    }
}
