package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

import dev.palloc.MemoryCorruptedException;

/**
 * The check of what all contexts begin with: type, handle, flags and the links of the tree. No link is followed before it
 * is known to lead to a context: in checking mode for certain, otherwise as far as its value alone can tell.
 */
final class ContextLinks {
    /** What every block source promises. */
    static final long BLOCK_ALIGNMENT = 64;

    private static final int ALL_HOOKS = ContextLayout.HOOK_SEGMENTS | ContextLayout.HOOK_CALLBACKS;

    private final MemoryManager manager;
    private final MemoryContext handle;
    private final long context;
    private final CheckFindings findings;

    private ContextLinks(MemoryContext handle, CheckFindings findings) {
        this.manager = handle.manager();
        this.handle = handle;
        this.context = handle.liveAddress("check");
        this.findings = findings;
    }

    static void check(MemoryContext handle, CheckFindings findings) {
        ContextLinks links = new ContextLinks(handle, findings);
        links.checkHeader();
        links.checkTree();
    }

    /** Before a release follows the links of a context that it has not come to yet. */
    static CheckFindings examine(MemoryManager manager, long context) {
        MemoryContext handle = handleOf(manager, context);
        CheckFindings findings = new CheckFindings(manager, handle);
        check(handle, findings);
        return findings;
    }

    /** Whether a live context of the manager begins at an address, whatever the address may be. */
    static boolean isContext(MemoryManager manager, long address) {
        boolean readable = Checking.ENABLED
                ? address != 0 && manager.contextBlocks().startOf(address) == address
                : address > 0 && (address & BLOCK_ALIGNMENT - 1) == 0;
        return readable && isHandle(manager, getInt(address + ContextLayout.HANDLE), address);
    }

    private static boolean isHandle(MemoryManager manager, int number, long address) {
        ContextHandles handles = manager.handles();
        MemoryContext found = number >= 0 && number < handles.limit() ? handles.get(number) : null;
        return found != null && found.address == address;
    }

    /** The handle of a live context, also if the number in its header was written over. */
    static MemoryContext handleOf(MemoryManager manager, long context) {
        if (isHandle(manager, getInt(context + ContextLayout.HANDLE), context)) {
            return manager.contextAt(context);
        }
        for (int number = 0; number < manager.handles().limit(); number++) {
            if (isHandle(manager, number, context)) {
                return manager.handles().get(number);
            }
        }
        throw new MemoryCorruptedException("no context is at " + BadChunk.hex(context));
    }

    /** A context's path for messages, or its name alone where the way to the root is not to be trusted. */
    static String path(MemoryManager manager, MemoryContext context) {
        long address = context.liveAddress("check");
        for (int level = 0; level <= ContextPath.MAX_LEVELS && address != 0; level++) {
            if (!isContext(manager, address)) {
                return "\".../" + context.name() + "\" at " + BadChunk.hex(context.address);
            }
            address = ContextTree.parent(address);
        }
        return context.toString();
    }

    /** Bytes obtained by a context and all below it; -1 if the tree cannot be walked. */
    static long allocatedBelow(MemoryManager manager, long top) {
        long sum = 0;
        int steps = 0;
        for (long context = top; context != 0; context = ContextTree.nextInWalk(context, top)) {
            if (++steps > manager.contextCount() || !isWalkable(manager, context)) {
                return -1;
            }
            sum += getLong(context + ContextLayout.MEM_ALLOCATED);
        }
        return sum;
    }

    private static boolean isWalkable(MemoryManager manager, long context) {
        if (!isContext(manager, context)) {
            return false;
        }
        CheckFindings findings = new CheckFindings(manager, handleOf(manager, context));
        new ContextLinks(handleOf(manager, context), findings).checkTree();
        return findings.isEmpty();
    }

    private void checkHeader() {
        expect("type tag", getInt(context + ContextLayout.TAG), handle.type().tag());
        expect(
                "method id",
                getInt(context + ContextLayout.METHOD),
                handle.type().methodId());
        int number = getInt(context + ContextLayout.HANDLE);
        if (!isHandle(manager, number, context)) {
            findings.structure("the number of its handle reads " + number + ", which is another's or nobody's");
        }
        byte isReset = getByte(context + ContextLayout.IS_RESET);
        if (isReset != 0 && isReset != 1) {
            findings.structure("its isReset flag reads " + isReset + " in place of 0 or 1");
        }
        checkHooks(getByte(context + ContextLayout.HOOKS));
    }

    private void expect(String field, int found, int expected) {
        if (found != expected) {
            findings.structure("its " + field + " reads " + found + " in place of " + expected);
        }
    }

    private void checkHooks(byte hooks) {
        int expected = (handle.hasSegments() && !manager.isShared() ? ContextLayout.HOOK_SEGMENTS : 0)
                | (handle.hasCallbacks() ? ContextLayout.HOOK_CALLBACKS : 0);
        // The last callback is taken from the list before it runs, and its hook is removed after.
        boolean running = manager.releasing().contains(handle);
        if ((hooks & ~ALL_HOOKS) != 0 || hooks != expected && !running) {
            findings.contents("its hooks read " + hooks + " in place of " + expected
                    + ": a reset would forget callbacks or segments");
        }
    }

    private void checkTree() {
        long parent = ContextTree.parent(context);
        long prev = getLong(context + ContextLayout.PREV_CHILD);
        long next = ContextTree.nextSibling(context);
        long child = ContextTree.firstChild(context);
        if (parent == 0) {
            if (prev != 0 || next != 0) {
                findings.structure(
                        "it has no parent and yet the siblings " + BadChunk.hex(prev) + " and " + BadChunk.hex(next));
            }
        } else if (leads("parent", parent)) {
            if (prev == 0) {
                mirror("the first child of its parent", parent, ContextLayout.FIRST_CHILD, context);
            } else if (leads("previous sibling", prev)) {
                mirror("the one after its previous sibling", prev, ContextLayout.NEXT_CHILD, context);
                mirror("the parent of its previous sibling", prev, ContextLayout.PARENT, parent);
            }
            if (next != 0 && leads("next sibling", next)) {
                mirror("the one before its next sibling", next, ContextLayout.PREV_CHILD, context);
                mirror("the parent of its next sibling", next, ContextLayout.PARENT, parent);
            }
        }
        if (child != 0 && leads("first child", child)) {
            mirror("the parent of its first child", child, ContextLayout.PARENT, context);
            mirror("the one before its first child", child, ContextLayout.PREV_CHILD, 0);
        }
    }

    private boolean leads(String link, long address) {
        boolean leads = isContext(manager, address);
        if (!leads) {
            findings.structure("its " + link + " reads " + BadChunk.hex(address) + ", where no live context is");
        }
        return leads;
    }

    private void mirror(String what, long neighbour, int field, long expected) {
        long found = getLong(neighbour + field);
        if (found != expected) {
            findings.structure(what + ", " + BadChunk.hex(neighbour) + ", reads " + BadChunk.hex(found)
                    + " in place of " + BadChunk.hex(expected));
        }
    }
}
