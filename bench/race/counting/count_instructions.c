// Counts the instructions that kernels execute for a fixed set of water planes.
//
//   count_instructions KERNELS MESH...
//
// prints one line for each mesh and each kernel that the glob KERNELS selects and this machine can
// run: processor,compiler,kernel,mesh,triangles,queries,clipped,instructions. `triangles` is the
// mesh's number of triangles; `clipped` and `instructions` are, for all queries together, the
// triangles examined one by one and the instructions executed.
//
//   count_instructions --elsewhere KERNELS MESH...
//
// leaves the counting, and so the last column, to an emulator that runs this program, and
//
//   count_instructions --marks
//
// prints the addresses where counting begins and ends, and the range of addresses that count. See
// under_emulator.
//
// Exit codes: 0 good, 2 bad usage, 77 if counting on this processor needs an emulator.
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "meshes/meshes.h"
#include "poses.h"
#include "single_step.h"

// Few queries, since every step costs microseconds. With this seed they represent many: on the
// meshes that bench/cost uses, blocks examine as many triangles as over a thousand planes, within
// 1 %.
#define QUERIES 3
#define SEED 60

#define EXIT_BAD 2
#define EXIT_NEEDS_EMULATOR 77

#define TEXT_EXPANDED(text) #text
#define TEXT(text) TEXT_EXPANDED(text)
#ifdef __clang__
#define COMPILER                                                                                   \
    "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#else
#define COMPILER "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__)
#endif

struct counting {
    const char *kernels; // a glob
    bool elsewhere;
};

static int bad(const char *what, const char *why) {
    fprintf(stderr, "count_instructions: %s: %s\n", what, why);
    return EXIT_BAD;
}

struct call {
    const struct buoy_kernel *kernel;
    const struct buoy_mesh *mesh;
    const struct buoy_plane *planes; // QUERIES elements
    void *scratch;
    size_t scratch_bytes;
};

// What is counted for each family: a kernel's function, without the checks before its call.

static void ask_volume(void *data) {
    const struct call *call = data;
    struct buoy_volume results[QUERIES];
    const struct buoy_volume_query query = {.mesh = call->mesh,
                                            .planes = call->planes,
                                            .count = QUERIES,
                                            .scratch = call->scratch,
                                            .scratch_bytes = call->scratch_bytes};
    call->kernel->volume(&query, results);
}

static void ask_hydrostatics(void *data) {
    const struct call *call = data;
    struct buoy_hydrostatics results[QUERIES];
    const struct buoy_hydrostatics_query query = {
        .mesh = call->mesh, .planes = call->planes, .count = QUERIES};
    call->kernel->hydrostatics(&query, results);
}

static void ask_pressure(void *data) {
    const struct call *call = data;
    struct buoy_water water = {.density = BUOY_SEA_WATER, .gravity = BUOY_GRAVITY};
    const struct buoy_pressure_query query = {.mesh = call->mesh,
                                              .pose = {.rotation = {0.0, 0.0, 0.0, 1.0}},
                                              .water = &water,
                                              .scratch = call->scratch,
                                              .scratch_bytes = call->scratch_bytes};
    for (int i = 0; i < QUERIES; ++i) {
        struct buoy_pressure result;
        water.plane = call->planes[i];
        call->kernel->pressure(&query, NULL, &result);
    }
}

typedef void asking(void *call);

// The function that queries a kernel, if its family answers about meshes below planes; else NULL.
static asking *asking_of(const struct buoy_kernel *kernel) {
    static const struct {
        const char *family;
        asking *ask;
    } families[] = {
        {"volume", ask_volume},
        {"hydrostatics", ask_hydrostatics},
        {"pressure", ask_pressure},
    };
    for (size_t i = 0; i < sizeof families / sizeof *families; ++i) {
        if (strcmp(families[i].family, kernel->method->family) == 0) {
            return families[i].ask;
        }
    }
    return NULL;
}

static int count_call(const struct counting *counting, struct call *call) {
    if (counting->elsewhere) {
        putchar('\n');
        fflush(stdout);
        single_step_elsewhere(asking_of(call->kernel), call);
        return 0;
    }
    uint64_t instructions;
    const bool counted = single_step(asking_of(call->kernel), call, &instructions);
    if (!counted) {
        bad(call->kernel->id,
            "on this processor instructions can be counted under an emulator only");
        return EXIT_NEEDS_EMULATOR;
    }
    printf(",%ju\n", (uintmax_t)instructions);
    return 0;
}

