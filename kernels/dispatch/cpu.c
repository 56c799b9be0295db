// CPU and operating system detection.
#include "base/arithmetic.h"

#include "dispatch/cpu.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/text_file.h"
#include "buoyancy.h"
#include "dispatch/registry.h"

#define ISA(family, method, suffix, option, name, processor, width, features, same_bits)           \
    {name, processor, features, BUOY_WHY_NOT_BUILT(BUOY_BUILT_##option, option, processor)},
const struct buoy_isa buoy_isas[] = {BUOY_FOR_EACH_ISA(ISA, , )};
const size_t buoy_isa_count = sizeof buoy_isas / sizeof *buoy_isas;

const struct buoy_isa *buoy_isa_find(const char *name) {
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        if (strcmp(buoy_isas[i].name, name) == 0) {
            return &buoy_isas[i];
        }
    }
    return NULL;
}

#if BUOY_ON_X86(1) == 1

static unsigned detect(void) {
    struct buoy_x86_registers registers = {0};
    unsigned r[4];
    if (buoy_cpuid(1, r)) {
        registers.leaf1_c = r[2];
    }
    if (buoy_cpuid(7, r)) {
        registers.leaf7_b = r[1];
    }
    if (buoy_x86_has_xgetbv(registers.leaf1_c)) {
        registers.xcr0 = buoy_xgetbv();
    }
    return buoy_x86_features(&registers);
}

#elif BUOY_ON_ARM(1) == 1

#ifdef __linux__

#include <sys/auxv.h>
#include <sys/prctl.h>

// SVE from the length of this thread's vectors; other threads have the same unless they set
// another.
static unsigned detect_sve(void) {
    if (!(getauxval(AT_HWCAP) & HWCAP_SVE)) {
        return 0;
    }
    const int bytes = prctl(PR_SVE_GET_VL) & PR_SVE_VL_LEN_MASK; // −1, an error, is no length
    return bytes == 32 ? BUOY_CPU_SVE256 : bytes == 64 ? BUOY_CPU_SVE512 : 0;
}

#else

static unsigned detect_sve(void) {
    return 0;
}

#endif

static unsigned detect(void) {
    return BUOY_CPU_NEON | BUOY_CPU_FMA | detect_sve(); // the first two are part of AArch64
}

#elif BUOY_ON_RISCV(1) == 1 && defined(__linux__)

#include <stdint.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

long syscall(long number, ...); // <unistd.h> has it beyond POSIX only

// Constants of <asm/hwprobe.h> (Linux 6.5) and <linux/prctl.h>, since installed headers are often
// older.
enum {
    RISCV_HWPROBE = 258,
    HWPROBE_EXTENSIONS = 4,
    HWPROBE_V = 1 << 2,
    RISCV_V_GET_CONTROL = 70,
    V_CONTROL = 3,
    V_OFF = 1,
};

// Whether all processors have V, version 1.0, which auxiliary vectors of vendors' kernels do not
// tell from drafts of it, and this thread may use it.
static bool has_v(void) {
    struct {
        int64_t key;
        uint64_t value;
    } probe = {HWPROBE_EXTENSIONS, 0};
    const long status = syscall(RISCV_HWPROBE, &probe, 1L, 0L, 0L, 0L);
    const bool has = status == 0 ? (probe.value & HWPROBE_V) != 0
                                 : (getauxval(AT_HWCAP) & 1ul << ('V' - 'A')) != 0;
    const int control = prctl(RISCV_V_GET_CONTROL); // −1 if the kernel does not know it
    return has && (control < 0 || (control & V_CONTROL) != V_OFF);
}

static unsigned detect(void) {
    unsigned long bytes = 0;
    if (has_v()) {
        // vlenb, without asking the assembler for V; volatile, as elsewhere it is an illegal
        // instruction
        __asm__ volatile("csrr %0, 0xc22" : "=r"(bytes));
    }
    return bytes == 32 ? BUOY_CPU_RVV256 : 0;
}

#elif defined(__wasm__)

static unsigned detect(void) {
    return BUOY_CPU_SIMD128; // an engine without it loads no module that uses it
}

#else

static unsigned detect(void) {
    return 0;
}

#endif

unsigned buoy_cpu_features(void) {
    // CPUID traps to the hypervisor on virtual machines: ask once. Racing threads find the same.
    static atomic_uint known;
    const unsigned is_known = 1u << 31;
    unsigned features = atomic_load_explicit(&known, memory_order_relaxed);
    if (!features) {
        features = detect() | is_known;
        atomic_store_explicit(&known, features, memory_order_relaxed);
    }
    return features & ~is_known;
}

// ------------------------------------------------------------------------------------------ names

// Which library this is, and which library, compiler and processor timings belong to.

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__VERSION__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

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
        copy_clean("unknown", identity->cpu, sizeof identity->cpu);
    }
    char *features = identity->features;
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        if (!(buoy_isas[i].features & ~buoy_cpu_features()) && !buoy_isas[i].not_built) {
            const size_t length = strlen(features);
            snprintf(features + length, sizeof identity->features - length, "%s%s",
                     length > 0 ? " " : "", buoy_isas[i].name);
        }
    }
}

uint32_t buoy_version(void) {
    return BUOY_VERSION;
}
