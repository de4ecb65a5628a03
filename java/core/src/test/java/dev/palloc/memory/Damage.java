package dev.palloc.memory;

import dev.palloc.platform.RawMemory;

/**
 * One stray write to something that a context consists of.
 *
 * @param name what it hits
 * @param type of the context it hits
 * @param found words of the message that it must lead to
 * @param place where
 * @param bytes how many: 1, 4 or 8
 * @param change what is written
 * @param isStructural whether a release must stop
 * @param isForCheckingMode whether only checking mode can find it, or survive looking
 */
record Damage(
        String name,
        ContextType type,
        String found,
        Place place,
        int bytes,
        Change change,
        boolean isStructural,
        boolean isForCheckingMode) {

    /** No address of anything, though one by its value. */
    static final long WILD = 0x0000_5555_0000_0000L;

    /** An address. */
    interface Place {
        long in(DamageScene scene);
    }

    /** From what is there to what is written. */
    interface Change {
        long of(DamageScene scene, long before);
    }

    static Damage structure(String name, ContextType type, String found, Place place, int bytes, Change change) {
        return new Damage(name, type, found, place, bytes, change, true, false);
    }

    static Damage contents(String name, ContextType type, String found, Place place, int bytes, Change change) {
        return new Damage(name, type, found, place, bytes, change, false, false);
    }

    Damage forCheckingMode() {
        return new Damage(name, type, found, place, bytes, change, isStructural, true);
    }

    static Place context(int offset) {
        return scene -> scene.address() + offset;
    }

    static Place block(int offset) {
        return scene -> scene.block() + offset;
    }

    /** Writes; what it returns undoes it. */
    Runnable plant(DamageScene scene) {
        long address = place.in(scene);
        long before = read(address);
        write(address, change.of(scene, before));
        if (read(address) == before) {
            throw new AssertionError(this + ": nothing changed");
        }
        return () -> write(address, before);
    }

    private long read(long address) {
        return switch (bytes) {
            case 1 -> RawMemory.getByte(address);
            case 4 -> RawMemory.getInt(address);
            default -> RawMemory.getLong(address);
        };
    }

    private void write(long address, long value) {
        switch (bytes) {
            case 1 -> RawMemory.putByte(address, (byte) value);
            case 4 -> RawMemory.putInt(address, (int) value);
            default -> RawMemory.putLong(address, value);
        }
    }

    @Override
    public String toString() {
        return type + ": " + name;
    }
}
