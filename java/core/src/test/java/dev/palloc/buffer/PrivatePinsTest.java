package dev.palloc.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivatePinsTest {
    private static final long SEED = 8;

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 9, 40, 1000})
    void itCountsAsAMapDoes(int buffers) {
        Random random = new Random(SEED + buffers);
        PrivatePins pins = new PrivatePins();
        Map<Integer, Integer> model = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            // Neighbours, and what collides with them.
            int buffer = random.nextInt(buffers) << (random.nextBoolean() ? 0 : 20);
            String where = "buffer " + buffer + ", step " + i + ", seed " + (SEED + buffers);
            if (random.nextInt(100) < (i / 5000 % 2 == 0 ? 60 : 40)) {
                pins.reserve();
                assertThat(pins.add(buffer)).as(where).isEqualTo(model.merge(buffer, 1, Integer::sum));
            } else if (model.containsKey(buffer)) {
                Integer left = model.compute(buffer, (key, count) -> count == 1 ? null : count - 1);
                assertThat(pins.remove(buffer)).as(where).isEqualTo(left == null ? 0 : left);
            }
            assertThat(pins.count(buffer)).as(where).isEqualTo(model.getOrDefault(buffer, 0));
            assertThat(pins.size()).as(where).isEqualTo(model.size());
        }
        Map<Integer, Integer> all = new HashMap<>();
        pins.forEach(all::put);
        assertThat(all).isEqualTo(model);
    }
}
