/*
 * test_atomics_threads.c - the atomics under contention: no update is lost, no lock is held twice.
 *
 * An operation that is not atomic shows here when the threads truly run at once, so not in every run of a busy machine.
 */
#include "check.h"
#include "palloc.h"
#include "threads.h"

enum { THREADS = MOST_THREADS, ROUNDS = 300000, LOCK_ROUNDS = 300000 };

/* Counters that every thread raises: by add, by sub downwards, and by a loop around each compare-and-swap. */
#define DEFINE_COUNTING(w)                                                                                             \
    static uint##w##_t added_u##w, subtracted_u##w, swapped_u##w, exchanged_u##w;                                      \
                                                                                                                       \
    static void *count_u##w(void *number)                                                                              \
    {                                                                                                                  \
        (void)number;                                                                                                  \
        for (int i = 0; i < ROUNDS; i++) {                                                                             \
            palloc_fetch_add_u##w(&added_u##w, 1);                                                                     \
            palloc_fetch_sub_u##w(&subtracted_u##w, 1);                                                                \
            uint##w##_t seen = palloc_load_acquire_u##w(&swapped_u##w);                                                \
            while (!palloc_bool_compare_and_swap_u##w(&swapped_u##w, seen, seen + 1)) {                                \
                seen = palloc_load_acquire_u##w(&swapped_u##w);                                                        \
            }                                                                                                          \
            uint##w##_t expected = 0, found;                                                                           \
            while ((found = palloc_val_compare_and_swap_u##w(&exchanged_u##w, expected, expected + 1)) != expected) {  \
                expected = found;                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        return NULL;                                                                                                   \
    }                                                                                                                  \
                                                                                                                       \
    static void counting_loses_nothing_u##w(void)                                                                      \
    {                                                                                                                  \
        run_threads(THREADS, count_u##w);                                                                              \
        CHECK_EQUAL(THREADS * ROUNDS, added_u##w);                                                                     \
        CHECK_EQUAL((uint##w##_t)0 - THREADS * ROUNDS, subtracted_u##w);                                               \
        CHECK_EQUAL(THREADS * ROUNDS, swapped_u##w);                                                                   \
        CHECK_EQUAL(THREADS * ROUNDS, exchanged_u##w);                                                                 \
    }

/* Each thread owns one bit of a shared word; a lost update shows as a bit that is not as its owner left it. */
#define DEFINE_BITS(w)                                                                                                 \
    static uint##w##_t bits_u##w, wrong_u##w;                                                                          \
                                                                                                                       \
    static void *flip_u##w(void *number)                                                                               \
    {                                                                                                                  \
        uint##w##_t bit = (uint##w##_t)1 << (w - 1 - (int)(intptr_t)number);                                           \
        uint##w##_t wrong = 0;                                                                                         \
        for (int i = 0; i < ROUNDS; i++) {                                                                             \
            wrong += (palloc_fetch_or_u##w(&bits_u##w, bit) & bit) != 0;                                               \
            wrong += (palloc_fetch_and_u##w(&bits_u##w, (uint##w##_t)~bit) & bit) == 0;                                \
            wrong += (palloc_fetch_xor_u##w(&bits_u##w, bit) & bit) != 0;                                              \
            wrong += (palloc_fetch_xor_u##w(&bits_u##w, bit) & bit) == 0;                                              \
        }                                                                                                              \
        palloc_fetch_or_u##w(&bits_u##w, bit);                                                                         \
        palloc_fetch_add_u##w(&wrong_u##w, wrong);                                                                     \
        return NULL;                                                                                                   \
    }                                                                                                                  \
                                                                                                                       \
    static void bits_of_others_survive_u##w(void)                                                                      \
    {                                                                                                                  \
        run_threads(THREADS, flip_u##w);                                                                               \
        CHECK_EQUAL(0, wrong_u##w);                                                                                    \
        CHECK_EQUAL((uint##w##_t)((uint##w##_t)0xF << (w - THREADS)), bits_u##w);                                      \
    }

/* A plain counter under a lock made of the pair. */
#define DEFINE_LOCK(w)                                                                                                 \
    static uint##w##_t lock_u##w;                                                                                      \
    static int64_t guarded_u##w;                                                                                       \
                                                                                                                       \
    static void *raise_under_lock_u##w(void *number)                                                                   \
    {                                                                                                                  \
        (void)number;                                                                                                  \
        for (int i = 0; i < LOCK_ROUNDS; i++) {                                                                        \
            for (int tries = 1; palloc_lock_test_and_set_u##w(&lock_u##w, 1) != 0; tries++) {                          \
                palloc_spin_hint();                                                                                    \
                if (tries % 100 == 0) {                                                                                \
                    sched_yield(); /* the holder may be waiting for this very core */                                  \
                }                                                                                                      \
            }                                                                                                          \
            guarded_u##w++;                                                                                            \
            palloc_lock_release_u##w(&lock_u##w);                                                                      \
        }                                                                                                              \
        return NULL;                                                                                                   \
    }                                                                                                                  \
                                                                                                                       \
    static void lock_excludes_u##w(void)                                                                               \
    {                                                                                                                  \
        run_threads(THREADS, raise_under_lock_u##w);                                                                   \
        CHECK_EQUAL(THREADS * LOCK_ROUNDS, guarded_u##w);                                                              \
        CHECK_EQUAL(0, lock_u##w);                                                                                     \
    }

/* clang-format off */
DEFINE_COUNTING(32)
DEFINE_COUNTING(64)
DEFINE_BITS(32)
DEFINE_BITS(64)
DEFINE_LOCK(32)
DEFINE_LOCK(64)
/* clang-format on */

static const struct check_case cases[] = {
    CHECK_CASE(counting_loses_nothing_u32),
    CHECK_CASE(counting_loses_nothing_u64),
    CHECK_CASE(bits_of_others_survive_u32),
    CHECK_CASE(bits_of_others_survive_u64),
    CHECK_CASE(lock_excludes_u32),
    CHECK_CASE(lock_excludes_u64),
};

CHECK_MAIN(cases)
