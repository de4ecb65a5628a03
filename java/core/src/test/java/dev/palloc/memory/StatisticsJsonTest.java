package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticsJsonTest {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final MemoryManager manager = TestManager.create();
    private final MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.DEFAULT);

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    void shouldWriteAnObjectForEachContextInItsParent() {
        top.setIdentifier("first");
        manager.createGeneration(top, "a", BlockSizes.DEFAULT);
        manager.createBump(top, "b", BlockSizes.DEFAULT);

        assertThat(ContextStatistics.of(top).toJson())
                .isEqualTo("{\"name\":\"top\",\"ident\":\"first\",\"type\":\"AllocSet\",\"level\":1,\"path\":[1],"
                        + "\"totalBytes\":8192,\"totalBlocks\":1,\"freeBytes\":7952,\"freeChunks\":0,"
                        + "\"usedBytes\":240,\"allocatedBytes\":8192,\"children\":["
                        + "{\"name\":\"b\",\"ident\":null,\"type\":\"Bump\",\"level\":2,\"path\":[1,2],"
                        + "\"totalBytes\":8080,\"totalBlocks\":1,\"freeBytes\":8048,\"freeChunks\":0,"
                        + "\"usedBytes\":32,\"allocatedBytes\":8192,\"children\":[]},"
                        + "{\"name\":\"a\",\"ident\":null,\"type\":\"Generation\",\"level\":2,\"path\":[1,3],"
                        + "\"totalBytes\":8192,\"totalBlocks\":1,\"freeBytes\":8008,\"freeChunks\":0,"
                        + "\"usedBytes\":184,\"allocatedBytes\":8064,\"children\":[]}]}");
    }

    @Test
    void shouldSumUpWhatTheLimitsLeaveOut() throws JsonProcessingException {
        for (int i = 1; i <= 3; i++) {
            MemoryContext child = manager.createAllocSet(top, "child " + i, BlockSizes.SMALL);
            manager.createGeneration(child, "below " + i, BlockSizes.DEFAULT);
        }
        JsonNode json = STRICT.readTree(ContextStatistics.of(top).toJson(new StatisticsLimits(1, 1)));

        assertThat(json.get("more"))
                .isEqualTo(STRICT.readTree("{\"contexts\":4,\"totalBytes\":18432,\"totalBlocks\":4,"
                        + "\"freeBytes\":17584,\"freeChunks\":0,\"usedBytes\":848,\"allocatedBytes\":18176}"));
        JsonNode listed = json.get("children");
        assertThat(listed).hasSize(1);
        assertThat(listed.get(0).get("name").textValue()).isEqualTo("child 3");
        assertThat(listed.get(0).get("children")).isEmpty();
        assertThat(listed.get(0).get("more"))
                .isEqualTo(STRICT.readTree("{\"contexts\":1,\"totalBytes\":8192,\"totalBlocks\":1,"
                        + "\"freeBytes\":8008,\"freeChunks\":0,\"usedBytes\":184,\"allocatedBytes\":8064}"));
    }

    @Test
    void shouldAddUpWithinAnyLimits() throws JsonProcessingException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            MemoryContext root = StatisticsTrees.create(manager, random, 1 + random.nextInt(60));
            ContextStatistics statistics = ContextStatistics.of(root);
            StatisticsLimits limits = new StatisticsLimits(random.nextInt(6), random.nextInt(5));
            JsonNode json = STRICT.readTree(statistics.toJson(limits));
            String where = "seed " + seed + ", round " + round;

            ContextCounters total = statistics.total();
            assertThat(sum(json, "totalBytes")).as(where).isEqualTo(total.totalSpace());
            assertThat(sum(json, "totalBlocks")).as(where).isEqualTo(total.blocks());
            assertThat(sum(json, "freeBytes")).as(where).isEqualTo(total.freeSpace());
            assertThat(sum(json, "freeChunks")).as(where).isEqualTo(total.freeChunks());
            assertThat(sum(json, "usedBytes")).as(where).isEqualTo(total.usedSpace());
            assertThat(sum(json, "allocatedBytes")).as(where).isEqualTo(root.memAllocated(true));
            long listed = json.findValues("level").size();
            long leftOut = json.findValues("contexts").stream()
                    .mapToLong(JsonNode::longValue)
                    .sum();
            assertThat(listed + leftOut).as(where).isEqualTo(statistics.contextCount());
            // Both reports list the same contexts: all lines but the sums.
            assertThat(listed)
                    .as(where)
                    .isEqualTo(statistics
                            .toText(limits)
                            .lines()
                            .filter(line -> !line.contains(" more child contexts ") && !line.startsWith("Grand total"))
                            .count());
            root.delete();
        }
    }

    private static long sum(JsonNode context, String field) {
        long sum = context.get(field).longValue();
        for (JsonNode child : context.get("children")) {
            sum += sum(child, field);
        }
        return context.has("more") ? sum + context.get("more").get(field).longValue() : sum;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"",
                "\\",
                "\\\"",
                "\\u0041",
                "a\nb\r\tc",
                "\u0000\u0001\u001f\u007f\u0080",
                "},\"name\":\"forged\"",
                "</script>\u2028\u2029",
                "é€😀",
                "dynahash",
                "null",
            })
    void shouldKeepUglyNames(String ugly) throws JsonProcessingException {
        MemoryContext context = manager.createAllocSet(top, ugly, BlockSizes.SMALL);
        context.setIdentifier(ugly + ugly.repeat(200));
        JsonNode json = STRICT.readTree(ContextStatistics.of(context).toJson());

        assertThat(json.get("name").textValue()).isEqualTo(ugly);
        assertThat(json.get("ident").textValue()).isEqualTo(ugly + ugly.repeat(200));
    }

    @Test
    void shouldReplaceHalvesOfSurrogatePairs() throws JsonProcessingException {
        for (String half : List.of("\ud800", "\udbff", "\udc00", "\udfff")) {
            top.setIdentifier("a" + half + "b" + half + half);
            JsonNode json = STRICT.readTree(ContextStatistics.of(top).toJson());
            assertThat(json.get("ident").textValue()).isEqualTo("a\ufffdb\ufffd\ufffd");
        }
    }

    /** Java's UTF-16 encoder puts U+FFFD for whatever is not a character, too. */
    @Test
    void shouldWriteUnicodeWhateverTheNames() throws JsonProcessingException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1000; round++) {
            char[] chars = new char[random.nextInt(20)];
            for (int i = 0; i < chars.length; i++) {
                chars[i] = (char) (random.nextBoolean() ? 0xd800 + random.nextInt(0x800) : random.nextInt(0x80));
            }
            String name = new String(chars);
            top.setIdentifier(name);
            String json = ContextStatistics.of(top).toJson();
            String where = "seed " + seed + ", round " + round;

            assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(json))
                    .as(where)
                    .isTrue();
            assertThat(json.chars().allMatch(c -> c >= ' ')).as(where).isTrue();
            assertThat(STRICT.readTree(json).get("ident").textValue())
                    .as(where)
                    .isEqualTo(new String(name.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE));
        }
    }
}
