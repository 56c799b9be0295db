#include "platform.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "first_line.h"

#define CPU_FOLDER "/sys/devices/system/cpu/cpu0/cpufreq/"

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

bool platform_cpu(char *name, size_t size) {
    return sysctlbyname("machdep.cpu.brand_string", name, &size, NULL, 0) == 0;
}

#else

bool platform_cpu(char *name, size_t size) {
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

const char *platform_architecture(void) {
    static struct utsname system;
    return uname(&system) == 0 ? system.machine : "unknown";
}

bool platform_system(char *text, size_t size) {
    struct utsname system;
    if (uname(&system) != 0) {
        return false;
    }
    snprintf(text, size, "%.60s %.120s %.60s", system.sysname, system.release, system.machine);
    return true;
}

const char *platform_governor(char *text, int size) {
    return first_line(CPU_FOLDER "scaling_governor", text, size);
}

// CPUs with a governor report their clock in kilohertz, others in /proc/cpuinfo in megahertz.
double platform_megahertz(void) {
    char line[4096];
    const char *kilohertz = first_line(CPU_FOLDER "scaling_cur_freq", line, sizeof line);
    if (kilohertz) {
        return 1e-3 * strtod(kilohertz, NULL);
    }
    const char *megahertz = cpu_info("cpu MHz", line, sizeof line);
    return megahertz ? strtod(megahertz, NULL) : (double)NAN;
}

size_t platform_memory(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (size_t)pages * (size_t)page : 0;
}

const char *platform_glibc(void) {
#ifdef __GLIBC__
    return gnu_get_libc_version();
#else
    return NULL;
#endif
}
