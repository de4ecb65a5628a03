package dev.palloc.atomic;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the operations of atomics.h do to a word, in plain arithmetic, and the methods of Atomic32 and Atomic64 that must do
 * the same. 32-bit words are the low half of a long, sign-extended.
 */
final class WordOperations {
    /** What an operation returns, null for nothing, and what it leaves. */
    record Effect(Long result, long after) {}

    interface Model {
        Effect of(long before, long first, long second);
    }

    static final Map<String, Model> MODELS = models();

    private WordOperations() {}

    private static Map<String, Model> models() {
        Map<String, Model> all = new TreeMap<>();
        all.put("read", (before, a, b) -> new Effect(before, before));
        all.put("readMembarrier", (before, a, b) -> new Effect(before, before));
        all.put("write", (before, a, b) -> new Effect(null, a));
        all.put("unlockedWrite", (before, a, b) -> new Effect(null, a));
        all.put("writeMembarrier", (before, a, b) -> new Effect(null, a));
        all.put("exchange", (before, a, b) -> new Effect(before, a));
        all.put("compareExchange", (before, a, b) -> new Effect(before, before == a ? b : before));
        all.put("fetchAdd", (before, a, b) -> new Effect(before, before + a));
        all.put("fetchSub", (before, a, b) -> new Effect(before, before - a));
        all.put("fetchAnd", (before, a, b) -> new Effect(before, before & a));
        all.put("fetchOr", (before, a, b) -> new Effect(before, before | a));
        all.put("fetchXor", (before, a, b) -> new Effect(before, before ^ a));
        all.put("addFetch", (before, a, b) -> new Effect(before + a, before + a));
        all.put("subFetch", (before, a, b) -> new Effect(before - a, before - a));
        // Unsigned, and returns what the word is at least: pg_atomic_monotonic_advance.
        all.put("monotonicAdvance", (before, a, b) -> {
            long after = Long.compareUnsigned(before, a) >= 0 ? before : a;
            return new Effect(after, after);
        });
        return all;
    }

    /** A method of a facade. */
    record Call(Method method, boolean onSegment) {
        int operands() {
            return method.getParameterCount() - (onSegment ? 2 : 1);
        }

        boolean writes() {
            return !method.getName().equals("read");
        }

        Object at(MemorySegment segment, long offset, long... operands) throws Throwable {
            List<Object> arguments = new ArrayList<>();
            if (onSegment) {
                arguments.add(segment);
                arguments.add(offset);
            } else {
                arguments.add(segment.address() + offset);
            }
            for (int i = 0; i < operands(); i++) {
                boolean isInt = method.getParameterTypes()[arguments.size()] == int.class;
                arguments.add(isInt ? (Object) (int) operands[i] : (Object) operands[i]);
            }
            try {
                return method.invoke(null, arguments.toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @Override
        public String toString() {
            return method.getDeclaringClass().getSimpleName() + "." + method.getName()
                    + (onSegment ? "(segment, offset)" : "(address)");
        }
    }

    /** All that a facade has. */
    static List<Call> of(Class<?> facade) {
        List<Call> calls = new ArrayList<>();
        for (Method method : facade.getMethods()) {
            if (method.getDeclaringClass() == facade) {
                calls.add(new Call(method, method.getParameterTypes()[0] == MemorySegment.class));
            }
        }
        return calls;
    }
}
