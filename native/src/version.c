/*
 * version.c - the ABI number compiled into the library.
 *
 * A function and not only a constant, because the loader must learn the number of the library that it found, not the
 * number of the header that its bindings were generated from.
 */
#include "export.h"
#include "palloc.h"

PALLOC_EXPORT int32_t palloc_abi_version(void)
{
    return PALLOC_ABI_VERSION;
}