static int count_kernel(const struct counting *counting, const struct buoy_kernel *kernel,
                        const char *mesh_name, const struct buoy_mesh *mesh) {
    struct buoy_plane planes[QUERIES];
    poses_make(mesh, SEED, QUERIES, planes);
    struct call call = {.kernel = kernel,
                        .mesh = mesh,
                        .planes = planes,
                        .scratch_bytes = strcmp(kernel->method->family, "pressure") == 0
                                             ? buoy_pressure_scratch_bytes(mesh, NULL)
                                             : buoy_volume_scratch_bytes(kernel, mesh, NULL)};
    const size_t alignment = 64;
    call.scratch = aligned_alloc(alignment, (call.scratch_bytes / alignment + 1) * alignment);
    if (!call.scratch) {
        return bad(mesh_name, strerror(ENOMEM));
    }
    const struct buoy_method *method = call.kernel->method;
    size_t (*examined)(const struct buoy_mesh *, const struct buoy_plane *) =
        method->volume.examined ? method->volume.examined : method->hydrostatics.examined;
    size_t clipped = 0;
    for (size_t i = 0; i < QUERIES; ++i) {
        clipped += examined ? examined(call.mesh, &call.planes[i]) : call.mesh->triangle_count;
    }
    printf("%s,%s,%s,%s,%ju,%d,%zu", COUNTED_PROCESSOR, COMPILER, kernel->id, mesh_name,
           (uintmax_t)mesh->triangle_count, QUERIES, clipped);
    const int status = count_call(counting, &call);
    free(call.scratch);
    return status;
}

// Leaves out `auto`, which only calls another kernel; approximations, whose cost means nothing
// without their errors; and kernels that need many planes at once, which would take minutes.
static bool is_selected(const struct counting *counting, const struct buoy_kernel *kernel) {
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    return info.runnable && !kernel->method->many && asking_of(kernel) &&
           strcmp(info.method, "auto") != 0 && !kernel->method->approximate &&
           fnmatch(counting->kernels, info.id, 0) == 0;
}

static int count_kernels(const struct counting *counting, const char *mesh_name,
                         const struct buoy_mesh *mesh) {
    int status = 0;
    for (size_t i = 0; i < buoy_kernel_count() && status == 0; ++i) {
        if (is_selected(counting, buoy_kernel_at(i))) {
            status = count_kernel(counting, buoy_kernel_at(i), mesh_name, mesh);
        }
    }
    return status;
}

static int count_mesh(const struct counting *counting, const char *name) {
    struct mesh_data data;
    struct buoy_mesh *mesh;
    struct buoy_error error;
    if (mesh_data_load(name, &data, &error) != BUOY_OK) {
        return bad("mesh", error.message); // the message names the mesh
    }
    const struct buoy_mesh_input input = {
        .positions64 = data.positions,
        .vertex_count = data.vertex_count,
        .indices = data.indices,
        .triangle_count = data.triangle_count,
        .flags = BUOY_MESH_KEEP_ALL,
    };
    const enum buoy_status made = buoy_mesh_create(&input, &mesh, &error);
    mesh_data_free(&data);
    if (made != BUOY_OK) {
        return bad(name, error.message);
    }
    const int status = count_kernels(counting, name, mesh);
    buoy_mesh_destroy(mesh);
    return status;
}

int main(int argc, char **argv) {
    struct counting counting = {0};
    int i = 1;
    if (argc == 2 && strcmp(argv[1], "--marks") == 0) {
        const struct single_step_marks marks = single_step_marks();
        printf("%016jx %016jx %jx %jx\n", (uintmax_t)marks.begin, (uintmax_t)marks.end,
               (uintmax_t)marks.code_begin, (uintmax_t)marks.code_end);
        return 0;
    }
    if (i < argc && strcmp(argv[i], "--elsewhere") == 0) {
        counting.elsewhere = true;
        i += 1;
    }
    if (argc - i < 2) {
        return bad("usage", "[--elsewhere] KERNELS MESH..., or --marks");
    }
    counting.kernels = argv[i];
    int status = 0;
    for (++i; i < argc && status == 0; ++i) {
        status = count_mesh(&counting, argv[i]);
    }
    return status;
}
