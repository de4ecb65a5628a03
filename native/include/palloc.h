/*
 * palloc.h - the C layer of Palloc, the only public header.
 *
 * Three services that a JVM cannot give itself cheaply or portably:
 *
 *   segments     memory from posix_memalign, aligned as the caller asks
 *   atomics      the __sync intrinsics that PostgreSQL's atomics need, 32 and 64 bits
 *   cache line   the size of a cache line, and where the figure came from
 *
 * and a fourth for tests: a table of sizes, offsets and constants, by which the Java side proves that both sides were
 * compiled from one header.
 *
 * Rules of this header, because bindings are generated from it once for all architectures: fixed-width types only, no
 * macro that depends on the architecture, the same functions everywhere, no state. Every function is thread safe. No
 * function throws, prints, or sets errno for the caller to read.
 */
#ifndef PALLOC_H
#define PALLOC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised with every change of a function, a struct or a constant below. The loader refuses any other number. */
#define PALLOC_ABI_VERSION 1

int32_t palloc_abi_version(void);

/*
 * Segments.
 *
 * The result is an address (always positive in user space) or one of the negative codes, each of which has one cause.
 * They are not errno values: EINVAL would stand for two of the causes, and errno numbers are the platform's, not ours.
 */
#define PALLOC_EALIGN (-1)    /* alignment is not a power of two, or below the size of a pointer */
#define PALLOC_ESIZE (-2)     /* size is 0 */
#define PALLOC_EOVERFLOW (-3) /* size plus alignment cannot be a size of memory */
#define PALLOC_ENOMEM (-4)    /* the system has no such memory to give */

/* The smallest alignment that is not PALLOC_EALIGN, on every architecture served. */
#define PALLOC_MIN_ALIGNMENT 8

/* size bytes, not cleared, starting at a multiple of alignment. */
int64_t palloc_segment_alloc(uint64_t alignment, uint64_t size);

/* The same, every byte zero. */
int64_t palloc_segment_alloc_zeroed(uint64_t alignment, uint64_t size);

/* Gives back what one of the two above returned; 0 and negative codes are ignored. */
void palloc_segment_free(int64_t address);

/*
 * Atomics. `cell` is aligned to its size; a misaligned cell is undefined here and may trap. Except where a name says
 * acquire or release, each is a full barrier.
 *
 * lock_test_and_set is an exchange that is only an acquire barrier by contract; lock_release stores 0 and is only a
 * release barrier. They are a pair for locks, nothing else.
 */
uint32_t palloc_fetch_add_u32(uint32_t *cell, uint32_t value);
uint32_t palloc_fetch_sub_u32(uint32_t *cell, uint32_t value);
uint32_t palloc_fetch_and_u32(uint32_t *cell, uint32_t value);
uint32_t palloc_fetch_or_u32(uint32_t *cell, uint32_t value);
uint32_t palloc_fetch_xor_u32(uint32_t *cell, uint32_t value);
int32_t palloc_bool_compare_and_swap_u32(uint32_t *cell, uint32_t expected, uint32_t desired);
uint32_t palloc_val_compare_and_swap_u32(uint32_t *cell, uint32_t expected, uint32_t desired);
uint32_t palloc_lock_test_and_set_u32(uint32_t *cell, uint32_t value);
void palloc_lock_release_u32(uint32_t *cell);
uint32_t palloc_load_acquire_u32(const uint32_t *cell);
void palloc_store_release_u32(uint32_t *cell, uint32_t value);

uint64_t palloc_fetch_add_u64(uint64_t *cell, uint64_t value);
uint64_t palloc_fetch_sub_u64(uint64_t *cell, uint64_t value);
uint64_t palloc_fetch_and_u64(uint64_t *cell, uint64_t value);
uint64_t palloc_fetch_or_u64(uint64_t *cell, uint64_t value);
uint64_t palloc_fetch_xor_u64(uint64_t *cell, uint64_t value);
int32_t palloc_bool_compare_and_swap_u64(uint64_t *cell, uint64_t expected, uint64_t desired);
uint64_t palloc_val_compare_and_swap_u64(uint64_t *cell, uint64_t expected, uint64_t desired);
uint64_t palloc_lock_test_and_set_u64(uint64_t *cell, uint64_t value);
void palloc_lock_release_u64(uint64_t *cell);
uint64_t palloc_load_acquire_u64(const uint64_t *cell);
void palloc_store_release_u64(uint64_t *cell, uint64_t value);

void palloc_full_barrier(void);

/* What a waiting loop executes between two looks: pause on x86-64, isb on AArch64. */
void palloc_spin_hint(void);

/*
 * Cache line.
 *
 * Sources in the order they are asked. One that answers 0 or anything but a power of two in
 * PALLOC_LINE_MIN..PALLOC_LINE_MAX is skipped: sysconf is known to answer 0 on some AArch64 systems.
 */
#define PALLOC_SOURCE_CPUID_LEAF4 1 /* x86-64: deterministic cache parameters, level 1 data */
#define PALLOC_SOURCE_CPUID_LEAF1 2 /* x86-64: the line that clflush works on */
#define PALLOC_SOURCE_CTR_EL0 3     /* AArch64: cache type register, smallest data line */
#define PALLOC_SOURCE_SYSCONF 4     /* sysconf, level 1 data */
#define PALLOC_SOURCE_SYSFS 5       /* the kernel's description of cpu0 */
#define PALLOC_SOURCE_DEFAULT 6     /* nothing answered: PALLOC_LINE_DEFAULT */

#define PALLOC_LINE_MIN 16
#define PALLOC_LINE_MAX 2048
#define PALLOC_LINE_DEFAULT 64

struct palloc_cache_line {
    int32_t line_bytes;
    int32_t source; /* PALLOC_SOURCE_* */
};

/* The first believable answer, with its source. Never fails. */
void palloc_cache_line_detect(struct palloc_cache_line *result);

/* What one source alone says, unfiltered; 0 where it does not exist on this machine or the number is unknown. */
int32_t palloc_cache_line_ask(int32_t source);

/*
 * The header at the start of a shared arena, so that C code can attach to one that Java made. Offsets are from the
 * start of the segment; nothing in it is an address.
 */
#define PALLOC_SHMEM_MAGIC 679834894

struct palloc_shmem_header {
    int32_t magic;        /* PALLOC_SHMEM_MAGIC */
    int32_t creator_pid;
    uint64_t total_size;
    uint64_t free_offset; /* first byte not handed out; protected by the allocation lock */
    uint32_t dsm_control; /* unused, 0: kept so that the layout is PostgreSQL's */
    uint32_t policy;      /* alignment policy, as the Java side numbers them */
    uint64_t index;       /* offset of the index of named structures, 0 before there is one */
    uint64_t device;      /* unused, 0 */
    uint64_t inode;       /* unused, 0 */
};

/*
 * Layout table, for tests: the sizes, offsets and constants of this header as the C compiler sees them, named as in
 * "sizeof(palloc_shmem_header)", "offsetof(palloc_shmem_header, index)", "PALLOC_ABI_VERSION".
 */
int32_t palloc_layout_count(void);

/* Name of entry 0 .. count - 1, NULL outside. Static storage. */
const char *palloc_layout_name(int32_t entry);

/* Value of the same entry, INT64_MIN outside. */
int64_t palloc_layout_value(int32_t entry);

#ifdef __cplusplus
}
#endif

#endif /* PALLOC_H */
