/*
 * test_segment.c - segments: where they start, what they hold, and each refusal for its own reason.
 */
#include <stdbool.h>

#include "check.h"
#include "palloc.h"

static const uint64_t largest_alignment = UINT64_C(128) << 20;

static unsigned char *bytes_at(int64_t address)
{
    return (unsigned char *)(uintptr_t)address;
}

static void starts_at_a_multiple_of_its_alignment(void)
{
    for (uint64_t alignment = PALLOC_MIN_ALIGNMENT; alignment <= largest_alignment; alignment *= 2) {
        /* Three at a time: a single one may be aligned by luck. */
        int64_t addresses[3];
        for (uint64_t i = 0; i < 3; i++) {
            addresses[i] = palloc_segment_alloc(alignment, 24 + i);
            CHECK(addresses[i] > 0);
            CHECK_EQUAL(0, (uint64_t)addresses[i] % alignment);
            memset(bytes_at(addresses[i]), 0xA5, 24 + i);
        }
        for (int i = 0; i < 3; i++) {
            palloc_segment_free(addresses[i]);
        }
    }
}

static void zeroed_is_aligned_too(void)
{
    for (uint64_t alignment = PALLOC_MIN_ALIGNMENT; alignment <= largest_alignment; alignment *= 2) {
        int64_t address = palloc_segment_alloc_zeroed(alignment, 40);
        CHECK(address > 0);
        CHECK_EQUAL(0, (uint64_t)address % alignment);
        palloc_segment_free(address);
    }
}

static bool all_zero(const unsigned char *bytes, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

static void zeroed_clears_recycled_memory(void)
{
    for (uint64_t size = 1; size <= UINT64_C(4) << 20; size = size * 3 + 1) {
        /* Soiled and given back just before, so that the next of its size is likely the same memory. */
        int64_t soiled = palloc_segment_alloc(64, size);
        CHECK(soiled > 0);
        memset(bytes_at(soiled), 0xA5, size);
        palloc_segment_free(soiled);

        int64_t address = palloc_segment_alloc_zeroed(64, size);
        CHECK(address > 0);
        CHECK(all_zero(bytes_at(address), size));
        palloc_segment_free(address);
    }
}

static void every_byte_is_writable(void)
{
    const uint64_t size = (UINT64_C(8) << 20) + 5;
    int64_t address = palloc_segment_alloc(4096, size);
    CHECK(address > 0);
    memset(bytes_at(address), 0x7F, size);
    CHECK_EQUAL(0x7F, bytes_at(address)[size - 1]);
    palloc_segment_free(address);
}

/* Both forms must refuse alike. */
static void check_refused(int64_t code, uint64_t alignment, uint64_t size)
{
    CHECK_EQUAL(code, palloc_segment_alloc(alignment, size));
    CHECK_EQUAL(code, palloc_segment_alloc_zeroed(alignment, size));
}

static void refuses_bad_alignment_before_anything_else(void)
{
    static const uint64_t bad[] = {0, 1, 2, 4, 7, 9, 12, 24, 4097, UINT64_C(3) << 40, INT64_MAX, UINT64_MAX};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        check_refused(PALLOC_EALIGN, bad[i], 64);
        check_refused(PALLOC_EALIGN, bad[i], 0);
        check_refused(PALLOC_EALIGN, bad[i], UINT64_MAX);
    }
}

static void refuses_size_zero_before_overflow(void)
{
    check_refused(PALLOC_ESIZE, 8, 0);
    check_refused(PALLOC_ESIZE, 128, 0);
    check_refused(PALLOC_ESIZE, UINT64_C(1) << 62, 0);
    check_refused(PALLOC_ESIZE, UINT64_C(1) << 63, 0);
}

static void refuses_overflow_before_asking_the_system(void)
{
    check_refused(PALLOC_EOVERFLOW, 8, INT64_MAX);
    check_refused(PALLOC_EOVERFLOW, 8, UINT64_MAX);
    check_refused(PALLOC_EOVERFLOW, 8, UINT64_C(1) << 63);
    check_refused(PALLOC_EOVERFLOW, 8, (uint64_t)INT64_MAX - 7);
    check_refused(PALLOC_EOVERFLOW, UINT64_C(1) << 62, UINT64_C(1) << 62);
    check_refused(PALLOC_EOVERFLOW, UINT64_C(1) << 63, 1);
    check_refused(PALLOC_EOVERFLOW, UINT64_C(1) << 63, UINT64_MAX);
}

static void tells_memory_that_is_not_there(void)
{
    check_refused(PALLOC_ENOMEM, 8, (uint64_t)INT64_MAX - 8); /* the largest that is no overflow */
    check_refused(PALLOC_ENOMEM, 8, UINT64_C(1) << 62);
    check_refused(PALLOC_ENOMEM, 4096, UINT64_C(1) << 62);
    check_refused(PALLOC_ENOMEM, UINT64_C(1) << 62, 1);
}

static void free_ignores_zero_and_codes(void)
{
    palloc_segment_free(0);
    for (int64_t code = PALLOC_ENOMEM; code <= PALLOC_EALIGN; code++) {
        palloc_segment_free(code);
    }
    palloc_segment_free(INT64_MIN);
}

static const struct check_case cases[] = {
    CHECK_CASE(starts_at_a_multiple_of_its_alignment),
    CHECK_CASE(zeroed_is_aligned_too),
    CHECK_CASE(zeroed_clears_recycled_memory),
    CHECK_CASE(every_byte_is_writable),
    CHECK_CASE(refuses_bad_alignment_before_anything_else),
    CHECK_CASE(refuses_size_zero_before_overflow),
    CHECK_CASE(refuses_overflow_before_asking_the_system),
    CHECK_CASE(tells_memory_that_is_not_there),
    CHECK_CASE(free_ignores_zero_and_codes),
};

CHECK_MAIN(cases)
