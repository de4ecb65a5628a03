package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every public constructor and static method of this package says which argument must not be null. */
class NullArgumentsTest {
    @TestFactory
    List<DynamicTest> nullIsRefusedByName() throws IOException, ReflectiveOperationException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Executable executable : publicExecutables()) {
            Class<?>[] types = executable.getParameterTypes();
            for (int i = 0; i < types.length; i++) {
                if (!types[i].isPrimitive()) {
                    int argument = i;
                    tests.add(dynamicTest(
                            executable.toGenericString() + ", argument " + (argument + 1),
                            () -> assertRefused(executable, argument)));
                }
            }
        }
        assertThat(tests).as("what has arguments that can be null").hasSizeGreaterThanOrEqualTo(2);
        return tests;
    }

    private static void assertRefused(Executable executable, int argument) {
        assertThat(catchThrowable(() -> call(executable, arguments(executable.getParameterTypes(), argument))))
                .isExactlyInstanceOf(NullPointerException.class)
                .message()
                .as("the name of the parameter and no more")
                .matches("[a-z][A-Za-z]*");
    }

    private static List<Executable> publicExecutables() throws IOException, ClassNotFoundException {
        Path folder = ProgramFiles.library().resolve("dev/palloc/platform");
        List<String> names;
        try (Stream<Path> files = Files.list(folder)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class") && !file.startsWith("package-info"))
                    .map(file -> "dev.palloc.platform." + file.replace(".class", ""))
                    .sorted()
                    .collect(Collectors.toList());
        }
        List<Executable> all = new ArrayList<>();
        for (String name : names) {
            Class<?> type = Class.forName(name, false, NullArgumentsTest.class.getClassLoader());
            // Enums have methods of the compiler's only.
            if (Modifier.isPublic(type.getModifiers()) && !type.isEnum()) {
                all.addAll(Arrays.asList(type.getConstructors()));
                Stream.of(type.getDeclaredMethods())
                        .filter(method ->
                                Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers()))
                        .forEach(all::add);
            }
        }
        return all;
    }

    /** Null for the one, something harmless for the others. */
    private static Object[] arguments(Class<?>[] types, int nullAt) {
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (i == nullAt) {
                continue;
            }
            if (types[i] == int.class) {
                arguments[i] = 64;
            } else if (types[i] == long.class) {
                arguments[i] = 64L;
            } else if (types[i] == String.class) {
                arguments[i] = "java";
            } else {
                throw new AssertionError("this test has no harmless value of " + types[i] + " yet");
            }
        }
        return arguments;
    }

    private static void call(Executable executable, Object[] arguments) throws Throwable {
        try {
            if (executable instanceof Constructor) {
                ((Constructor<?>) executable).newInstance(arguments);
            } else {
                ((Method) executable).invoke(null, arguments);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
