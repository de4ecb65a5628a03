/*
 * export.h - what makes a function of palloc.h visible outside the shared library.
 *
 * Everything is compiled with hidden visibility, so a helper stays inside unless its definition says otherwise. The
 * mark is at the definitions and not in palloc.h: that header is read by a binding generator and stays free of
 * compiler attributes.
 */
#ifndef PALLOC_EXPORT_H
#define PALLOC_EXPORT_H

#define PALLOC_EXPORT __attribute__((visibility("default")))

#endif /* PALLOC_EXPORT_H */
