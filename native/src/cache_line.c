/*
 * cache_line.c - asks every source for the size of a cache line and takes the first believable answer.
 *
 * All sources are read before one is chosen, rather than on demand: it happens once in a process, costs microseconds,
 * and keeps the choice a pure function.
 */
#include <unistd.h>

#include "cache_line.h"
#include "export.h"

static int32_t from_sysconf(void)
{
#ifdef _SC_LEVEL1_DCACHE_LINESIZE
    long answer = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
    /* -1, "not known here", is passed on like any other number: only the chooser filters. */
    return answer >= INT32_MIN && answer <= INT32_MAX ? (int32_t)answer : 0;
#else
    return 0; /* a C library without this name, such as musl */
#endif
}

static int32_t ask(int32_t source)
{
    switch (source) {
    case PALLOC_SOURCE_CPUID_LEAF4:
    case PALLOC_SOURCE_CPUID_LEAF1:
    case PALLOC_SOURCE_CTR_EL0:
        return cache_line_from_processor(source);
    case PALLOC_SOURCE_SYSCONF:
        return from_sysconf();
    case PALLOC_SOURCE_SYSFS:
        /* cpu0 speaks for all: on machines with two kinds of core, their lines have been the same size so far. */
        return cache_line_from_sysfs("/sys/devices/system/cpu/cpu0/cache");
    case PALLOC_SOURCE_DEFAULT:
        return PALLOC_LINE_DEFAULT;
    default:
        return 0;
    }
}

PALLOC_EXPORT int32_t palloc_cache_line_ask(int32_t source)
{
    return ask(source);
}

PALLOC_EXPORT void palloc_cache_line_detect(struct palloc_cache_line *result)
{
    static const int32_t order[] = {
        PALLOC_SOURCE_CPUID_LEAF4, PALLOC_SOURCE_CPUID_LEAF1, PALLOC_SOURCE_CTR_EL0,
        PALLOC_SOURCE_SYSCONF,     PALLOC_SOURCE_SYSFS,
    };
    enum { SOURCES = sizeof(order) / sizeof(order[0]) };
    struct palloc_cache_line readings[SOURCES];
    for (size_t i = 0; i < SOURCES; i++) {
        readings[i].line_bytes = ask(order[i]);
        readings[i].source = order[i];
    }
    *result = cache_line_choose(readings, SOURCES);
}
