package dev.palloc.shmem;

import dev.palloc.platform.RawMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Name of a structure as the key of the index: UTF-8 padded with zero bytes to 48, at least one of them
 * (SHMEM_INDEX_KEYSIZE in storage/shmem.h). PostgreSQL cuts longer names off; here they are an error, as two names
 * could become one.
 */
final class StructName {
    /** Size of a key in the index, in bytes. */
    static final int KEY_BYTES = 48;

    static final int MAX_BYTES = KEY_BYTES - 1;

    private static final int WORDS = KEY_BYTES / Long.BYTES;
    private static final int QUOTED = 60;

    private final String text;
    private final long[] words = new long[WORDS];

    private StructName(String text, byte[] key) {
        this.text = text;
        ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    }

    static StructName of(String name) {
        if (name == null) {
            throw new IllegalArgumentException("structure name is null: pass 1 to " + MAX_BYTES + " bytes of UTF-8");
        }
        if (name.isEmpty()) {
            throw new IllegalArgumentException("structure name is empty: pass 1 to " + MAX_BYTES + " bytes of UTF-8");
        }
        if (name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("structure name \"" + quote(name.replace("\0", "\\0"))
                    + "\" contains a zero byte, which ends a name");
        }
        if (name.equals(Allocation.ANONYMOUS)) {
            throw new IllegalArgumentException("structure name \"" + name
                    + "\" is taken: it is what the allocations view" + " calls storage without a name");
        }
        // A character is at least a byte, so a long string needs no encoding to be refused.
        if (name.length() > MAX_BYTES) {
            throw tooLong(name, "at least " + name.length());
        }
        ByteBuffer utf8 = encode(name);
        int bytes = utf8.remaining();
        if (bytes > MAX_BYTES) {
            throw tooLong(name, Integer.toString(bytes));
        }
        byte[] key = new byte[KEY_BYTES];
        utf8.get(key, 0, bytes);
        return new StructName(name, key);
    }

    private static IllegalArgumentException tooLong(String name, String bytes) {
        return new IllegalArgumentException("structure name \"" + quote(name) + "\" takes " + bytes
                + " bytes in UTF-8: shorten it to " + MAX_BYTES);
    }

    private static ByteBuffer encode(String name) {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
        } catch (CharacterCodingException unpaired) {
            throw new IllegalArgumentException(
                    "structure name \"" + quote(name) + "\" has half a surrogate pair, which UTF-8 cannot express",
                    unpaired);
        }
    }

    private static String quote(String name) {
        return name.length() <= QUOTED ? name : name.substring(0, QUOTED) + "...";
    }

    /** The same in every process, whatever the JVM. */
    long hash() {
        long hash = 0;
        for (long word : words) {
            hash = mix(hash, word);
        }
        return hash;
    }

    /** Hash of the key at an address, equal to {@link #hash()} of the name that was stored there. */
    static long hashAt(long address) {
        long hash = 0;
        for (int i = 0; i < WORDS; i++) {
            hash = mix(hash, RawMemory.getLong(address + (long) i * Long.BYTES));
        }
        return hash;
    }

    private static long mix(long hash, long word) {
        long mixed = (hash ^ word) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 32);
    }

    boolean isAt(long address) {
        for (int i = 0; i < WORDS; i++) {
            if (RawMemory.getLong(address + (long) i * Long.BYTES) != words[i]) {
                return false;
            }
        }
        return true;
    }

    void store(long address) {
        for (int i = 0; i < WORDS; i++) {
            RawMemory.putLong(address + (long) i * Long.BYTES, words[i]);
        }
    }

    static String load(long address) {
        byte[] key = new byte[KEY_BYTES];
        int length = 0;
        while (length < MAX_BYTES && RawMemory.getByte(address + length) != 0) {
            key[length] = RawMemory.getByte(address + length);
            length++;
        }
        return new String(key, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return text;
    }
}
