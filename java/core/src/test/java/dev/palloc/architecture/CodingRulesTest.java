package dev.palloc.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CodingRulesTest {
    @Test
    void oneClassLoadsLibraries() {
        assertThat(callers(call -> {
                    String owner = call.getTargetOwner().getName();
                    String name = call.getName();
                    return (owner.equals("java.lang.System") || owner.equals("java.lang.Runtime"))
                                    && (name.equals("load") || name.equals("loadLibrary"))
                            || owner.equals(SymbolLookup.class.getName()) && name.equals("libraryLookup");
                }))
                .containsExactly("dev.palloc.platform.NativeLibrary");
    }

    /** Lifetime gives a segment of RawMemory a scope; size and address stay what they were. */
    @Test
    void oneClassMakesSegmentsOfRawMemory() {
        assertThat(callers(CodingRulesTest::reinterprets))
                .contains("dev.palloc.platform.RawMemory")
                .isSubsetOf("dev.palloc.platform.RawMemory", "dev.palloc.shmem.Lifetime");
        assertThat(callers(call -> reinterprets(call)
                        && call.getTarget().getRawParameterTypes().get(0).isEquivalentTo(long.class)))
                .as("with a size of its own")
                .containsExactly("dev.palloc.platform.RawMemory");
    }

    private static boolean reinterprets(JavaMethodCall call) {
        return call.getTargetOwner().isEquivalentTo(MemorySegment.class)
                && call.getName().equals("reinterpret");
    }

    private static Set<String> callers(Predicate<JavaMethodCall> kind) {
        return Code.classes().stream()
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .filter(kind)
                .map(JavaAccess::getOriginOwner)
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
    }

    /** A process-wide or thread-wide current context is what Palloc does without. */
    @Test
    void nothingHidesInAThread() {
        noClasses()
                .should()
                .dependOnClassesThat(describe(
                        "are thread locals",
                        type -> type.isAssignableTo(ThreadLocal.class)
                                || type.getName().equals("java.util.concurrent.ThreadLocalRandom")))
                .check(Code.classes());
    }

    @Test
    void nothingIsPrinted() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(Code.classes());
    }

    @Test
    void theProcessHasTwoVariables() {
        assertThat(Code.classes().stream()
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> field.getModifiers().contains(JavaModifier.STATIC)
                                && !field.getModifiers().contains(JavaModifier.FINAL))
                        .map(JavaField::getFullName))
                .containsExactlyInAnyOrder(
                        "dev.palloc.platform.Platforms.chosen", "dev.palloc.platform.NativeLibrary.outcome");
    }

    @Test
    void nothingIsFinalized() {
        assertThat(Code.classes().stream()
                        .filter(type -> type.tryGetMethod("finalize").isPresent())
                        .map(JavaClass::getName))
                .isEmpty();
    }
}
