// How to run other profilers on exactly one profile.
#include "recipes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernels.h"
#include "plugins.h"

// The functions that take most of the time, where that is not the kernel's own function
// (simd/every_method.h); their names end in the instruction set. Compilers inline some of them if
// lanes are plain floats, and split up those of `waves` and of boxes, each in its own way: these
// are not named.
static const struct {
    const char *family, *method, *symbol;
    bool inlined; // in the scalar variant
} hot_symbols[] = {
    {"volume", "blocks", "volume_blocks_sum", false},
    {"volume", "hierarchy", "hierarchy_clip_round", false},
    {"hydrostatics", "blocks", "hydrostatics_blocks_sum", false},
    {"hydrostatics", "hierarchy", "hydrostatics_clip_round", false},
    {"box", "corners", NULL, false},
    {"shapes", "box", NULL, false},
    {"shapes", "sphere", "sphere_volumes", true},
    {"shapes", "ellipsoid", "ellipsoid_volumes", true},
    {"pressure", "kerner", "wetting_find_heights", false},
    {"forces", "batch", "forces_answer", true},
    {"water", "waves", NULL, false},
};

void recipes_symbol(const struct buoy_kernel_info *info, char *symbol, size_t size) {
    const bool is_scalar = strcmp(info->isa, "scalar") == 0;
    snprintf(symbol, size, "buoy_%s_%s_%s", info->family, info->method, info->isa);
    for (size_t i = 0; i < sizeof hot_symbols / sizeof hot_symbols[0]; ++i) {
        const char *stem = hot_symbols[i].symbol;
        if (strcmp(info->family, hot_symbols[i].family) == 0 &&
            strcmp(info->method, hot_symbols[i].method) == 0) {
            const bool named = stem && !(is_scalar && hot_symbols[i].inlined);
            snprintf(symbol, size, "%s%s%s", named ? stem : "", named ? "_" : "",
                     named ? info->isa : "");
        }
    }
    if (strcmp(info->method, "auto") == 0 || strcmp(info->method, "reference") == 0 ||
        plugins_own(kernels_find(info->id))) {
        symbol[0] = '\0';
    }
    for (char *c = symbol; *c != '\0'; ++c) {
        *c = *c == '+' ? '_' : *c; // avx2+fma
    }
}

static void print_option(const char *option, const char *value) {
    if (value) {
        printf(" %s ", option);
        cli_print_word(value, stdout);
    }
}

static void print_program(const struct recipe *recipe) {
    cli_print_word(cli_program(), stdout);
    fputs(" profile", stdout);
    print_option("--kernel", recipe->kernel);
    print_option("--mesh", recipe->mesh);
    cli_print_making(recipe->making, stdout);
    print_option("--workload", recipe->workload);
    print_option("--plugin", plugins_path(recipe->entry->kernel));
    printf(" --seconds %g\n", recipe->seconds);
}

static void print_command(const struct recipe *recipe, const char *profiler) {
    printf("    %s ", profiler);
    print_program(recipe);
}

// perf can wait until the loop runs.
static void print_perf_command(const struct recipe *recipe, const char *profiler) {
    if (recipe->setup_seconds < 0.02 * recipe->seconds) {
        print_command(recipe, profiler);
        return;
    }
    printf("    %s -D %.0f ", profiler, ceil(1e3 * recipe->setup_seconds * 1.1));
    print_program(recipe);
}

static void print_perf(const struct recipe *recipe, const char *symbol) {
    puts("perf (Debian: linux-perf): counters; then where the cycles go");
    print_perf_command(recipe, "perf stat -e cycles:u,instructions:u,branches:u,branch-misses:u,"
                               "L1-dcache-loads:u,L1-dcache-load-misses:u");
    print_perf_command(recipe, "perf record -e cycles:u -F 1000 --call-graph dwarf -o perf.data");
    puts("    perf report -i perf.data --no-children");
    printf("    perf annotate -i perf.data --stdio %s%s\n", symbol[0] != '\0' ? "-s " : "", symbol);
    puts("    Where there are no counters, as in most virtual machines: -e cpu-clock:u.\n"
         "    bench/run builds with -g, but without frame pointers, which would cost speed: so\n"
         "    --call-graph dwarf, or lbr on processors by Intel.");
}

void recipes_print(const struct recipe *recipe) {
    char symbol[96];
    recipes_symbol(&recipe->entry->info, symbol, sizeof symbol);
    if (symbol[0] != '\0') {
        printf("Most of the time is spent in the symbol %s.\n\n", symbol);
    }
    print_perf(recipe, symbol);
    puts("\nVTune: pipeline slots and ports; memory");
    print_command(recipe, "vtune -collect uarch-exploration -result-dir vtune-uarch --");
    print_command(recipe, "vtune -collect memory-access -result-dir vtune-memory --");
    if (symbol[0] != '\0') {
        printf("    vtune -report hotspots -result-dir vtune-uarch -source-object function=%s\n",
               symbol);
    }
    puts("\nInstruments (macOS): counters and time");
    print_command(recipe, "xcrun xctrace record --template 'CPU Counters' --output counters.trace "
                          "--launch --");
    print_command(
        recipe, "xcrun xctrace record --template 'Time Profiler' --output time.trace --launch --");
    puts("\nsamply (Linux, macOS): flame graph in a browser");
    print_command(recipe, "samply record --rate 4000 --");
}
