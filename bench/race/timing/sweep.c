// Sweeps: many subjects that differ in one number, to show how a kernel's time grows with it.
#include "sweep.h"
#include "buoyancy_kernels.h"

#include <string.h>

#include "dispatch/cpu.h"
#include "dispatch/registry.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

// ------------------------------------------------------------------------------- triangles

static const char *const sphere[] = {"builtin:sphere"};

// Two per decade, and the most triangles a mesh may have.
static const size_t sizes[] = {12,    32,    100,    320,    1000,    3200,
                               10000, 32000, 100000, 320000, 1000000, 2000000};

// Four cold copies of larger meshes would take more memory than a run may.
static const struct workload hot_and_cold[] = {
    {.name = WORKLOAD_HOT, .most_default = SIZE_MAX, .per_call = 1},
    {.name = "cold", .most_default = 320000, .per_call = 1, .cold = true},
};

// ----------------------------------------------------------------------------------- count

static const char *const small[] = {"builtin:box", "builtin:barrel"};

#define BODIES(n)                                                                                  \
    { .name = "count" #n, .most_default = SIZE_MAX, .per_call = (n), .line = "" }
static const struct workload counts[] = {
    BODIES(1),  BODIES(2),  BODIES(3),  BODIES(4),  BODIES(6),   BODIES(8),   BODIES(12),
    BODIES(16), BODIES(24), BODIES(32), BODIES(64), BODIES(256), BODIES(1024)};

// ------------------------------------------------------------------------------- immersion

static const char *const hull_and_sphere[] = {"builtin:wigley:1300", "builtin:sphere:20480"};

#define IMMERSED(percent)                                                                          \
    {                                                                                              \
        .name = "immersed" #percent, .most_default = SIZE_MAX, .per_call = 1,                      \
        .immersion = 0.01 * (percent)                                                              \
    }
static const struct workload immersions[] = {IMMERSED(1),  IMMERSED(5),  IMMERSED(10), IMMERSED(20),
                                             IMMERSED(35), IMMERSED(50), IMMERSED(65), IMMERSED(80),
                                             IMMERSED(90), IMMERSED(95), IMMERSED(99)};

// ------------------------------------------------------------------------------------ all

static const struct sweep sweeps[] = {
    {
        .name = "triangles",
        .unit = "triangles",
        .mesh_count = COUNT_OF(sphere),
        .meshes = sphere,
        .size_count = COUNT_OF(sizes),
        .sizes = sizes,
        .workload_count = COUNT_OF(hot_and_cold),
        .workloads = hot_and_cold,
    },
    {
        .name = "count",
        .unit = "bodies a call",
        .without_mesh = true,
        .many = true,
        .mesh_count = COUNT_OF(small),
        .meshes = small,
        .workload_count = COUNT_OF(counts),
        .workloads = counts,
    },
    {
        .name = "immersion",
        .unit = "% of the volume under water",
        .mesh_count = COUNT_OF(hull_and_sphere),
        .meshes = hull_and_sphere,
        .workload_count = COUNT_OF(immersions),
        .workloads = immersions,
    },
};

const struct sweep *sweep_find(const char *name) {
    for (size_t i = 0; i < COUNT_OF(sweeps); ++i) {
        if (strcmp(sweeps[i].name, name) == 0) {
            return &sweeps[i];
        }
    }
    return NULL;
}

bool sweep_is_for_many_isas(const struct buoy_method *method) {
    size_t count = 0;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        count += buoy_kernel_at(i)->method == method && buoy_isa_find(buoy_kernel_at(i)->isa);
    }
    return count > 1;
}

// The registry lists the better of two instruction sets later.
static bool is_best(const struct cli_kernels *kernels, size_t index) {
    const struct buoy_kernel *kernel = kernels->items[index];
    for (size_t i = index + 1; i < kernels->count; ++i) {
        const struct buoy_kernel *later = kernels->items[i];
        if (later->method == kernel->method && later->deterministic) {
            return false;
        }
    }
    return kernel->deterministic && sweep_is_for_many_isas(kernel->method);
}

void sweep_keep_best(struct cli_kernels *kernels) {
    size_t kept = 0;
    for (size_t i = 0; i < kernels->count; ++i) {
        const struct buoy_kernel *kernel = kernels->items[i];
        if (families_have_baseline(kernel) || is_best(kernels, i)) {
            kernels->items[kept++] = kernel; // kept ≤ i: the later entries are unchanged
        }
    }
    kernels->count = kept;
}

#define MOST_TRIANGLES_ASKED ((size_t)32 << 20)
#define FEWEST_POSES 16

size_t sweep_poses(size_t asked_for, size_t triangles) {
    const size_t most = MOST_TRIANGLES_ASKED / triangles;
    const size_t enough = most > FEWEST_POSES ? most : FEWEST_POSES;
    return asked_for < enough ? asked_for : enough;
}
