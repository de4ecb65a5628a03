/*
 * test_atomics.c - each atomic operation in one thread: what it returns and what it leaves, at the edges of the width.
 *
 * The cell lies between two guards, because an operation of the wrong width is right about its own cell.
 */
#include "check.h"
#include "palloc.h"

#define GUARD_32 UINT32_C(0xC3C3C3C3)
#define GUARD_64 UINT64_C(0xC3C3C3C3C3C3C3C3)
#define TOP_32 UINT32_C(0x80000000)
#define TOP_64 UINT64_C(0x8000000000000000)

#define DEFINE_CASES(w)                                                                                                \
    struct guarded_u##w {                                                                                              \
        uint##w##_t before, cell, after;                                                                               \
    };                                                                                                                 \
                                                                                                                       \
    typedef uint##w##_t (*fetch_u##w)(uint##w##_t * cell, uint##w##_t value);                                          \
                                                                                                                       \
    static void check_fetch_u##w(fetch_u##w fetch, uint##w##_t start, uint##w##_t value, uint##w##_t end)              \
    {                                                                                                                  \
        struct guarded_u##w memory = {GUARD_##w, start, GUARD_##w};                                                    \
        CHECK_EQUAL(start, fetch(&memory.cell, value));                                                                \
        CHECK_EQUAL(end, memory.cell);                                                                                 \
        CHECK_EQUAL(GUARD_##w, memory.before);                                                                         \
        CHECK_EQUAL(GUARD_##w, memory.after);                                                                          \
    }                                                                                                                  \
                                                                                                                       \
    static void add_wraps_u##w(void)                                                                                   \
    {                                                                                                                  \
        check_fetch_u##w(palloc_fetch_add_u##w, 40, 2, 42);                                                            \
        check_fetch_u##w(palloc_fetch_add_u##w, UINT##w##_MAX, 1, 0);                                                  \
        check_fetch_u##w(palloc_fetch_add_u##w, UINT##w##_MAX, UINT##w##_MAX, UINT##w##_MAX - 1);                      \
        check_fetch_u##w(palloc_fetch_add_u##w, TOP_##w, TOP_##w, 0);                                                  \
        check_fetch_u##w(palloc_fetch_add_u##w, TOP_##w - 1, 1, TOP_##w);                                              \
    }                                                                                                                  \
                                                                                                                       \
    static void sub_wraps_u##w(void)                                                                                   \
    {                                                                                                                  \
        check_fetch_u##w(palloc_fetch_sub_u##w, 44, 2, 42);                                                            \
        check_fetch_u##w(palloc_fetch_sub_u##w, 0, 1, UINT##w##_MAX);                                                  \
        check_fetch_u##w(palloc_fetch_sub_u##w, 0, UINT##w##_MAX, 1);                                                  \
        check_fetch_u##w(palloc_fetch_sub_u##w, TOP_##w, 1, TOP_##w - 1);                                              \
    }                                                                                                                  \
                                                                                                                       \
    static void bitwise_u##w(void)                                                                                     \
    {                                                                                                                  \
        check_fetch_u##w(palloc_fetch_and_u##w, 0xF0F0, 0xFF00, 0xF000);                                               \
        check_fetch_u##w(palloc_fetch_and_u##w, UINT##w##_MAX, TOP_##w, TOP_##w);                                      \
        check_fetch_u##w(palloc_fetch_or_u##w, 0xF0F0, 0x0F00, 0xFFF0);                                                \
        check_fetch_u##w(palloc_fetch_or_u##w, 1, TOP_##w, TOP_##w + 1);                                               \
        check_fetch_u##w(palloc_fetch_xor_u##w, 0xF0F0, 0xFF00, 0x0FF0);                                               \
        check_fetch_u##w(palloc_fetch_xor_u##w, UINT##w##_MAX, TOP_##w, TOP_##w - 1);                                  \
    }                                                                                                                  \
                                                                                                                       \
    static void compare_and_swap_u##w(void)                                                                            \
    {                                                                                                                  \
        struct guarded_u##w memory = {GUARD_##w, TOP_##w + 1, GUARD_##w};                                              \
        CHECK_EQUAL(0, palloc_bool_compare_and_swap_u##w(&memory.cell, 1, 7));                                         \
        CHECK_EQUAL(TOP_##w + 1, memory.cell);                                                                         \
        CHECK_EQUAL(1, palloc_bool_compare_and_swap_u##w(&memory.cell, TOP_##w + 1, UINT##w##_MAX));                   \
        CHECK_EQUAL(UINT##w##_MAX, memory.cell);                                                                       \
        CHECK_EQUAL(UINT##w##_MAX, palloc_val_compare_and_swap_u##w(&memory.cell, 7, 8));                              \
        CHECK_EQUAL(UINT##w##_MAX, memory.cell);                                                                       \
        CHECK_EQUAL(UINT##w##_MAX, palloc_val_compare_and_swap_u##w(&memory.cell, UINT##w##_MAX, 0));                  \
        CHECK_EQUAL(0, memory.cell);                                                                                   \
        CHECK_EQUAL(GUARD_##w, memory.before);                                                                         \
        CHECK_EQUAL(GUARD_##w, memory.after);                                                                          \
    }                                                                                                                  \
                                                                                                                       \
    static void lock_pair_u##w(void)                                                                                   \
    {                                                                                                                  \
        struct guarded_u##w memory = {GUARD_##w, 0, GUARD_##w};                                                        \
        CHECK_EQUAL(0, palloc_lock_test_and_set_u##w(&memory.cell, 1));                                                \
        /* A full exchange, not only of the bit 0 that the weakest hardware would do. */                               \
        CHECK_EQUAL(1, palloc_lock_test_and_set_u##w(&memory.cell, UINT##w##_MAX));                                    \
        CHECK_EQUAL(UINT##w##_MAX, memory.cell);                                                                       \
        palloc_lock_release_u##w(&memory.cell);                                                                        \
        CHECK_EQUAL(0, memory.cell);                                                                                   \
        CHECK_EQUAL(GUARD_##w, memory.before);                                                                         \
        CHECK_EQUAL(GUARD_##w, memory.after);                                                                          \
    }                                                                                                                  \
                                                                                                                       \
    static void load_and_store_u##w(void)                                                                              \
    {                                                                                                                  \
        struct guarded_u##w memory = {GUARD_##w, 0, GUARD_##w};                                                        \
        palloc_store_release_u##w(&memory.cell, UINT##w##_MAX - 5);                                                    \
        CHECK_EQUAL(UINT##w##_MAX - 5, memory.cell);                                                                   \
        CHECK_EQUAL(UINT##w##_MAX - 5, palloc_load_acquire_u##w(&memory.cell));                                        \
        CHECK_EQUAL(GUARD_##w, memory.before);                                                                         \
        CHECK_EQUAL(GUARD_##w, memory.after);                                                                          \
    }

/* clang-format off */
DEFINE_CASES(32)
DEFINE_CASES(64)
/* clang-format on */

static void barrier_and_hint_return(void)
{
    palloc_full_barrier();
    palloc_spin_hint();
}

static const struct check_case cases[] = {
    CHECK_CASE(add_wraps_u32),
    CHECK_CASE(add_wraps_u64),
    CHECK_CASE(sub_wraps_u32),
    CHECK_CASE(sub_wraps_u64),
    CHECK_CASE(bitwise_u32),
    CHECK_CASE(bitwise_u64),
    CHECK_CASE(compare_and_swap_u32),
    CHECK_CASE(compare_and_swap_u64),
    CHECK_CASE(lock_pair_u32),
    CHECK_CASE(lock_pair_u64),
    CHECK_CASE(load_and_store_u32),
    CHECK_CASE(load_and_store_u64),
    CHECK_CASE(barrier_and_hint_return),
};

CHECK_MAIN(cases)
