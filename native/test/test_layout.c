/*
 * test_layout.c - the layout table: complete, unique names, right values.
 *
 * The offsets are written out here and not taken from offsetof again: they are the format of a shared arena, which two
 * programs built at different times must agree on. Takes the path of palloc.h as its argument.
 */
#include "check.h"
#include "palloc.h"

/* The value of a named entry; INT64_MIN when there is none. */
static int64_t value_of(const char *name)
{
    for (int32_t i = 0; i < palloc_layout_count(); i++) {
        if (strcmp(palloc_layout_name(i), name) == 0) {
            return palloc_layout_value(i);
        }
    }
    return INT64_MIN;
}

static void sizes_and_offsets_are_as_written(void)
{
    static const struct {
        const char *name;
        int64_t value;
    } expected[] = {
        {"sizeof(void*)", 8},
        {"sizeof(palloc_cache_line)", 8},
        {"offsetof(palloc_cache_line, line_bytes)", 0},
        {"offsetof(palloc_cache_line, source)", 4},
        {"sizeof(palloc_shmem_header)", 56},
        {"offsetof(palloc_shmem_header, magic)", 0},
        {"offsetof(palloc_shmem_header, creator_pid)", 4},
        {"offsetof(palloc_shmem_header, total_size)", 8},
        {"offsetof(palloc_shmem_header, free_offset)", 16},
        {"offsetof(palloc_shmem_header, dsm_control)", 24},
        {"offsetof(palloc_shmem_header, policy)", 28},
        {"offsetof(palloc_shmem_header, index)", 32},
        {"offsetof(palloc_shmem_header, device)", 40},
        {"offsetof(palloc_shmem_header, inode)", 48},
    };
    const size_t count = sizeof(expected) / sizeof(expected[0]);
    for (size_t i = 0; i < count; i++) {
        CHECK_EQUAL(expected[i].value, value_of(expected[i].name));
    }
    size_t in_table = 0;
    for (int32_t i = 0; i < palloc_layout_count(); i++) {
        in_table += strchr(palloc_layout_name(i), '(') != NULL;
    }
    CHECK_EQUAL(count, in_table);
}

/* Every "#define PALLOC_NAME value" of the header, so that a constant added there cannot be forgotten in the table. */
static void every_constant_of_the_header_is_in_the_table(void)
{
    FILE *header = fopen(check_argument, "r");
    CHECK(header != NULL);
    if (header == NULL) {
        return;
    }
    int in_header = 0, in_table = 0;
    char line[256], name[64];
    long value;
    while (fgets(line, sizeof(line), header) != NULL) {
        if (sscanf(line, "#define %63[A-Z0-9_] %ld", name, &value) == 2 ||
            sscanf(line, "#define %63[A-Z0-9_] (%ld)", name, &value) == 2) {
            in_header++;
            CHECK_EQUAL(value, value_of(name));
        }
    }
    fclose(header);
    for (int32_t i = 0; i < palloc_layout_count(); i++) {
        in_table += strncmp(palloc_layout_name(i), "PALLOC_", 7) == 0;
    }
    CHECK(in_header > 0);
    CHECK_EQUAL(in_header, in_table);
}

static void names_are_unique(void)
{
    for (int32_t i = 0; i < palloc_layout_count(); i++) {
        for (int32_t j = 0; j < i; j++) {
            CHECK(strcmp(palloc_layout_name(i), palloc_layout_name(j)) != 0);
        }
    }
}

static void outside_the_table_is_nothing(void)
{
    const int32_t outside[] = {-1, INT32_MIN, palloc_layout_count(), INT32_MAX};
    for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
        CHECK(palloc_layout_name(outside[i]) == NULL);
        CHECK_EQUAL(INT64_MIN, palloc_layout_value(outside[i]));
    }
}

static void version_is_the_header_s(void)
{
    CHECK_EQUAL(PALLOC_ABI_VERSION, palloc_abi_version());
}

static const struct check_case cases[] = {
    CHECK_CASE(sizes_and_offsets_are_as_written),
    CHECK_CASE(every_constant_of_the_header_is_in_the_table),
    CHECK_CASE(names_are_unique),
    CHECK_CASE(outside_the_table_is_nothing),
    CHECK_CASE(version_is_the_header_s),
};

CHECK_MAIN(cases)
