/*
 * test_cache_line.c - what the library says of the machine that runs the test.
 *
 * The figure itself differs from machine to machine; what must hold everywhere is that it is believable, that the
 * source named is where it came from, and that no source of another architecture speaks up.
 */
#include "check.h"
#include "palloc.h"

static struct palloc_cache_line detected(void)
{
    struct palloc_cache_line line = {-1, -1};
    palloc_cache_line_detect(&line);
    return line;
}

static void detected_line_is_believable(void)
{
    int32_t bytes = detected().line_bytes;
    CHECK(bytes >= PALLOC_LINE_MIN && bytes <= PALLOC_LINE_MAX);
    CHECK_EQUAL(0, bytes & (bytes - 1));
}

static void detected_source_says_the_same_when_asked(void)
{
    struct palloc_cache_line line = detected();
    CHECK(line.source >= PALLOC_SOURCE_CPUID_LEAF4 && line.source <= PALLOC_SOURCE_DEFAULT);
    CHECK_EQUAL(line.line_bytes, palloc_cache_line_ask(line.source));
}

static void processor_is_asked_first(void)
{
#if defined(__aarch64__)
    /* This register always exists and always holds a believable number. */
    CHECK_EQUAL(PALLOC_SOURCE_CTR_EL0, detected().source);
#else
    /* clflush is part of every x86-64 processor, so one of the two leaves has an answer even in a virtual machine. */
    CHECK(detected().source == PALLOC_SOURCE_CPUID_LEAF4 || detected().source == PALLOC_SOURCE_CPUID_LEAF1);
#endif
}

static void detection_is_repeatable(void)
{
    struct palloc_cache_line first = detected(), second = detected();
    CHECK_EQUAL(first.line_bytes, second.line_bytes);
    CHECK_EQUAL(first.source, second.source);
}

static void sources_of_other_architectures_are_silent(void)
{
#if defined(__aarch64__)
    CHECK_EQUAL(0, palloc_cache_line_ask(PALLOC_SOURCE_CPUID_LEAF4));
    CHECK_EQUAL(0, palloc_cache_line_ask(PALLOC_SOURCE_CPUID_LEAF1));
#else
    CHECK_EQUAL(0, palloc_cache_line_ask(PALLOC_SOURCE_CTR_EL0));
#endif
}

static void unknown_sources_are_silent(void)
{
    static const int32_t unknown[] = {0, -1, PALLOC_SOURCE_DEFAULT + 1, 1000, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
        CHECK_EQUAL(0, palloc_cache_line_ask(unknown[i]));
    }
}

static void default_source_says_the_default(void)
{
    CHECK_EQUAL(PALLOC_LINE_DEFAULT, palloc_cache_line_ask(PALLOC_SOURCE_DEFAULT));
}

static const struct check_case cases[] = {
    CHECK_CASE(detected_line_is_believable),
    CHECK_CASE(detected_source_says_the_same_when_asked),
    CHECK_CASE(processor_is_asked_first),
    CHECK_CASE(detection_is_repeatable),
    CHECK_CASE(sources_of_other_architectures_are_silent),
    CHECK_CASE(unknown_sources_are_silent),
    CHECK_CASE(default_source_says_the_default),
};

CHECK_MAIN(cases)
