package dev.palloc.bench.trace;

import dev.palloc.memory.BlockSizes;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.io.IOException;

/** Reads CREATE records. */
final class CreateRecord {
    /** Names are for reading; a longer one is a sign of damage. */
    private static final int MAX_NAME_BYTES = 64 * 1024;

    private final LiveContexts contexts;
    private final RecordFields fields;

    CreateRecord(LiveContexts contexts, RecordFields fields) {
        this.contexts = contexts;
        this.fields = fields;
    }

    /** Index of the context that the record introduces. */
    int read() throws IOException, CutRecord, BadRecord {
        long id = fields.number("context id");
        if (id == 0) {
            throw new BadRecord("context id 0 is not an id, it stands for no parent");
        }
        if (contexts.index(id) >= 0) {
            throw new BadRecord("context id " + id + " is created a second time");
        }
        long number = fields.number("method");
        ContextMethod method = ContextMethod.ofNumber(number);
        if (method == null) {
            throw new BadRecord("context id " + id + ": unknown method " + number + ", there are 3, 4, 5 and 7");
        }
        int parent = fields.parent();
        long first = fields.number("first parameter");
        long second = fields.number("second parameter");
        long third = fields.number("third parameter");
        long length = fields.number("length of the name");
        if (length > MAX_NAME_BYTES) {
            throw new BadRecord(
                    "context id " + id + ": a name of " + length + " bytes is out of range, at most " + MAX_NAME_BYTES);
        }
        String name = fields.text((int) length);
        try {
            return contexts.add(id, spec(method, parent, name, first, second, third));
        } catch (IllegalArgumentException e) {
            throw new BadRecord("context id " + id + ": " + e.getMessage());
        }
    }

    private static ContextSpec spec(
            ContextMethod method, int parent, String name, long first, long second, long third) {
        if (method != ContextMethod.SLAB) {
            return new ContextSpec(method, parent, name, new BlockSizes(first, second, third), 0, 0);
        }
        checkSlab(name, first, second);
        return new ContextSpec(method, parent, name, null, first, second);
    }

    /** Only the library knows what a slab accepts, and it tells by creating one: 176 bytes, no block yet. */
    private static void checkSlab(String name, long blockSize, long chunkSize) {
        try (MemoryManager manager = new MemoryManager(Platform.of("java"))) {
            manager.createSlab(null, name, blockSize, chunkSize);
        }
    }
}
