package dev.palloc.bench.peers;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * malloc and its family in one library, called without a transition of the thread's state. The compiler sees through the
 * handles where an instance is a constant, as it trusts the fields of records.
 */
record MallocCalls(MethodHandle mallocHandle, MethodHandle freeHandle, MethodHandle reallocHandle) {

    /** The functions of a library whose names have a prefix. */
    static MallocCalls of(SymbolLookup library, String prefix) {
        FunctionDescriptor malloc = FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
        FunctionDescriptor free = FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG);
        FunctionDescriptor realloc =
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
        return new MallocCalls(
                critical(library, prefix + "malloc", malloc),
                critical(library, prefix + "free", free),
                critical(library, prefix + "realloc", realloc));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle critical(SymbolLookup library, String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker()
                .downcallHandle(library.find(name).orElseThrow(), descriptor, Linker.Option.critical(false));
    }

    long malloc(long size) {
        try {
            return checked((long) mallocHandle.invokeExact(size), size);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    void free(long address) {
        try {
            freeHandle.invokeExact(address);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    long realloc(long address, long size) {
        try {
            return checked((long) reallocHandle.invokeExact(address, size), size);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    private static long checked(long address, long size) {
        if (address == 0) {
            throw new OutOfMemoryError("the C library has no " + size + " bytes");
        }
        return address;
    }

    private static RuntimeException rethrown(Throwable e) {
        if (e instanceof Error) {
            throw (Error) e;
        }
        throw new AssertionError("a downcall throws nothing", e);
    }
}
