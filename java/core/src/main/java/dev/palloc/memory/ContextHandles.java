package dev.palloc.memory;

import java.util.Arrays;

/** From the number in a context's off-heap header to its Java object. Numbers are used again, lowest risk first. */
final class ContextHandles {
    private static final int FIRST_CAPACITY = 64;

    private MemoryContext[] contexts = new MemoryContext[FIRST_CAPACITY];
    private int[] freeNumbers = new int[FIRST_CAPACITY];
    private int freeCount;
    private int used;

    int add(MemoryContext context) {
        int number;
        if (freeCount > 0) {
            number = freeNumbers[--freeCount];
        } else {
            number = used++;
            if (number == contexts.length) {
                contexts = Arrays.copyOf(contexts, 2 * number);
                freeNumbers = Arrays.copyOf(freeNumbers, 2 * number);
            }
        }
        contexts[number] = context;
        return number;
    }

    MemoryContext remove(int number) {
        MemoryContext context = contexts[number];
        contexts[number] = null;
        freeNumbers[freeCount++] = number;
        return context;
    }

    MemoryContext get(int number) {
        return contexts[number];
    }

    int count() {
        return used - freeCount;
    }

    /** Any live context, null if there is none. */
    MemoryContext any() {
        while (used > 0 && contexts[used - 1] == null) {
            used--;
        }
        if (used == 0) {
            freeCount = 0;
            return null;
        }
        return contexts[used - 1];
    }

    /** Numbers handed out so far are below this. */
    int limit() {
        return used;
    }
}
