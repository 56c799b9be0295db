// Which library this is, and which library, compiler and processor timings belong to.
#include "base/arithmetic.h"

#include "dispatch/identity.h"

#include <string.h>

#include "base/text_file.h"
#include "buoyancy.h"
#include "dispatch/cpu.h"
#include "dispatch/registry.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__VERSION__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

// Appends a text, or as much of it as there is room for.
static void append(char *text, size_t size, const char *more) {
    const size_t length = strlen(text), room = size - 1 - length, wanted = strlen(more);
    const size_t taken = wanted < room ? wanted : room;
    memcpy(text + length, more, taken);
    text[length + taken] = '\0';
}

// Copies a name: without white space at its ends, with one space between words, and a question mark
// for what files could not hold as it is.
static void copy_clean(const char *from, char *to, size_t size) {
    size_t length = 0;
    for (; *from != '\0' && length + 1 < size; ++from) {
        const char c = *from;
        const int space = c == ' ' || (c >= '\t' && c <= '\r');
        if (!space) {
            to[length++] = c > ' ' && c <= '~' && c != '"' && c != '\\' ? c : '?';
        } else if (length > 0 && to[length - 1] != ' ') {
            to[length++] = ' ';
        }
    }
    length -= length > 0 && to[length - 1] == ' ';
    to[length] = '\0';
}

#if BUOY_ON_X86(1) == 1

#include "dispatch/cpu_x86.h"

// The brand string: 48 bytes from three leaves. Source: Intel, Software Developer's Manual, volume
// 2A, CPUID.
static void find_name(char *name, size_t size) {
    unsigned registers[12] = {0};
    char brand[sizeof registers + 1] = "";
    for (unsigned i = 0; i < 3; ++i) {
        if (!buoy_cpuid(0x80000002 + i, registers + 4 * (size_t)i)) {
            return;
        }
    }
    memcpy(brand, registers, sizeof registers);
    copy_clean(brand, name, size);
}

#elif defined(__linux__)

// AArch64: maker, part and revision of the first core, as a number.
static void find_name(char *name, size_t size) {
    char text[64];
    struct buoy_text_file file;
    if (buoy_text_file_open(&file, "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1")) {
        size_t length = 0;
        for (int c; length + 1 < sizeof text && (c = buoy_text_file_next(&file)) >= 0;) {
            text[length++] = (char)c;
        }
        text[length] = '\0';
        buoy_text_file_close(&file);
        copy_clean(text, name, size);
    }
}

#elif defined(__APPLE__)

#include <sys/sysctl.h>

static void find_name(char *name, size_t size) {
    char brand[64] = "";
    size_t length = sizeof brand - 1;
    if (sysctlbyname("machdep.cpu.brand_string", brand, &length, NULL, 0) == 0) {
        copy_clean(brand, name, size);
    }
}

#else

static void find_name(char *name, size_t size) {
    (void)name, (void)size;
}

#endif

void buoy_identify(struct buoy_identity *identity) {
    memset(identity, 0, sizeof *identity);
    copy_clean(BUOY_VERSION_TEXT, identity->library, sizeof identity->library);
    copy_clean(COMPILER, identity->compiler, sizeof identity->compiler);
    find_name(identity->cpu, sizeof identity->cpu);
    if (identity->cpu[0] == '\0') {
        append(identity->cpu, sizeof identity->cpu, "unknown");
    }
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        if (!(buoy_isas[i].features & ~buoy_cpu_features()) && !buoy_isas[i].not_built) {
            append(identity->features, sizeof identity->features,
                   identity->features[0] == '\0' ? "" : " ");
            append(identity->features, sizeof identity->features, buoy_isas[i].name);
        }
    }
}

uint32_t buoy_version(void) {
    return BUOY_VERSION;
}
