package dev.palloc.platform;

import dev.palloc.atomic.SpinLock;
import dev.palloc.memory.BlockSizes;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import java.util.ArrayList;
import java.util.List;

/**
 * What a program sees of the choice of a platform. Runs commands in a JVM or under a class loader of its own, because
 * the choice and the library are kept for good, and says what came of each in one line:
 *
 * <pre>
 *   get         native | library bundled for linux-x86_64
 *   of:java     java | asked for by name
 *   of:cobol    IllegalArgumentException: unknown platform ...
 *   set:java    the property is java now
 *   same        whether two calls of get give one instance
 *   use         memory of the platform named last, through all layers: "works, direct" or "works, fall-back"
 * </pre>
 */
public final class PlatformProbe {
    private Platform last;

    private PlatformProbe() {}

    public static void main(String[] commands) {
        run(commands).forEach(System.out::println);
    }

    /** Types of the JDK only, so that it can be called across class loaders. */
    public static List<String> run(String... commands) {
        PlatformProbe probe = new PlatformProbe();
        List<String> lines = new ArrayList<>();
        for (String command : commands) {
            try {
                lines.add(probe.answer(command));
            } catch (RuntimeException | Error e) {
                lines.add(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        return lines;
    }

    private String answer(String command) {
        String argument = command.substring(command.indexOf(':') + 1);
        switch (command.substring(0, command.length() - argument.length())) {
            case "of:":
                last = Platform.of(argument);
                return last.name() + " | " + last.reason();
            case "set:":
                System.setProperty(Platform.PROPERTY, argument);
                return "the property is " + argument + " now";
            default:
                break;
        }
        switch (command) {
            case "get":
                last = Platform.get();
                return last.name() + " | " + last.reason();
            case "same":
                return String.valueOf(Platform.get() == Platform.get());
            case "use":
                return use(last);
            default:
                throw new IllegalArgumentException("no such command: " + command);
        }
    }

    private static String use(Platform platform) {
        long address = platform.allocateZeroed(256, 64);
        // First, because a lock word that is not zero would be waited for without end.
        expect(0, RawMemory.getLong(address));
        RawMemory.fill(address + 64, 64, (byte) 7);
        RawMemory.copy(address + 64, address + 128, 64);
        RawMemory.putByte(address + 128, (byte) 8);
        SpinLock.acquire(address);
        RawMemory.putLongRelease(address + 8, RawMemory.getLong(address + 128));
        platform.fullBarrier();
        SpinLock.release(address);
        expect(0x0707070707070708L, RawMemory.getLongAcquire(address + 8));
        expect(0, RawMemory.getIntAcquire(address));
        platform.free(address, 256);

        try (MemoryManager manager = new MemoryManager(platform)) {
            MemoryContext context = manager.createAllocSet(null, "probe", BlockSizes.DEFAULT);
            long chunk = context.palloc(100);
            RawMemory.putLong(chunk + 92, 42);
            chunk = manager.repalloc(chunk, 100_000);
            expect(42, RawMemory.getLong(chunk + 92));
            manager.pfree(chunk);
        }
        return RawMemory.direct() ? "works, direct" : "works, fall-back";
    }

    private static void expect(long expected, long actual) {
        if (expected != actual) {
            throw new IllegalStateException("read " + actual + " where " + expected + " was written");
        }
    }
}
