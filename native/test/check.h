/*
 * check.h - the little that the test programs need: checks that report and go on, and a run of one case by name.
 *
 * Not assert.h: release builds define NDEBUG, and the first difference is seldom the whole story. Checks may only be
 * made by the main thread; other threads hand their findings over.
 */
#ifndef PALLOC_TEST_CHECK_H
#define PALLOC_TEST_CHECK_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures;

/* What follows the name of the case on the command line; a path, for the cases that read one. */
static const char *check_argument;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            check_failures++;                                                                                          \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
        }                                                                                                              \
    } while (0)

/* As 64-bit patterns, so that one macro serves signed and unsigned values. */
#define CHECK_EQUAL(expected, actual)                                                                                  \
    do {                                                                                                               \
        int64_t check_expected = (int64_t)(expected);                                                                  \
        int64_t check_actual = (int64_t)(actual);                                                                      \
        if (check_expected != check_actual) {                                                                          \
            check_failures++;                                                                                          \
            fprintf(stderr, "%s:%d: %s is %" PRId64 ", not %" PRId64 "\n", __FILE__, __LINE__, #actual, check_actual,  \
                check_expected);                                                                                       \
        }                                                                                                              \
    } while (0)

struct check_case {
    const char *name;
    void (*run)(void);
};

/* One line each in a program's table; the build reads these lines to learn which cases there are. */
#define CHECK_CASE(function) {#function, function}

static int check_run(int argc, char **argv, const struct check_case *cases, size_t count)
{
    check_argument = argc > 2 ? argv[2] : NULL;
    for (size_t i = 0; i < count; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) {
            cases[i].run();
            return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
        }
    }
    fprintf(stderr, "usage: %s CASE [ARGUMENT]\n", argv[0]);
    return EXIT_FAILURE;
}

#define CHECK_MAIN(cases)                                                                                              \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        return check_run(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));                                         \
    }

#endif /* PALLOC_TEST_CHECK_H */
