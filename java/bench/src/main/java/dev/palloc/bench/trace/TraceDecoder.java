package dev.palloc.bench.trace;

import dev.palloc.memory.AllocFlags;
import java.io.IOException;
import java.util.Arrays;

/**
 * Turns the records of a trace into packed ones, and refuses what could not be replayed safely. The format is described
 * beside the traces.
 */
final class TraceDecoder {
    /** Records per trace; what the largest array holds. */
    private static final int MAX_RECORDS = Integer.MAX_VALUE - 8;

    /** Smallest chunk of a slab: a smaller size is raised to it at creation, and allocations must ask for the same. */
    private static final long MIN_SLAB_CHUNK = 8;

    private final TraceSource source;
    private final TraceInput in;
    private final LiveContexts contexts = new LiveContexts();
    private final LiveChunks chunks = new LiveChunks(contexts);
    private final RecordFields fields;
    private final CreateRecord create;
    private final long[] counts = new long[Op.COUNT];
    private long[] ops = new long[64 * 1024];
    private int records;
    private long recordStart;

    TraceDecoder(TraceSource source, TraceInput in) {
        this.source = source;
        this.in = in;
        this.fields = new RecordFields(contexts, in);
        this.create = new CreateRecord(contexts, fields);
    }

    /** The record that is being read, from 1. */
    long record() {
        return records + 1L;
    }

    Trace decode() throws IOException {
        long cut = 0;
        try {
            for (recordStart = in.position(); readRecord(); recordStart = in.position()) {}
        } catch (CutRecord end) {
            // Recording stops at a size limit, wherever that falls.
            cut = in.position() - recordStart;
        } catch (BadRecord bad) {
            throw new TraceFormatException(source.toString(), record(), recordStart, bad.getMessage());
        }
        if (records == 0) {
            throw new TraceFormatException(
                    source.toString(),
                    cut > 0 ? "holds no record, only " + cut + " bytes of one that is cut" : "is empty, 0 bytes long");
        }
        return new Trace(source.name(), Arrays.copyOf(ops, records), contexts.toArray(), counts, cut);
    }

    private boolean readRecord() throws IOException, CutRecord, BadRecord {
        int op = in.readByte();
        switch (op) {
            case (int) TraceInput.END:
                return false;
            case 1:
                emit(Op.CREATE, create.read(), 0);
                return true;
            case 2:
                alloc();
                return true;
            case 3:
                int freed = chunk("free");
                chunks.free(freed);
                emit(Op.FREE, freed, 0);
                return true;
            case 4:
                realloc();
                return true;
            case 5:
                int reset = context("reset");
                contexts.reset(reset);
                emit(Op.RESET, reset, 0);
                return true;
            case 6:
                delete();
                return true;
            case 7:
                setParent();
                return true;
            default:
                throw new BadRecord("unknown operation " + op + ", there are 1 to 7");
        }
    }

    private void alloc() throws IOException, CutRecord, BadRecord {
        int context = context("allocate in");
        long size = size(context);
        chunks.add(context);
        emit(Op.ALLOC, context, size);
    }

    private void realloc() throws IOException, CutRecord, BadRecord {
        int chunk = chunk("reallocate");
        int context = chunks.context(chunk);
        long size = size(context);
        chunks.free(chunk);
        chunks.add(context);
        emit(Op.REALLOC, chunk, size);
    }

    private void delete() throws IOException, CutRecord, BadRecord {
        int context = context("delete");
        if (contexts.hasChildren(context)) {
            throw new BadRecord("deletes a context that still has children; their deletes come first");
        }
        contexts.delete(context);
        emit(Op.DELETE, context, 0);
    }

    private void setParent() throws IOException, CutRecord, BadRecord {
        int context = context("move");
        int parent = fields.parent();
        if (contexts.isSelfOrAncestor(context, parent)) {
            throw new BadRecord("moves a context under itself");
        }
        contexts.setParent(context, parent);
        emit(Op.SET_PARENT, context, parent - (long) ContextSpec.ROOT);
    }

    private int context(String action) throws IOException, CutRecord, BadRecord {
        return fields.context("context to " + action);
    }

    private int chunk(String action) throws IOException, CutRecord, BadRecord {
        long number = fields.number("chunk number");
        if (number >= chunks.count()) {
            throw new BadRecord("chunk to " + action + ": number " + number + " is unknown, " + chunks.count()
                    + " were handed out so far");
        }
        int chunk = (int) number;
        String death = chunks.death(chunk);
        if (death != null) {
            throw new BadRecord("chunk to " + action + ": number " + number + " " + death);
        }
        if (contexts.spec(chunks.context(chunk)).method() == ContextMethod.BUMP) {
            throw new BadRecord("chunk to " + action + ": number " + number + " is a bump context's, it has no header");
        }
        return chunk;
    }

    private long size(int context) throws IOException, CutRecord, BadRecord {
        long size = fields.number("size");
        if (size > AllocFlags.MAX_ALLOC_SIZE) {
            throw new BadRecord("size " + size + " is out of range, at most " + AllocFlags.MAX_ALLOC_SIZE);
        }
        ContextSpec spec = contexts.spec(context);
        if (spec.method() != ContextMethod.SLAB) {
            return size;
        }
        if (size != spec.chunkSize()) {
            throw new BadRecord("size " + size + " is not the chunk size of slab context \"" + spec.name() + "\", "
                    + spec.chunkSize());
        }
        return Math.max(size, MIN_SLAB_CHUNK);
    }

    private void emit(int op, int index, long size) throws BadRecord {
        if (records == MAX_RECORDS) {
            throw new BadRecord("more than " + MAX_RECORDS + " records cannot be replayed");
        }
        if (records == ops.length) {
            ops = Arrays.copyOf(ops, (int) Math.min(MAX_RECORDS, ops.length * 2L));
        }
        ops[records++] = Op.pack(op, index, size);
        counts[op]++;
    }
}
