package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

import java.util.function.LongConsumer;

/**
 * A walk over everything that one context consists of, which finds what is not as it must be (the check functions of
 * PostgreSQL 18's allocators, and more). It writes nothing, trusts nothing it reads, and follows no link before that is
 * known to lead into a block: in checking mode by the register of blocks, otherwise as far as the link's value and its
 * way back can tell.
 *
 * <p>First the links of the tree and the lists of blocks; if they are whole, then chunks, freelists, counts and accounts.
 * The time grows with the number of chunks, or n log n with that of free chunks and of blocks.
 */
abstract sealed class ContextCheck implements ChunkVisitor
        permits AllocSetCheck, GenerationCheck, SlabCheck, BumpCheck {
    final MemoryManager manager;
    final MemoryContext handle;
    final long context;
    final BlockLayout layout;
    final CheckFindings findings;

    /** Sorted once they are all known. */
    final AddressList blocks = new AddressList();

    ContextCheck(MemoryContext handle, CheckFindings findings) {
        this.manager = handle.manager();
        this.handle = handle;
        this.context = handle.liveAddress("check");
        this.layout = BlockLayout.of(handle.type().methodId());
        this.findings = findings;
    }

    /** Throws what is wrong with a context, all of it in one exception. */
    static void require(MemoryManager manager, long context) {
        CheckFindings findings = examine(manager, context);
        if (!findings.isEmpty()) {
            throw findings.exception();
        }
    }

    static CheckFindings examine(MemoryManager manager, long context) {
        MemoryContext handle = ContextLinks.handleOf(manager, context);
        CheckFindings findings = new CheckFindings(manager, handle);
        ContextLinks.check(handle, findings);
        ContextCheck check = of(handle, findings);
        check.collect();
        if (!findings.isStructural()) {
            check.checkContents();
            check.checkAccount();
            check.checkLimits();
        }
        return findings;
    }

    /** A walk for those who look for something; what is wrong on the way is none of their business. */
    static ContextCheck over(MemoryContext handle) {
        ContextCheck check = of(handle, new CheckFindings(handle.manager(), handle));
        check.collect();
        return check;
    }

    private static ContextCheck of(MemoryContext handle, CheckFindings findings) {
        return switch (handle.type()) {
            case ALLOC_SET -> new AllocSetCheck(handle, findings);
            case GENERATION -> new GenerationCheck(handle, findings);
            case SLAB -> new SlabCheck(handle, findings);
            case BUMP -> new BumpCheck(handle, findings);
        };
    }

    private void collect() {
        collectBlocks();
        blocks.sort();
    }

    /** Adds the blocks of all lists, each after its header was checked. */
    abstract void collectBlocks();

    /** Chunks, freelists and counts. The lists of blocks are whole. */
    abstract void checkContents();

    /** What the context must say it has obtained. */
    abstract long allocated();

    /** Whether nothing is allocated, by all but the flag that says so. */
    abstract boolean isFresh();

    /** Adds a block that a list leads to; false if nobody must look further. */
    final boolean add(long from, long block) {
        if (!isBlock(block)) {
            findings.structure("its list of blocks leads from " + BadChunk.hex(from) + " to " + BadChunk.hex(block)
                    + ", where no block of it begins");
            return false;
        }
        long owner = layout.owner(context, block);
        if (owner != context) {
            findings.structure("block " + BadChunk.hex(block) + " of its list names " + BadChunk.hex(owner)
                    + " as its owner in place of " + BadChunk.hex(context));
            return false;
        }
        long free = layout.free(block);
        long end = layout.end(context, block);
        if (!isEnd(block, end) || free < block + layout.header() || free > end || (free & 7) != 0) {
            findings.structure("block " + BadChunk.hex(block) + " says that its chunks end at " + BadChunk.hex(free)
                    + " and it itself at " + BadChunk.hex(end) + ", which cannot be");
            return false;
        }
        blocks.add(block);
        return true;
    }

    private boolean isBlock(long block) {
        if (block != 0 && block == layout.keeper(context)) {
            return true;
        }
        return Checking.ENABLED
                ? block != 0 && block != context && manager.contextBlocks().startOf(block) == block
                : block > 0 && (block & ContextLinks.BLOCK_ALIGNMENT - 1) == 0;
    }

    private boolean isEnd(long block, long end) {
        if (!Checking.ENABLED) {
            return end > block;
        }
        long start = block == layout.keeper(context) ? context : block;
        ContextBlocks register = manager.contextBlocks();
        return register.startOf(end - 1) == start && register.startOf(end) != start;
    }

    /** Adds the blocks of a circular list and shows each to somebody; false if the list leads astray. */
    final boolean addAll(long head, int node, LongConsumer each) {
        long prev = head;
        for (long next = DoublyLinkedList.first(head); next != head; next = DoublyLinkedList.next(next)) {
            long block = next - node;
            if (!add(prev, block) || !leadsBack(next, prev)) {
                return false;
            }
            each.accept(block);
            prev = next;
        }
        return leadsBack(head, prev);
    }

    private boolean leadsBack(long node, long prev) {
        return leadsBack(node, DoublyLinkedList.prev(node), prev);
    }

    /** Whether a link to the one before is right. In a list where all are, none comes twice. */
    final boolean leadsBack(long node, long found, long prev) {
        if (found != prev) {
            findings.structure("its list of blocks leads from " + BadChunk.hex(prev) + " to " + BadChunk.hex(node)
                    + " and back to " + BadChunk.hex(found));
        }
        return found == prev;
    }

    /** The block whose bytes an address is one of; 0 if there is none, or it was not found. */
    final long blockAt(long address) {
        long block = blocks.floor(address);
        return block != 0 && address < layout.end(context, block) ? block : 0;
    }

    /** Shows the chunks of a block; the place where no chunk follows though one must, 0 if all is well. */
    final long walk(long block, ChunkVisitor visitor) {
        long end = layout.free(block);
        long chunk = layout.firstChunk(block);
        while (chunk - Checking.PREFIX < end) {
            long capacity =
                    chunk + ChunkHeader.SIZE > end ? -1 : layout.capacity(context, block, chunk, getLong(chunk));
            if (capacity < 0) {
                return chunk;
            }
            visitor.visit(block, chunk, capacity);
            chunk += ChunkHeader.SPACE + capacity;
        }
        return 0;
    }

    /** Shows the chunks of all blocks, of each as far as they can be found. */
    final void walkAll(ChunkVisitor visitor) {
        for (int i = 0; i < blocks.size(); i++) {
            walk(blocks.get(i), visitor);
        }
    }

    /** Checks the chunks of a block; false if not all of them could be found. */
    final boolean checkChunks(long block) {
        LastChunk last = new LastChunk(this);
        long broken = walk(block, last);
        if (broken != 0) {
            findings.contents(last.brokenAt(manager, layout, block, broken));
        }
        return broken == 0;
    }

    /** For chunks that are not free. */
    final void checkLive(long chunk, long capacity) {
        if (Checking.ENABLED) {
            report(chunk, capacity, ChunkFault.ofLive(chunk, capacity));
        }
    }

    final void report(long chunk, long capacity, String fault) {
        if (fault != null) {
            findings.contents(ChunkText.of(manager, chunk, capacity) + " " + fault);
        }
    }

    final void expect(String what, long found, long expected) {
        if (found != expected) {
            findings.contents(what + " reads " + found + " in place of " + expected);
        }
    }

    /** For sizes and numbers that the context was created with: its blocks cannot be understood without them. */
    final void parameter(String what, int offset, long least, long most) {
        int found = getInt(context + offset);
        if (found < least || found > most) {
            findings.structure(
                    "its " + what + " reads " + found + " in place of " + least + (least == most ? "" : " to " + most));
        }
    }

    /** For contexts whose blocks double; false if nothing can be derived from the sizes. */
    final boolean checkBlockSizes(int initOffset, int nextOffset, int maxOffset) {
        int init = getInt(context + initOffset);
        int next = getInt(context + nextOffset);
        int max = getInt(context + maxOffset);
        boolean plausible = init >= BlockSizes.LEAST && next >= init && max >= next;
        if (!plausible) {
            findings.contents("its block sizes read " + init + " at first, " + next + " next and " + max + " at most");
        }
        return plausible;
    }

    final void requireKeeper(boolean found) {
        if (!found && !findings.isStructural()) {
            findings.structure("its first block, " + BadChunk.hex(layout.keeper(context)) + ", is not on its list");
        }
    }

    final boolean isOneEmptyBlock() {
        return blocks.size() == 1 && layout.free(blocks.get(0)) == blocks.get(0) + layout.header();
    }

    final long blockBytes() {
        long sum = 0;
        for (int i = 0; i < blocks.size(); i++) {
            sum += layout.end(context, blocks.get(i)) - blocks.get(i);
        }
        return sum;
    }

    private void checkAccount() {
        expect("its account of bytes obtained", getLong(context + ContextLayout.MEM_ALLOCATED), allocated());
        if (ContextTree.isReset(context) && !isFresh()) {
            findings.structure("it says that nothing was allocated since its reset, and its blocks are not empty");
        }
    }

    private void checkLimits() {
        ContextLimit limit = handle.limit;
        MemoryContext parent = manager.contextAt(ContextTree.parent(context));
        boolean own = limit != null && limit.context == handle;
        if ((own ? limit.outer : limit) != (parent == null ? null : parent.limit)) {
            findings.contents("the limits above it are not those of its parent");
        }
        long below = own ? ContextLinks.allocatedBelow(manager, context) : -1;
        if (below >= 0) {
            expect("what counts against its limit", limit.used, below);
        }
    }
}
