/*
 * cache_line_decode.c - what the registers mean, as pure functions of their contents.
 *
 * Compiled on every architecture, so that the tests of one machine cover the decoding of both.
 */
#include "cache_line.h"

int32_t cache_line_of_cpuid_subleaf(uint32_t eax, uint32_t ebx)
{
    const uint32_t data = 1, unified = 3;
    uint32_t type = eax & 0x1f;        /* EAX[4:0] */
    uint32_t level = (eax >> 5) & 0x7; /* EAX[7:5] */
    uint32_t line = (ebx & 0xfff) + 1; /* EBX[11:0] holds the line less one */
    return level == 1 && (type == data || type == unified) ? (int32_t)line : 0;
}

int32_t cache_line_of_cpuid_clflush(uint32_t ebx, uint32_t edx)
{
    const uint32_t has_clflush = UINT32_C(1) << 19;
    return (edx & has_clflush) != 0 ? (int32_t)(((ebx >> 8) & 0xff) * 8) : 0; /* EBX[15:8] counts 8 bytes each */
}

int32_t cache_line_of_ctr_el0(uint64_t ctr_el0)
{
    return INT32_C(4) << ((ctr_el0 >> 16) & 0xf); /* DminLine, bits 19:16: log2 of the number of 4-byte words */
}
