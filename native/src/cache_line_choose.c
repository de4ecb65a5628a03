/*
 * cache_line_choose.c - which of several answers to believe.
 *
 * A source may answer 0 (sysconf on some AArch64 systems), -1, or whatever a hypervisor left in a register. Padding by
 * such a number would be worse than padding by a guess, so only powers of two in a plausible range count.
 */
#include <stdbool.h>

#include "cache_line.h"

static bool is_believable(int32_t line_bytes)
{
    return line_bytes >= PALLOC_LINE_MIN && line_bytes <= PALLOC_LINE_MAX && (line_bytes & (line_bytes - 1)) == 0;
}

struct palloc_cache_line cache_line_choose(const struct palloc_cache_line *readings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (is_believable(readings[i].line_bytes)) {
            return readings[i];
        }
    }
    return (struct palloc_cache_line){.line_bytes = PALLOC_LINE_DEFAULT, .source = PALLOC_SOURCE_DEFAULT};
}
