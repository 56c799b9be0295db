// The energy that all processors of the machine have taken.
#include "host.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "first_line.h"

static double read_microjoules(const char *folder, const char *file) {
    char path[300], line[64];
    snprintf(path, sizeof path, "%.255s/%s", folder, file);
    return first_line(path, line, sizeof line) ? 1e-6 * strtod(line, NULL) : (double)NAN;
}

// Packages alone: what their parts (intel-rapl:0:0) take is in it.
void energy_open(const char *folder, struct energy *energy) {
    char line[64];
    *energy = (struct energy){0};
    for (size_t i = 0; i < ENERGY_MOST_PACKAGES; ++i) {
        char *path = energy->paths[energy->count], name[300];
        snprintf(path, sizeof energy->paths[0], "%.200s/intel-rapl:%zu", folder, i);
        snprintf(name, sizeof name, "%s/name", path);
        const bool is_package =
            first_line(name, line, sizeof line) && strncmp(line, "package", 7) == 0;
        const double range = read_microjoules(path, "max_energy_range_uj");
        if (is_package && range > 0.0 && !isnan(read_microjoules(path, "energy_uj"))) {
            energy->ranges[energy->count++] = range;
        }
    }
}

struct energy_reading energy_read(const struct energy *energy) {
    struct energy_reading reading = {{0.0}};
    for (size_t i = 0; i < energy->count; ++i) {
        reading.joules[i] = read_microjoules(energy->paths[i], "energy_uj");
    }
    return reading;
}

double energy_between(const struct energy *energy, const struct energy_reading *before,
                      const struct energy_reading *after) {
    double sum = 0.0;
    for (size_t i = 0; i < energy->count; ++i) {
        const double joules = after->joules[i] - before->joules[i];
        sum += joules < 0.0 ? joules + energy->ranges[i] : joules;
    }
    return energy->count > 0 ? sum : (double)NAN;
}
