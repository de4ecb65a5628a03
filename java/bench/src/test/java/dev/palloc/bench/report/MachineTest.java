package dev.palloc.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void readsTheModelOfBothArchitectures() {
        assertThat(Machine.model(Stream.of("processor\t: 0", "model name\t: Some CPU @ 2 GHz", "model name\t: other")))
                .contains("Some CPU @ 2 GHz");
        assertThat(Machine.model(Stream.of("processor\t: 0", "CPU implementer\t: 0x41", "CPU part\t: 0xd0c")))
                .contains("implementer 0x41 part 0xd0c");
        assertThat(Machine.model(Stream.of("", "nothing of interest"))).isEmpty();
    }

    @Test
    void somethingIsKnownOfEveryMachine() {
        Machine machine = Machine.detect();
        assertThat(machine.cpu()).isNotBlank();
        assertThat(machine.jdk()).contains(Integer.toString(Runtime.version().feature()));
        assertThat(machine.processors()).isPositive();
    }
}
