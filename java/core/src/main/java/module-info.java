/**
 * Palloc: PostgreSQL's memory subsystem for JDK 22+ applications.
 *
 * <p>Run with {@code --enable-native-access=dev.palloc,dev.palloc.bindings}. Without the grant the JDK prints a warning
 * or, from the day it denies by default, Palloc works in pure Java and says so in
 * {@link dev.palloc.platform.Platform#reason()}.
 */
module dev.palloc {
    requires dev.palloc.bindings;

    // Events and the management bean. Both modules are part of every JDK and of the class path's defaults.
    requires jdk.jfr;
    requires java.management;

    // For raw access where the JDK denies native access, and for nothing else.
    requires jdk.unsupported;

    exports dev.palloc;
    exports dev.palloc.atomic;
    exports dev.palloc.lwlock;
    exports dev.palloc.memory;
    exports dev.palloc.page;
    exports dev.palloc.platform;
    exports dev.palloc.shmem;
}
