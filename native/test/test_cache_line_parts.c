/*
 * test_cache_line_parts.c - choosing, decoding and reading sysfs, with made-up inputs, the same on every machine.
 *
 * Takes the folder of made-up cache descriptions as its argument.
 */
#include "cache_line.h"
#include "check.h"

static void check_chosen(int32_t line_bytes, int32_t source, const struct palloc_cache_line *readings, size_t count)
{
    struct palloc_cache_line chosen = cache_line_choose(readings, count);
    CHECK_EQUAL(line_bytes, chosen.line_bytes);
    CHECK_EQUAL(source, chosen.source);
}

static void first_believable_reading_wins(void)
{
    static const struct palloc_cache_line readings[] = {{64, 1}, {128, 4}, {32, 5}};
    check_chosen(64, 1, readings, 3);
    check_chosen(128, 4, readings + 1, 2);
}

static void nonsense_is_skipped(void)
{
    static const int32_t nonsense[] = {0, -1, -64, INT32_MIN, 1, 8, 15, 63, 65, 96, 2047, 4096, 1 << 30, INT32_MAX};
    for (size_t i = 0; i < sizeof(nonsense) / sizeof(nonsense[0]); i++) {
        struct palloc_cache_line readings[] = {{nonsense[i], 3}, {128, 4}};
        check_chosen(128, 4, readings, 2);
    }
}

static void limits_are_believable(void)
{
    struct palloc_cache_line least = {PALLOC_LINE_MIN, 2}, most = {PALLOC_LINE_MAX, 5};
    check_chosen(PALLOC_LINE_MIN, 2, &least, 1);
    check_chosen(PALLOC_LINE_MAX, 5, &most, 1);
}

static void whole_chain_is_walked(void)
{
    static const struct palloc_cache_line readings[] = {{0, 1}, {-1, 2}, {48, 3}, {4096, 4}, {256, 5}};
    check_chosen(256, PALLOC_SOURCE_SYSFS, readings, 5);
}

static void default_when_nothing_answers(void)
{
    static const struct palloc_cache_line readings[] = {{0, 1}, {0, 2}, {0, 3}, {-1, 4}, {0, 5}};
    check_chosen(PALLOC_LINE_DEFAULT, PALLOC_SOURCE_DEFAULT, readings, 5);
    check_chosen(PALLOC_LINE_DEFAULT, PALLOC_SOURCE_DEFAULT, NULL, 0);
}

static void cpuid_subleaf_is_decoded(void)
{
    /* EAX as a processor with a 32 KiB data cache, the same instruction cache, and larger unified ones gives it. */
    CHECK_EQUAL(64, cache_line_of_cpuid_subleaf(0x1c004121, 0x01c0003f));
    CHECK_EQUAL(0, cache_line_of_cpuid_subleaf(0x1c004122, 0x01c0003f)); /* instructions */
    CHECK_EQUAL(0, cache_line_of_cpuid_subleaf(0x1c004143, 0x01c0003f)); /* level 2 */
    CHECK_EQUAL(0, cache_line_of_cpuid_subleaf(0, 0));                   /* end of the list */
    CHECK_EQUAL(128, cache_line_of_cpuid_subleaf(0x23, 0x7f));           /* unified, level 1 */
    CHECK_EQUAL(4096, cache_line_of_cpuid_subleaf(0x21, 0xfff));
}

static void cpuid_clflush_is_decoded(void)
{
    CHECK_EQUAL(64, cache_line_of_cpuid_clflush(0x00100800, 0xbfebfbff));
    CHECK_EQUAL(2040, cache_line_of_cpuid_clflush(0xffffffff, UINT32_C(1) << 19));
    CHECK_EQUAL(0, cache_line_of_cpuid_clflush(0x00100800, ~(UINT32_C(1) << 19)));
}

static void ctr_el0_is_decoded(void)
{
    CHECK_EQUAL(64, cache_line_of_ctr_el0(UINT64_C(0x8444c004)));
    CHECK_EQUAL(256, cache_line_of_ctr_el0(UINT64_C(0x86668006)));
    CHECK_EQUAL(4, cache_line_of_ctr_el0(0));
    CHECK_EQUAL(131072, cache_line_of_ctr_el0(UINT64_MAX)); /* the largest there is; not believable */
}

static void check_sysfs(int32_t line_bytes, const char *folder)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", check_argument, folder);
    CHECK_EQUAL(line_bytes, cache_line_from_sysfs(path));
}

static void sysfs_is_read(void)
{
    check_sysfs(128, "instruction-first");
    check_sysfs(256, "unified");
}

static void sysfs_without_an_answer_is_zero(void)
{
    check_sysfs(0, "second-level-only");
    check_sysfs(0, "not-a-number");
    check_sysfs(0, "empty");
    check_sysfs(0, "there-is-no-such-folder");
}

static const struct check_case cases[] = {
    CHECK_CASE(first_believable_reading_wins),
    CHECK_CASE(nonsense_is_skipped),
    CHECK_CASE(limits_are_believable),
    CHECK_CASE(whole_chain_is_walked),
    CHECK_CASE(default_when_nothing_answers),
    CHECK_CASE(cpuid_subleaf_is_decoded),
    CHECK_CASE(cpuid_clflush_is_decoded),
    CHECK_CASE(ctr_el0_is_decoded),
    CHECK_CASE(sysfs_is_read),
    CHECK_CASE(sysfs_without_an_answer_is_zero),
};

CHECK_MAIN(cases)
