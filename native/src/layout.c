/*
 * layout.c - the sizes, offsets and constants of palloc.h as this compiler sees them.
 *
 * The Java side compares the table with its generated bindings, which shows at test time what would otherwise show as
 * corrupt memory: a binding made from another header, or for an architecture with another layout.
 */
#include <stddef.h>

#include "export.h"
#include "palloc.h"

/* Names are held in place and not by pointer: the table then needs no relocation and stays in read-only memory. */
struct entry {
    char name[48];
    int64_t value;
};

#define SIZE(type) {"sizeof(" #type ")", (int64_t)sizeof(struct type)}
#define OFFSET(type, member) {"offsetof(" #type ", " #member ")", (int64_t)offsetof(struct type, member)}
#define CONSTANT(name) {#name, name}

static const struct entry table[] = {
    {"sizeof(void*)", (int64_t)sizeof(void *)},

    SIZE(palloc_cache_line),
    OFFSET(palloc_cache_line, line_bytes),
    OFFSET(palloc_cache_line, source),

    SIZE(palloc_shmem_header),
    OFFSET(palloc_shmem_header, magic),
    OFFSET(palloc_shmem_header, creator_pid),
    OFFSET(palloc_shmem_header, total_size),
    OFFSET(palloc_shmem_header, free_offset),
    OFFSET(palloc_shmem_header, dsm_control),
    OFFSET(palloc_shmem_header, policy),
    OFFSET(palloc_shmem_header, index),
    OFFSET(palloc_shmem_header, device),
    OFFSET(palloc_shmem_header, inode),

    CONSTANT(PALLOC_ABI_VERSION),
    CONSTANT(PALLOC_EALIGN),
    CONSTANT(PALLOC_ESIZE),
    CONSTANT(PALLOC_EOVERFLOW),
    CONSTANT(PALLOC_ENOMEM),
    CONSTANT(PALLOC_MIN_ALIGNMENT),
    CONSTANT(PALLOC_SOURCE_CPUID_LEAF4),
    CONSTANT(PALLOC_SOURCE_CPUID_LEAF1),
    CONSTANT(PALLOC_SOURCE_CTR_EL0),
    CONSTANT(PALLOC_SOURCE_SYSCONF),
    CONSTANT(PALLOC_SOURCE_SYSFS),
    CONSTANT(PALLOC_SOURCE_DEFAULT),
    CONSTANT(PALLOC_LINE_MIN),
    CONSTANT(PALLOC_LINE_MAX),
    CONSTANT(PALLOC_LINE_DEFAULT),
    CONSTANT(PALLOC_SHMEM_MAGIC),
};

enum { ENTRIES = sizeof(table) / sizeof(table[0]) };

PALLOC_EXPORT int32_t palloc_layout_count(void)
{
    return ENTRIES;
}

PALLOC_EXPORT const char *palloc_layout_name(int32_t entry)
{
    return entry >= 0 && entry < ENTRIES ? table[entry].name : NULL;
}

PALLOC_EXPORT int64_t palloc_layout_value(int32_t entry)
{
    return entry >= 0 && entry < ENTRIES ? table[entry].value : INT64_MIN;
}
