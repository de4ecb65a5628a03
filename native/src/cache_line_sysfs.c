/*
 * cache_line_sysfs.c - the kernel's description of a processor's caches.
 *
 * Each cache is a folder index0, index1, ... with one short file for a property. Folders are opened one below the
 * other instead of composing paths: no buffer to size, and no formatting function whose hardened variant would tie the
 * library to one C library.
 */
#define _POSIX_C_SOURCE 200809L /* openat */

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "cache_line.h"

/* Longer than any property read here ("Instruction"), its line feed and the terminator. */
enum { PROPERTY_CHARS = 24 };

/* O_CLOEXEC throughout: the host process may start another at any moment. */
static bool read_property(int cache, const char *name, char text[static PROPERTY_CHARS])
{
    int file = openat(cache, name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    ssize_t length = read(file, text, PROPERTY_CHARS - 1);
    close(file);
    if (length <= 0) {
        return false;
    }
    text[length] = '\0';
    text[strcspn(text, "\n")] = '\0';
    return true;
}

/* A decimal number of at most nine digits, which cannot overflow; 0 for anything else. */
static int32_t as_number(const char *text)
{
    int32_t number = 0;
    size_t digits = strspn(text, "0123456789");
    if (digits > 9 || text[digits] != '\0') {
        return 0;
    }
    for (size_t i = 0; i < digits; i++) {
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

static int32_t line_if_first_level_data(int cache)
{
    char level[PROPERTY_CHARS], type[PROPERTY_CHARS], line[PROPERTY_CHARS];
    if (!read_property(cache, "level", level) || strcmp(level, "1") != 0) {
        return 0;
    }
    if (!read_property(cache, "type", type) || (strcmp(type, "Data") != 0 && strcmp(type, "Unified") != 0)) {
        return 0;
    }
    return read_property(cache, "coherency_line_size", line) ? as_number(line) : 0;
}

int32_t cache_line_from_sysfs(const char *cache_folder)
{
    int folder = open(cache_folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return 0;
    }
    int32_t line = 0;
    char name[] = "index0";
    /* Ten are enough: the kernel numbers them from 0 without gaps, and level 1 comes first. */
    for (char digit = '0'; digit <= '9' && line == 0; digit++) {
        name[sizeof(name) - 2] = digit;
        int cache = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (cache < 0) {
            break;
        }
        line = line_if_first_level_data(cache);
        close(cache);
    }
    close(folder);
    return line;
}
