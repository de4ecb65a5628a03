package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * Circular doubly linked lists whose nodes lie in blocks and whose head is a node in the context (PostgreSQL's ilist.h).
 *
 * <pre>
 *   0  previous node
 *   8  next node
 * </pre>
 */
final class DoublyLinkedList {
    static final int NODE_SIZE = 16;
    private static final int PREV = 0;
    private static final int NEXT = 8;

    private DoublyLinkedList() {}

    static void init(long head) {
        putLong(head + PREV, head);
        putLong(head + NEXT, head);
    }

    static boolean isEmpty(long head) {
        return getLong(head + NEXT) == head;
    }

    /** The first node; the head itself if there is none. */
    static long first(long head) {
        return getLong(head + NEXT);
    }

    /** The node after this one; the head itself after the last. */
    static long next(long node) {
        return getLong(node + NEXT);
    }

    /** The node before this one; the head itself before the first. */
    static long prev(long node) {
        return getLong(node + PREV);
    }

    static void pushHead(long head, long node) {
        long next = getLong(head + NEXT);
        putLong(node + PREV, head);
        putLong(node + NEXT, next);
        putLong(head + NEXT, node);
        putLong(next + PREV, node);
    }

    static void pushTail(long head, long node) {
        long prev = getLong(head + PREV);
        putLong(node + PREV, prev);
        putLong(node + NEXT, head);
        putLong(prev + NEXT, node);
        putLong(head + PREV, node);
    }

    static void remove(long node) {
        long prev = getLong(node + PREV);
        long next = getLong(node + NEXT);
        putLong(prev + NEXT, next);
        putLong(next + PREV, prev);
    }
}
