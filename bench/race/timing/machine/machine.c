// The machine and build of a measurement: CPU, clock, compiler, flags, commit, libraries.
#include "machine.h"

#include <stdio.h>
#include <string.h>
#ifdef BUOY_HAVE_GMP
#include <gmp.h>
#endif

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "commit.h"
#include "dispatch/cpu.h"
#include "json_output.h"
#include "platform.h"

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

static json_t *describe_system(void) {
    char text[256];
    return platform_system(text, sizeof text) ? json_text(text) : json_null();
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
