/*
 * cache_line.h - the parts of cache line detection, apart so that each can be tested on any machine.
 *
 * Reading a source needs the right machine; decoding what it said, and choosing among the answers, does not. Only
 * cache_line.c puts them together.
 */
#ifndef PALLOC_CACHE_LINE_H
#define PALLOC_CACHE_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "palloc.h"

/* The first of the readings, in the order given, that is believable; PALLOC_SOURCE_DEFAULT when none is. Pure. */
struct palloc_cache_line cache_line_choose(const struct palloc_cache_line *readings, size_t count);

/* Line of a level 1 data or unified cache, from EAX and EBX of one subleaf of leaf 4; 0 for any other cache. Pure. */
int32_t cache_line_of_cpuid_subleaf(uint32_t eax, uint32_t ebx);

/* Line that clflush works on, from EBX and EDX of leaf 1; 0 where there is no clflush. Pure. */
int32_t cache_line_of_cpuid_clflush(uint32_t ebx, uint32_t edx);

/* Smallest data line, from the cache type register. Pure. */
int32_t cache_line_of_ctr_el0(uint64_t ctr_el0);

/* What the processor says for a PALLOC_SOURCE_* of its own; 0 for every other. One definition for each architecture. */
int32_t cache_line_from_processor(int32_t source);

/* Line of the level 1 data or unified cache described in a folder laid out as cpu0/cache in sysfs; 0 if none is. */
int32_t cache_line_from_sysfs(const char *cache_folder);

#endif /* PALLOC_CACHE_LINE_H */
