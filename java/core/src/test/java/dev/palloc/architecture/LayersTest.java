package dev.palloc.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.palloc.atomic.SpinLock;
import dev.palloc.platform.RawMemory;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may know whom. The core has nothing below it but the JDK.
 *
 * <pre>
 *   memory     buffer
 *      |       /    |
 *      |    lwlock  |
 *      |      |     |      (exceptions lie in dev.palloc, which all may use)
 *      |    shmem  page
 *       \   /       |
 *       atomic      |
 *          |       /
 *       platform -
 *          |
 *       bindings
 * </pre>
 */
class LayersTest {
    private static final String ROOT = "dev.palloc";
    private static final String BINDINGS = "dev.palloc.bindings";

    private static final Map<String, List<String>> MAY_USE = Map.of(
            ROOT,
            List.of(),
            "dev.palloc.platform",
            List.of(ROOT, BINDINGS),
            "dev.palloc.atomic",
            List.of(ROOT, "dev.palloc.platform"),
            "dev.palloc.memory",
            List.of(ROOT, "dev.palloc.platform", "dev.palloc.atomic", "dev.palloc.memory.event"),
            "dev.palloc.memory.event",
            List.of(),
            "dev.palloc.shmem",
            List.of(ROOT, "dev.palloc.platform", "dev.palloc.atomic"),
            "dev.palloc.lwlock",
            List.of(ROOT, "dev.palloc.platform", "dev.palloc.atomic", "dev.palloc.shmem"),
            "dev.palloc.page",
            List.of(ROOT, "dev.palloc.platform"),
            "dev.palloc.buffer",
            List.of(
                    ROOT,
                    "dev.palloc.platform",
                    "dev.palloc.atomic",
                    "dev.palloc.shmem",
                    "dev.palloc.lwlock",
                    "dev.palloc.page"));

    /** Of the JDK, the modules that the core requires. */
    private static final Set<String> JDK = Stream.of("java.base", "java.management", "jdk.jfr")
            .flatMap(name -> ModuleLayer.boot().findModule(name).orElseThrow().getPackages().stream())
            .collect(Collectors.toUnmodifiableSet());

    static Set<String> layers() {
        return MAY_USE.keySet();
    }

    @Test
    void everyPackageHasItsLayer() {
        Set<String> packages =
                Code.classes().stream().map(JavaClass::getPackageName).collect(Collectors.toSet());

        assertThat(packages).isSubsetOf(MAY_USE.keySet()).hasSizeGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("layers")
    void aLayerUsesOnlyWhatIsBelow(String layer) {
        Set<String> allowed = new HashSet<>(MAY_USE.get(layer));
        allowed.add(layer);
        DescribedPredicate<JavaClass> below =
                describe("are of " + allowed + " or the JDK", type -> isIn(allowed, type) || isIn(JDK, type));

        classes()
                .that()
                .resideInAPackage(layer)
                .should()
                .onlyDependOnClassesThat(below)
                .allowEmptyShould(layer.equals("dev.palloc.buffer"))
                .check(Code.classes());
    }

    private static boolean isIn(Set<String> packages, JavaClass type) {
        JavaClass element = type.getBaseComponentType();
        return element.isPrimitive() || packages.contains(element.getPackageName());
    }

    @Test
    void onlyThePlatformKnowsTheBindings() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.palloc.platform.NativeCalls")
                .and()
                .doNotHaveFullyQualifiedName("dev.palloc.platform.NativeLibrary")
                .and()
                .doNotHaveFullyQualifiedName("dev.palloc.platform.NativePlatform")
                .and()
                .doNotHaveFullyQualifiedName("dev.palloc.platform.SyncIntrinsics")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(BINDINGS)
                .check(Code.classes());
    }

    /** The rules above would also hold for classes that were not found. */
    @Test
    void theArrowsThereAreAreSeen() {
        assertThat(Code.classes().get(SpinLock.class).getDirectDependenciesFromSelf())
                .anyMatch(arrow -> arrow.getTargetClass().isEquivalentTo(RawMemory.class));
        assertThat(Code.classes().get("dev.palloc.platform.NativeCalls").getDirectDependenciesFromSelf())
                .anyMatch(arrow -> arrow.getTargetClass().getPackageName().equals(BINDINGS));
    }

    @Test
    void theModuleNeedsNothingButTheJdk() {
        ModuleDescriptor module = ModuleFinder.of(Code.folder())
                .find(ROOT)
                .orElseThrow(() -> new AssertionError("no module in " + Code.folder()))
                .descriptor();

        assertThat(module.requires())
                .extracting(ModuleDescriptor.Requires::name)
                .contains("java.base", BINDINGS)
                .isSubsetOf("java.base", "java.management", "jdk.jfr", "jdk.unsupported", BINDINGS);
        assertThat(module.exports())
                .as("exported to all")
                .noneMatch(ModuleDescriptor.Exports::isQualified)
                .extracting(ModuleDescriptor.Exports::source)
                .isSubsetOf(MAY_USE.keySet());
    }
}
