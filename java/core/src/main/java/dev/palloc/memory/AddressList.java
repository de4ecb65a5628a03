package dev.palloc.memory;

import java.util.Arrays;

/** A growing list of addresses, to be sorted and then searched. Primitive, for lists may have a million. */
final class AddressList {
    private long[] addresses = new long[16];
    private int size;

    void add(long address) {
        if (size == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * size);
        }
        addresses[size++] = address;
    }

    void clear() {
        size = 0;
    }

    void sort() {
        Arrays.sort(addresses, 0, size);
    }

    int size() {
        return size;
    }

    long get(int index) {
        return addresses[index];
    }

    /** Whether a sorted list has an address. */
    boolean contains(long address) {
        return Arrays.binarySearch(addresses, 0, size, address) >= 0;
    }

    /** The largest address of a sorted list that is not above another; 0 if there is none. */
    long floor(long address) {
        int index = Arrays.binarySearch(addresses, 0, size, address);
        if (index < 0) {
            // The insertion point is -index - 1; what lies before it is the floor.
            index = -index - 2;
        }
        return index < 0 ? 0 : addresses[index];
    }
}
