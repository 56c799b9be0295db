#include "caches.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

#include "first_line.h"

// The first line of FOLDER/index<INDEX>/<NAME>, or false.
static bool read_line(const char *folder, int index, const char *name, char *line, int size) {
    char path[512];
    const int length = snprintf(path, sizeof path, "%s/index%d/%s", folder, index, name);
    return length > 0 && (size_t)length < sizeof path && first_line(path, line, size);
}

// "48K", "2M": the kernel writes whole kibibytes.
static size_t parse_size(const char *text) {
    unsigned long number = 0;
    char unit = '\0';
    if (sscanf(text, "%9lu%c", &number, &unit) < 1) { // NOLINT(cert-err34-c): at most nine digits
        return 0;
    }
    return (size_t)number << (unit == 'K' ? 10 : unit == 'M' ? 20 : 0);
}

struct caches caches_read_folder(const char *folder) {
    struct caches caches = {0};
    char line[64];
    for (int i = 0; read_line(folder, i, "level", line, sizeof line); ++i) {
        const char level = line[0];
        if (!read_line(folder, i, "type", line, sizeof line) || line[0] == 'I') {
            continue; // instructions only
        }
        if (!read_line(folder, i, "size", line, sizeof line)) {
            continue;
        }
        size_t *size = level == '1'   ? &caches.l1
                       : level == '2' ? &caches.l2
                       : level == '3' ? &caches.l3
                                      : NULL;
        if (size) {
            *size = parse_size(line);
        }
    }
    return caches;
}

#ifdef __APPLE__

static size_t ask_system(const char *name) {
    unsigned long long value = 0;
    size_t size = sizeof value;
    return sysctlbyname(name, &value, &size, NULL, 0) == 0 ? (size_t)value : 0;
}

// Performance cores first: kernels run there when they take long.
struct caches caches_find(void) {
    struct caches caches = {
        .l1 = ask_system("hw.perflevel0.l1dcachesize"),
        .l2 = ask_system("hw.perflevel0.l2cachesize"),
        .l3 = ask_system("hw.l3cachesize"),
    };
    if (caches.l1 == 0) {
        caches.l1 = ask_system("hw.l1dcachesize");
        caches.l2 = ask_system("hw.l2cachesize");
    }
    return caches;
}

#else

struct caches caches_find(void) {
    return caches_read_folder("/sys/devices/system/cpu/cpu0/cache");
}

#endif
