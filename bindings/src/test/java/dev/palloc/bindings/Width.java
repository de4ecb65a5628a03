package dev.palloc.bindings;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** The two widths of the atomics, so that one test serves both. Values are longs; of 32 bits, with upper half 0. */
enum Width {
    U32("_u32", 4, 0xFFFF_FFFFL),
    U64("_u64", 8, -1L);

    final int bytes;
    final long mask;
    private final String suffix;

    Width(String suffix, int bytes, long mask) {
        this.suffix = suffix;
        this.bytes = bytes;
        this.mask = mask;
    }

    /** Calls the generated method of an intrinsic; 0 where it returns nothing. */
    long call(String intrinsic, MemorySegment cell, long... operands) {
        Object[] arguments = new Object[1 + operands.length];
        arguments[0] = cell;
        for (int i = 0; i < operands.length; i++) {
            // Not a conditional expression: that would make a Long of both.
            if (this == U32) {
                arguments[1 + i] = (int) operands[i];
            } else {
                arguments[1 + i] = operands[i];
            }
        }
        try {
            Object result = method(intrinsic).invoke(null, arguments);
            return result == null ? 0 : ((Number) result).longValue() & mask;
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new AssertionError(intrinsic + suffix, e);
        }
    }

    private Method method(String intrinsic) {
        String name = "palloc_" + intrinsic + suffix;
        return Arrays.stream(palloc_h.class.getMethods())
                .filter(method -> method.getName().equals(name))
                .findAny()
                .orElseThrow(() -> new AssertionError("no binding " + name));
    }

    long get(MemorySegment cell) {
        return this == U32 ? cell.get(ValueLayout.JAVA_INT, 0) & mask : cell.get(ValueLayout.JAVA_LONG, 0);
    }

    void set(MemorySegment cell, long value) {
        if (this == U32) {
            cell.set(ValueLayout.JAVA_INT, 0, (int) value);
        } else {
            cell.set(ValueLayout.JAVA_LONG, 0, value);
        }
    }
}
