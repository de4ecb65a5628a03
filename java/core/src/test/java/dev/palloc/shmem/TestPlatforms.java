package dev.palloc.shmem;

import dev.palloc.PallocException;
import dev.palloc.platform.Platform;
import java.util.ArrayList;
import java.util.List;

/** Platforms to run a test on: Java always, native where its library loads; that it does, its own tests say. */
final class TestPlatforms {
    private static final List<Platform> ALL = load();

    private TestPlatforms() {}

    private static List<Platform> load() {
        List<Platform> all = new ArrayList<>();
        all.add(Platform.of("java"));
        try {
            all.add(Platform.of("native"));
        } catch (PallocException notBuilt) {
            System.getLogger("dev.palloc.shmem").log(System.Logger.Level.INFO, notBuilt.getMessage());
        }
        return List.copyOf(all);
    }

    static List<Platform> all() {
        return ALL;
    }

    static Platform java() {
        return ALL.get(0);
    }
}
