// The kinds of cores of one processor.
#include "cores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "first_line.h"

// Cores whose highest clocks differ by less are of one kind: the best ones of a kind may be allowed
// a little more.
#define LEAST_CLOCK_RATIO 1.15

// "0-7,16"
static void take_list(const char *text, struct core_kind *kind) {
    while (*text >= '0' && *text <= '9') {
        char *end;
        const unsigned long first = strtoul(text, &end, 10);
        const unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
        for (unsigned long i = first; i <= last && i <= PROCESSORS_MOST; ++i) {
            kind->count += !kind->has[i];
            kind->has[i] = true;
        }
        text = end + (*end == ',');
    }
}

// Intel's, as its counters are divided.
static void find_intel(const char *folder, struct core_kinds *kinds) {
    static const char *const names[][2] = {{"P", "core"}, {"E", "atom"}, {"LP", "lowpower"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char path[512], line[4096];
        struct core_kind *kind = &kinds->kinds[kinds->count];
        snprintf(path, sizeof path, "%.400s/cpu_%s/cpus", folder, names[i][1]);
        if (first_line(path, line, sizeof line)) {
            snprintf(kind->name, sizeof kind->name, "%s", names[i][0]);
            take_list(line, kind);
            kinds->count += kind->count > 0;
        }
    }
}

// Puts a processor among those of a number, in falling order of numbers.
static void put(struct core_kinds *kinds, double numbers[CORES_MOST_KINDS], double number,
                double least_ratio, const char *unit, size_t processor) {
    size_t place = 0;
    while (place < kinds->count && numbers[place] > number * least_ratio) {
        ++place;
    }
    struct core_kind *kind = &kinds->kinds[place];
    if (place == kinds->count || number > numbers[place] * least_ratio) {
        if (kinds->count == CORES_MOST_KINDS) {
            return;
        }
        memmove(kind + 1, kind, (kinds->count - place) * sizeof *kind);
        memmove(numbers + place + 1, numbers + place, (kinds->count - place) * sizeof *numbers);
        memset(kind, 0, sizeof *kind);
        ++kinds->count;
        numbers[place] = number;
        snprintf(kind->name, sizeof kind->name, "%.0f%s", number, unit);
    }
    kind->has[processor] = true;
    ++kind->count;
}

// By a number that each processor has in a file.
static void find_by(const char *folder, const char *file, double scale, double least_ratio,
                    const char *unit, struct core_kinds *kinds) {
    double numbers[CORES_MOST_KINDS] = {0.0};
    for (size_t i = 0; i <= PROCESSORS_MOST; ++i) {
        char path[512], line[64];
        snprintf(path, sizeof path, "%.400s/system/cpu/cpu%zu/%s", folder, i, file);
        const double number =
            first_line(path, line, sizeof line) ? scale * strtod(line, NULL) : 0.0;
        if (number > 0.0) {
            put(kinds, numbers, number, least_ratio, unit, i);
        }
    }
}

void cores_find(const char *folder, struct core_kinds *kinds) {
    memset(kinds, 0, sizeof *kinds);
    find_intel(folder, kinds);
    if (kinds->count < 2) {
        memset(kinds, 0, sizeof *kinds);
        find_by(folder, "cpu_capacity", 1.0, 1.0, "", kinds);
    }
    if (kinds->count < 2) {
        memset(kinds, 0, sizeof *kinds);
        find_by(folder, "cpufreq/cpuinfo_max_freq", 1e-3, LEAST_CLOCK_RATIO, "MHz", kinds);
    }
    if (kinds->count < 2) {
        memset(kinds, 0, sizeof *kinds);
    }
}
