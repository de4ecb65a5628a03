/*
 * cache_line_x86_64.c - the two leaves of CPUID that tell the size of a cache line.
 */
#include <cpuid.h>

#include "cache_line.h"

enum {
    LEAF_FEATURES = 0x1,
    LEAF_CACHES = 0x4,
};

/* A processor has a handful of caches; the bound is for hypervisors whose list never ends. */
enum { MOST_SUBLEAVES = 16 };

static int32_t first_level_data_line(uint32_t leaf)
{
    for (uint32_t subleaf = 0; subleaf < MOST_SUBLEAVES; subleaf++) {
        uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
        if (!__get_cpuid_count(leaf, subleaf, &eax, &ebx, &ecx, &edx) || (eax & 0x1f) == 0) {
            return 0; /* no such leaf, or the end of its list */
        }
        int32_t line = cache_line_of_cpuid_subleaf(eax, ebx);
        if (line != 0) {
            return line;
        }
    }
    return 0;
}

/*
 * AMD leaves leaf 4 empty and tells the same in the same format at 0x8000001D, if it has the topology extensions. It
 * counts as leaf 4 here: a reader of the report cares for the kind of source, not for the vendor's numbering.
 */
static int32_t amd_first_level_data_line(void)
{
    const uint32_t extended_features = 0x80000001U, amd_caches = 0x8000001DU;
    const uint32_t has_topology_extensions = UINT32_C(1) << 22;
    uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (!__get_cpuid(extended_features, &eax, &ebx, &ecx, &edx) || (ecx & has_topology_extensions) == 0) {
        return 0;
    }
    return first_level_data_line(amd_caches);
}

static int32_t clflush_line(void)
{
    uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(LEAF_FEATURES, &eax, &ebx, &ecx, &edx) ? cache_line_of_cpuid_clflush(ebx, edx) : 0;
}

int32_t cache_line_from_processor(int32_t source)
{
    if (source == PALLOC_SOURCE_CPUID_LEAF4) {
        int32_t line = first_level_data_line(LEAF_CACHES);
        return line != 0 ? line : amd_first_level_data_line();
    }
    return source == PALLOC_SOURCE_CPUID_LEAF1 ? clflush_line() : 0;
}
