// The machine and build of a measurement: CPU, clock, compiler, flags, commit, libraries.
#include "host.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "first_line.h"
#include "json_output.h"
#include "load.h"
#include "platform.h"

#ifdef BUOY_HAVE_GMP
#include <gmp.h>
#endif

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "commit.h"
#include "dispatch/cpu.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

const char *machine_cpu(void) {
    static char name[256];
    if (!platform_cpu(name, sizeof name)) {
        snprintf(name, sizeof name, "%s", platform_architecture());
    }
    return name;
}

const char *machine_compiler(void) {
    static char name[64];
    snprintf(name, sizeof name, "%s", COMPILER);
    name[strlen(name) - (name[strlen(name) - 1] == ' ')] = '\0'; // clang's ends with a space
    return name;
}

// The instruction sets that this processor has, whether or not this build uses them.
static json_t *describe_features(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        const struct buoy_isa *isa = &buoy_isas[i];
        if (isa->features != 0 && (isa->features & ~buoy_cpu_features()) == 0) {
            json_array_append_new(list, json_string(isa->name));
        }
    }
    return list;
}

static json_t *text_or_null(const char *text) {
    return text ? json_text(text) : json_null();
}

static json_t *describe_libraries(void) {
    json_t *libraries = json_object();
    json_object_set_new(libraries, "google_benchmark", json_string(BUOY_BENCHMARK_VERSION));
    json_object_set_new(libraries, "jansson", json_string(jansson_version_str()));
#ifdef BUOY_HAVE_GMP
    json_object_set_new(libraries, "gmp", json_string(gmp_version));
#else
    json_object_set_new(libraries, "gmp", json_null());
#endif
    if (platform_glibc()) {
        json_object_set_new(libraries, "glibc", json_string(platform_glibc()));
    }
    return libraries;
}

json_t *machine_describe(void) {
    char line[256];
    const char *isa = NULL;
    buoy_get_isa(&isa, NULL);
    json_t *machine = json_object();
    json_object_set_new(machine, "cpu", json_text(machine_cpu()));
    json_object_set_new(machine, "cpu_features", describe_features());
    json_object_set_new(machine, "instruction_set", text_or_null(isa));
    json_object_set_new(machine, "governor", text_or_null(platform_governor(line, sizeof line)));
    json_object_set_new(machine, "frequency_mhz", json_number(platform_megahertz()));
    char text[256];
    json_object_set_new(machine, "system",
                        platform_system(text, sizeof text) ? json_text(text) : json_null());
    json_object_set_new(machine, "compiler", json_string(machine_compiler()));
    json_object_set_new(machine, "flags", json_string(BUOY_FLAGS));
    json_object_set_new(machine, "extra_flags", json_string(BUOY_EXTRA_FLAGS));
    json_object_set_new(machine, "build_type", json_string(BUOY_BUILD_TYPE));
    json_object_set_new(machine, "version", json_string(BUOY_VERSION_TEXT));
    json_object_set_new(machine, "commit", json_string(BUOY_COMMIT));
    json_object_set_new(machine, "libraries", describe_libraries());
    return machine;
}

// ---------------------------------------------------------------------------------- kinds of cores

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
    // Intel's, as its counters are divided.
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
