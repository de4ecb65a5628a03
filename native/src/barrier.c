/*
 * barrier.c - the full barrier, and the hint of a waiting loop.
 *
 * Both are about ordering and time and touch no cell, which is why they are apart from the atomics.
 */
#include "export.h"
#include "palloc.h"

PALLOC_EXPORT void palloc_full_barrier(void)
{
    __sync_synchronize();
}

PALLOC_EXPORT void palloc_spin_hint(void)
{
#if defined(__x86_64__)
    __asm__ __volatile__("pause" ::: "memory");
#elif defined(__aarch64__)
    /* Not yield: most cores treat that as nop, while isb holds the loop back for some tens of cycles. */
    __asm__ __volatile__("isb" ::: "memory");
#else
#error "no spin hint for this architecture"
#endif
}
