package dev.palloc.bindings;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What the generator made, by reflection: the tests shall not repeat its lists of names. */
final class Generated {
    private static final String ADDRESS = "$address";
    private static final String OFFSET = "$offset";

    private Generated() {}

    /** Functions that can be called. */
    static List<String> functions() {
        return suffixed(palloc_h.class, ADDRESS).toList();
    }

    static List<String> constants() {
        return methods(palloc_h.class)
                .map(Method::getName)
                .filter(name -> name.startsWith("PALLOC_"))
                .toList();
    }

    /** Every generated file besides the header class stands for a struct. */
    static List<String> structs() {
        return Repository.sources().keySet().stream()
                .map(file -> file.replace(".java", ""))
                .filter(name -> !name.equals("palloc_h"))
                .toList();
    }

    static List<String> fields(String struct) {
        return suffixed(classOf(struct), OFFSET).toList();
    }

    static MemorySegment address(String function) {
        return (MemorySegment) call(palloc_h.class, function + ADDRESS);
    }

    static long constant(String name) {
        return ((Number) call(palloc_h.class, name)).longValue();
    }

    static long size(String struct) {
        return ((GroupLayout) call(classOf(struct), "layout")).byteSize();
    }

    static long offset(String struct, String field) {
        return (long) call(classOf(struct), field + OFFSET);
    }

    private static Stream<String> suffixed(Class<?> type, String suffix) {
        return methods(type)
                .map(Method::getName)
                .filter(name -> name.endsWith(suffix))
                .map(name -> name.substring(0, name.length() - suffix.length()));
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods());
    }

    private static Class<?> classOf(String struct) {
        try {
            return Class.forName(Generated.class.getPackageName() + "." + struct);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("no binding for struct " + struct + "; " + Repository.REGENERATE, e);
        }
    }

    private static Object call(Class<?> type, String method) {
        try {
            return type.getMethod(method).invoke(null);
        } catch (ReflectiveOperationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new AssertionError(type.getSimpleName() + "." + method + "(): " + cause, cause);
        }
    }
}
