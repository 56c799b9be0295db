// The machine and build of a measurement: CPU, clock, compiler, flags, commit, libraries.
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif
#ifdef BUOY_HAVE_GMP
#include <gmp.h>
#endif

#include "buoyancy.h"
#include "commit.h"
#include "dispatch/cpu.h"
#include "first_line.h"
#include "json_output.h"

#define CPU_FOLDER "/sys/devices/system/cpu/cpu0/cpufreq/"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

// Cuts white space off a text's end.
static void trim(char *text) {
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\n", text[length - 1])) {
        text[--length] = '\0';
    }
}

// The first value of a key in /proc/cpuinfo ("key : value"), or NULL.
static const char *cpu_info(const char *key, char *line, int size) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    const char *value = NULL;
    while (file && !value && fgets(line, size, file)) {
        char *colon = strchr(line, ':');
        if (colon) {
            *colon = '\0';
            trim(line);
            value = strcmp(line, key) == 0 ? colon + 1 + strspn(colon + 1, " \t") : NULL;
        }
    }
    if (file) {
        fclose(file);
    }
    if (value) {
        trim(line + (value - line));
    }
    return value;
}

#ifdef __APPLE__

static bool find_cpu_name(char *name, size_t size) {
    return sysctlbyname("machdep.cpu.brand_string", name, &size, NULL, 0) == 0;
}

#else

static bool find_cpu_name(char *name, size_t size) {
    char line[4096]; // the line with a CPU's flags is long
    const char *found = cpu_info("model name", line, sizeof line);
    if (!found) {
        found = cpu_info("Model", line, sizeof line); // some boards with an Arm processor
    }
    if (found) {
        snprintf(name, size, "%s", found);
        return true;
    }
    // Other Arm machines have numbers that identify the core.
    char part[100];
    found = cpu_info("CPU part", line, sizeof line);
    snprintf(part, sizeof part, "%s", found ? found : "");
    found = cpu_info("CPU implementer", line, sizeof line);
    snprintf(name, size, "CPU implementer %.100s, part %s", found ? found : "", part);
    return found;
}

#endif

const char *machine_cpu(void) {
    static char name[256];
    if (!find_cpu_name(name, sizeof name)) {
        struct utsname system;
        snprintf(name, sizeof name, "%s", uname(&system) == 0 ? system.machine : "unknown");
    }
    return name;
}

const char *machine_compiler(void) {
    static char name[64];
    snprintf(name, sizeof name, "%s", COMPILER);
    trim(name);
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

// CPUs with a governor report their clock in kilohertz, others in /proc/cpuinfo in megahertz.
double machine_megahertz(void) {
    char line[4096];
    const char *kilohertz = first_line(CPU_FOLDER "scaling_cur_freq", line, sizeof line);
    if (kilohertz) {
        return 1e-3 * strtod(kilohertz, NULL);
    }
    const char *megahertz = cpu_info("cpu MHz", line, sizeof line);
    return megahertz ? strtod(megahertz, NULL) : (double)NAN;
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
#ifdef __GLIBC__
    json_object_set_new(libraries, "glibc", json_string(gnu_get_libc_version()));
#endif
    return libraries;
}

static json_t *describe_system(void) {
    struct utsname system;
    char text[256];
    if (uname(&system) != 0) {
        return json_null();
    }
    snprintf(text, sizeof text, "%.60s %.120s %.60s", system.sysname, system.release,
             system.machine);
    return json_text(text);
}

json_t *machine_describe(void) {
    char line[256];
    const char *isa = NULL;
    buoy_get_isa(&isa, NULL);
    json_t *machine = json_object();
    json_object_set_new(machine, "cpu", json_text(machine_cpu()));
    json_object_set_new(machine, "cpu_features", describe_features());
    json_object_set_new(machine, "instruction_set", text_or_null(isa));
    json_object_set_new(machine, "governor",
                        text_or_null(first_line(CPU_FOLDER "scaling_governor", line, sizeof line)));
    json_object_set_new(machine, "frequency_mhz", json_number(machine_megahertz()));
    json_object_set_new(machine, "system", describe_system());
    json_object_set_new(machine, "compiler", json_string(machine_compiler()));
    json_object_set_new(machine, "flags", json_string(BUOY_FLAGS));
    json_object_set_new(machine, "extra_flags", json_string(BUOY_EXTRA_FLAGS));
    json_object_set_new(machine, "build_type", json_string(BUOY_BUILD_TYPE));
    json_object_set_new(machine, "version", json_string(BUOY_VERSION_TEXT));
    json_object_set_new(machine, "commit", json_string(BUOY_COMMIT));
    json_object_set_new(machine, "libraries", describe_libraries());
    return machine;
}
