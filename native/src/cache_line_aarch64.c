/*
 * cache_line_aarch64.c - the cache type register, which Linux lets user space read.
 */
#include "cache_line.h"

int32_t cache_line_from_processor(int32_t source)
{
    if (source != PALLOC_SOURCE_CTR_EL0) {
        return 0;
    }
    uint64_t ctr_el0;
    __asm__("mrs %0, ctr_el0" : "=r"(ctr_el0));
    return cache_line_of_ctr_el0(ctr_el0);
}
