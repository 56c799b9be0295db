// Approximations and exact kernels, asked about one mesh.
#include "contenders.h"
#include "buoyancy_kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "cli.h"
#include "dispatch/registry.h"
#include "ranking.h"
#include "stopwatch.h"

// ------------------------------------------------------------------------------- making

static const struct {
    const char *kernel;
    unsigned voxels, spheres;
    bool boxes_only;
} entries[] = {
    {"volume/auto/best", 0, 0, false},          {"volume/catto/scalar", 0, 0, false},
    {"volume/boundingbox/scalar", 0, 0, false}, {"volume/pontoons/scalar", 0, 0, false},
    {"volume/spheres/scalar", 0, 8, false},     {"volume/spheres/scalar", 0, 64, false},
    {"volume/spheres/scalar", 0, 512, false},   {"volume/points/scalar", 0, 0, false},
    {"box/celis/scalar", 0, 0, true},           {"box/deeter/scalar", 0, 0, true},
    {"box/columns/scalar", 0, 0, true},         {"volume/voxel/scalar", 8, 0, false},
    {"volume/voxel/scalar", 16, 0, false},      {"volume/voxel/scalar", 32, 0, false},
    {"volume/voxel/scalar", 64, 0, false},      {"volume/voxel/scalar", 128, 0, false},
    {"volume/voxel/scalar", 256, 0, false},     {"volume/refined/scalar", 16, 0, false},
    {"volume/refined/scalar", 64, 0, false},
};

_Static_assert(sizeof entries / sizeof entries[0] <= CONTENDERS_MOST, "room for all");

static bool is_box(const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double *half = info.half_extent;
    const double whole = 8.0 * half[0] * half[1] * half[2];
    return fabs(info.volume - whole) <= 1e-6 * whole;
}

// The mesh packed with spheres; whether it may be inside out was asked before.
static int pack(const struct buoy_mesh *mesh, unsigned spheres, struct buoy_mesh **packed) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double *positions = calloc(3 * info.vertex_count, sizeof *positions);
    uint32_t *indices = calloc(3 * info.triangle_count, sizeof *indices);
    int status = positions && indices ? 0 : cli_out_of_memory();
    if (status == 0) {
        const struct buoy_mesh_input input = {.positions64 = positions,
                                              .vertex_count = info.vertex_count,
                                              .indices = indices,
                                              .triangle_count = info.triangle_count,
                                              .flags =
                                                  BUOY_MESH_ACCEPT_INSIDE_OUT | BUOY_MESH_KEEP_ALL,
                                              .spheres = spheres};
        struct buoy_error error;
        buoy_mesh_copy_out64(mesh, positions, indices, NULL);
        if (buoy_mesh_create(&input, packed, &error) != BUOY_OK) {
            status = cli_bad("a mesh packed with spheres: %s", error.message);
        }
    }
    free(positions);
    free(indices);
    return status;
}

static void name_contender(struct contender *contender, unsigned spheres) {
    struct buoy_kernel_info info;
    buoy_kernel_get_info(contender->kernel, &info, NULL);
    const unsigned number = contender->voxels + spheres; // one of them is 0
    snprintf(contender->name, sizeof contender->name, "%s/%s", info.family, info.method);
    if (number > 0) {
        const size_t length = strlen(contender->name);
        snprintf(contender->name + length, sizeof contender->name - length,
                 spheres > 0 ? ", %u" : ", %u³", number);
    }
}

static int make_contender(const struct buoy_mesh *mesh, size_t entry, struct contender *made) {
    made->kernel = buoy_kernel_find(entries[entry].kernel);
    made->voxels = entries[entry].voxels;
    name_contender(made, entries[entry].spheres);
    if (entries[entry].spheres > 0 && pack(mesh, entries[entry].spheres, &made->mesh) != 0) {
        return CLI_BAD;
    }
    const size_t bytes =
        entries[entry].boxes_only ? 0 : buoy_volume_scratch_bytes(made->kernel, mesh, NULL);
    return scratch_make(bytes, &made->scratch);
}

int contenders_make(const struct buoy_mesh *mesh, struct contenders *contenders) {
    *contenders = (struct contenders){.mesh = mesh};
    const bool box = is_box(mesh);
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; ++i) {
        // Counted before it is made, so that a partly made one is freed.
        if ((box || !entries[i].boxes_only) &&
            make_contender(mesh, i, &contenders->items[contenders->count++]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

void contenders_free(struct contenders *contenders) {
    for (size_t i = 0; i < contenders->count; ++i) {
        buoy_mesh_destroy(contenders->items[i].mesh);
        scratch_free(&contenders->items[i].scratch);
    }
}

// ------------------------------------------------------------------------------- asking

// A box's own frame begins at its centre.
static void ask_box(const struct contenders *contenders, const struct contender *contender,
                    const struct buoy_plane *plane, struct buoy_volume *answer) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(contenders->mesh, &info, NULL);
    struct buoy_shape box = {.kind = BUOY_SHAPE_BOX};
    struct buoy_plane own = *plane;
    double d = (double)plane->d;
    for (int i = 0; i < 3; ++i) {
        box.size[i] = (float)info.half_extent[i];
        d -= (double)plane->normal[i] * info.centre[i];
    }
    own.d = (float)d;
    const struct buoy_shapes_query query = {.shapes = &box, .planes = &own, .count = 1};
    contender->kernel->box(&query, answer);
    for (int i = 0; i < 3; ++i) {
        answer->centre[i] += info.centre[i];
    }
}

void contenders_ask(const struct contenders *contenders, const struct contender *contender,
                    const struct buoy_plane *planes, size_t count, struct buoy_volume *answers) {
    struct buoy_volume_query query = {
        .mesh = contender->mesh ? contender->mesh : contenders->mesh,
        .count = 1,
        .scratch = contender->scratch.memory,
        .scratch_bytes = contender->scratch.bytes,
        .voxels = contender->voxels,
    };
    const bool box = strcmp(contender->kernel->method->family, "box") == 0;
    for (size_t i = 0; i < count; ++i) {
        query.planes = &planes[i];
        if (box) {
            ask_box(contenders, contender, query.planes, &answers[i]);
        } else {
            contender->kernel->volume(&query, &answers[i]);
        }
    }
}

// ------------------------------------------------------------------------------- timing

enum {
    ROUNDS = 9
};

// A contender at work.
struct work {
    const struct contenders *contenders;
    const struct contender *contender;
    const struct buoy_plane *planes;
    struct buoy_volume *answers;
};

static void ask(const void *context, size_t begin, size_t end) {
    const struct work *work = context;
    contenders_ask(work->contenders, work->contender, work->planes + begin, end - begin,
                   work->answers);
}

void contenders_time(struct contenders *contenders, const struct buoy_plane *planes, size_t count,
                     struct buoy_volume *answers) {
    double samples[CONTENDERS_MOST][ROUNDS], *rows[CONTENDERS_MOST];
    struct work work[CONTENDERS_MOST];
    struct stopwatch_job jobs[CONTENDERS_MOST];
    for (size_t i = 0; i < contenders->count; ++i) {
        rows[i] = samples[i];
        work[i] = (struct work){contenders, &contenders->items[i], planes, answers};
        jobs[i] =
            (struct stopwatch_job){.ask = ask, .context = &work[i], .count = count, .per_call = 1};
    }
    stopwatch_alternate(jobs, contenders->count, ROUNDS, rows);
    for (size_t i = 0; i < contenders->count; ++i) {
        struct ranking_candidate times = {.samples = samples[i], .sample_count = ROUNDS};
        ranking_summarise(&times);
        contenders->items[i].ns = times.median;
    }
}
