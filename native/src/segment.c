/*
 * segment.c - aligned memory from posix_memalign, with one distinct code for each way to fail.
 *
 * The checks are made here and not left to posix_memalign: it has one code, EINVAL, for every bad alignment, succeeds
 * on size 0 with a pointer nobody may use, and reports an impossible size as if memory were short.
 */
#define _POSIX_C_SOURCE 200809L /* posix_memalign, which C11 alone does not declare */

#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "palloc.h"

_Static_assert(sizeof(void *) == 8 && sizeof(size_t) == 8, "palloc.h passes addresses and sizes in 64 bits");
_Static_assert(PALLOC_MIN_ALIGNMENT == sizeof(void *), "posix_memalign takes no smaller alignment than a pointer");

/* 0, or why there can be no such segment. The order of the checks is a promise: the Java platform makes the same. */
static int64_t refusal(uint64_t alignment, uint64_t size)
{
    if (alignment < PALLOC_MIN_ALIGNMENT || (alignment & (alignment - 1)) != 0) {
        return PALLOC_EALIGN;
    }
    if (size == 0) {
        return PALLOC_ESIZE;
    }
    /*
     * No object may be larger than PTRDIFF_MAX, and the allocator needs up to one alignment more to find the start.
     * The first half keeps the subtraction from wrapping: 1 << 63 is a power of two.
     */
    if (alignment > INT64_MAX || size > INT64_MAX - alignment) {
        return PALLOC_EOVERFLOW;
    }
    return 0;
}

PALLOC_EXPORT int64_t palloc_segment_alloc(uint64_t alignment, uint64_t size)
{
    int64_t refused = refusal(alignment, size);
    if (refused != 0) {
        return refused;
    }
    void *memory = NULL;
    if (posix_memalign(&memory, alignment, size) != 0) {
        return PALLOC_ENOMEM; /* EINVAL is ruled out above */
    }
    return (int64_t)(uintptr_t)memory;
}

PALLOC_EXPORT int64_t palloc_segment_alloc_zeroed(uint64_t alignment, uint64_t size)
{
    int64_t address = palloc_segment_alloc(alignment, size);
    if (address > 0) {
        /* Recycled memory comes back dirty, and nothing tells it from fresh pages. */
        memset((void *)(uintptr_t)address, 0, size);
    }
    return address;
}

PALLOC_EXPORT void palloc_segment_free(int64_t address)
{
    if (address > 0) {
        free((void *)(uintptr_t)address);
    }
}
