/*
 * atomics.c - the __sync intrinsics as functions, for cells of 32 and of 64 bits.
 *
 * The __sync family and not C11 <stdatomic.h>, because PostgreSQL's atomics are defined in its terms: full barriers
 * throughout, and the acquire/release pair for locks. Plain acquire loads and release stores do not exist in that
 * family; those two use __atomic.
 *
 * One macro writes both widths, so that they cannot drift apart.
 */
#include "export.h"
#include "palloc.h"

/* A lock-free cell is the whole point: a library call with a hidden lock would not be shared between processes. */
_Static_assert(__atomic_always_lock_free(sizeof(uint32_t), 0), "32-bit atomics need a lock here");
_Static_assert(__atomic_always_lock_free(sizeof(uint64_t), 0), "64-bit atomics need a lock here");

#define DEFINE_FETCH(operation, intrinsic, width)                                                                      \
    PALLOC_EXPORT uint##width##_t palloc_fetch_##operation##_u##width(uint##width##_t *cell, uint##width##_t value)    \
    {                                                                                                                  \
        return intrinsic(cell, value);                                                                                 \
    }

#define DEFINE_ATOMICS(width)                                                                                          \
    DEFINE_FETCH(add, __sync_fetch_and_add, width)                                                                     \
    DEFINE_FETCH(sub, __sync_fetch_and_sub, width)                                                                     \
    DEFINE_FETCH(and, __sync_fetch_and_and, width)                                                                     \
    DEFINE_FETCH(or, __sync_fetch_and_or, width)                                                                       \
    DEFINE_FETCH(xor, __sync_fetch_and_xor, width)                                                                     \
                                                                                                                       \
    PALLOC_EXPORT int32_t palloc_bool_compare_and_swap_u##width(                                                       \
        uint##width##_t *cell, uint##width##_t expected, uint##width##_t desired)                                      \
    {                                                                                                                  \
        return __sync_bool_compare_and_swap(cell, expected, desired) ? 1 : 0;                                          \
    }                                                                                                                  \
                                                                                                                       \
    PALLOC_EXPORT uint##width##_t palloc_val_compare_and_swap_u##width(                                                \
        uint##width##_t *cell, uint##width##_t expected, uint##width##_t desired)                                      \
    {                                                                                                                  \
        return __sync_val_compare_and_swap(cell, expected, desired);                                                   \
    }                                                                                                                  \
                                                                                                                       \
    PALLOC_EXPORT uint##width##_t palloc_lock_test_and_set_u##width(uint##width##_t *cell, uint##width##_t value)      \
    {                                                                                                                  \
        return __sync_lock_test_and_set(cell, value);                                                                  \
    }                                                                                                                  \
                                                                                                                       \
    PALLOC_EXPORT void palloc_lock_release_u##width(uint##width##_t *cell)                                             \
    {                                                                                                                  \
        __sync_lock_release(cell);                                                                                     \
    }                                                                                                                  \
                                                                                                                       \
    PALLOC_EXPORT uint##width##_t palloc_load_acquire_u##width(const uint##width##_t *cell)                            \
    {                                                                                                                  \
        return __atomic_load_n(cell, __ATOMIC_ACQUIRE);                                                                \
    }                                                                                                                  \
                                                                                                                       \
    PALLOC_EXPORT void palloc_store_release_u##width(uint##width##_t *cell, uint##width##_t value)                     \
    {                                                                                                                  \
        __atomic_store_n(cell, value, __ATOMIC_RELEASE);                                                               \
    }

/* clang-format off */
DEFINE_ATOMICS(32)
DEFINE_ATOMICS(64)
/* clang-format on */
