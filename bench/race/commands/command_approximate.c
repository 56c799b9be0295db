// `buoybench approximate`: what an approximation costs, in errors of force and torque, beside
// what it costs in time.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"
#include "base/vector.h"
#include "bodies.h"
#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "commands.h"
#include "dispatch/registry.h"
#include "meshes/meshes.h"
#include "numbers.h"
#include "options.h"
#include "poses.h"
#include "ranking.h"
#include "scratch.h"
#include "stopwatch.h"
#include "truth.h"

// -------------------------------------------------------------------------------------- contenders

// What people use in place of exact buoyancy, side by side with it, ready to be asked about one
// mesh.

// A kernel with its own settings.
struct contender {
    char name[40]; // the kernel, and its number of voxels or spheres
    const struct buoy_kernel *kernel;
    unsigned voxels;        // cells per axis; 0: no such method
    struct buoy_mesh *mesh; // packed with its own spheres; NULL: the mesh itself
    struct scratch scratch;
    double ns; // per query, by contenders_time()
};

enum {
    CONTENDERS_MOST = 20
};

struct contenders {
    const struct buoy_mesh *mesh;
    size_t count;
    struct contender items[CONTENDERS_MOST];
};

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

// The mesh packed with spheres; whether it may be inside out was asked before.
static int pack(const struct buoy_mesh *mesh, unsigned spheres, struct buoy_mesh **packed) {
    struct mesh_data data;
    struct buoy_error error;
    int status = cli_copy_mesh(mesh, &data);
    if (status == 0) {
        const struct buoy_mesh_input input = {.positions64 = data.positions,
                                              .vertex_count = data.vertex_count,
                                              .indices = data.indices,
                                              .triangle_count = data.triangle_count,
                                              .flags =
                                                  BUOY_MESH_ACCEPT_INSIDE_OUT | BUOY_MESH_KEEP_ALL,
                                              .spheres = spheres};
        if (buoy_mesh_create(&input, packed, &error) != BUOY_OK) {
            status = cli_bad("a mesh packed with spheres: %s", error.message);
        }
    }
    mesh_data_free(&data);
    return status;
}

static int make_contender(const struct buoy_mesh *mesh, size_t entry, struct contender *made) {
    made->kernel = buoy_kernel_find(entries[entry].kernel);
    made->voxels = entries[entry].voxels;
    struct buoy_kernel_info info;
    buoy_kernel_get_info(made->kernel, &info, NULL);
    const unsigned number = made->voxels + entries[entry].spheres; // one of them is 0
    snprintf(made->name, sizeof made->name, "%s/%s", info.family, info.method);
    if (number > 0) {
        const size_t length = strlen(made->name);
        snprintf(made->name + length, sizeof made->name - length,
                 entries[entry].spheres > 0 ? ", %u" : ", %u³", number);
    }
    if (entries[entry].spheres > 0 && pack(mesh, entries[entry].spheres, &made->mesh) != 0) {
        return CLI_BAD;
    }
    const size_t bytes =
        entries[entry].boxes_only ? 0 : buoy_volume_scratch_bytes(made->kernel, mesh, NULL);
    return scratch_make(bytes, &made->scratch);
}

// The exact ones first: the library's own choice and the published algorithm; then approximations
// from the crudest on: bounding box, pontoons, spheres, points, voxels, and for a body that is a
// box along its axes those of `box`. Returns 0, or CLI_BAD after complaining; free in either case.
static int contenders_make(const struct buoy_mesh *mesh, struct contenders *contenders) {
    *contenders = (struct contenders){.mesh = mesh};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double *half = info.half_extent;
    const double whole = 8.0 * half[0] * half[1] * half[2];
    const bool box = fabs(info.volume - whole) <= 1e-6 * whole;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; ++i) {
        // Counted before it is made, so that a partly made one is freed.
        if ((box || !entries[i].boxes_only) &&
            make_contender(mesh, i, &contenders->items[contenders->count++]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
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

// Asks a contender, one query a call.
static void contenders_ask(const struct contenders *contenders, const struct contender *contender,
                           const struct buoy_plane *planes, size_t count,
                           struct buoy_volume *answers) {
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

static const char *const default_meshes[] = {"builtin:box", "builtin:barrel",
                                             "builtin:wigley:1300"};

enum {
    DEPTHS = 3
};

// Shares of the body that are submerged; 0: random depths, those that times are of.
static const double immersions[DEPTHS] = {0.01, 0.5, 0.0};

struct arguments {
    struct cli_strings meshes;
    struct cli_making making;
    uint64_t poses, seed;
};

// ---------------------------------------------------------------------------------- table

// Percentages, in two digits: 95, 4.1, 0.0021, 1.2e-06; large ones as whole numbers.
static void print_percentage(double share, size_t width) {
    char text[32];
    snprintf(text, sizeof text, 100.0 * share < 99.5 ? "%.2g" : "%.0f", 100.0 * share);
    print_right(isnan(share) ? "-" : text, width);
}

static void print_row(const struct contender *contender, const struct force_errors *errors) {
    print_left(contender->name, 19);
    print_right(number_like(contender->ns, contender->ns).text, 10);
    for (size_t i = 0; i < DEPTHS; ++i) {
        print_percentage(errors[i].force, 9);
        print_percentage(errors[i].torque, 8);
    }
    putchar('\n');
}

// -------------------------------------------------------------------------------- judging

// Planes at one depth, the true answers, and room for others.
struct questions {
    struct buoy_plane *planes;
    struct buoy_volume *truth, *answers;
};

static int make_questions(const struct buoy_mesh *mesh, double immersion,
                          const struct arguments *arguments, struct questions *made) {
    const size_t count = (size_t)arguments->poses;
    *made = (struct questions){.planes = calloc(count, sizeof *made->planes),
                               .truth = calloc(count, sizeof *made->truth),
                               .answers = calloc(count, sizeof *made->answers)};
    if (!made->planes || !made->truth || !made->answers) {
        return cli_out_of_memory();
    }
    poses_make(mesh, arguments->seed, count, made->planes);
    for (size_t i = 0; i < count && immersion > 0.0; ++i) {
        if (immersed_lower(mesh, immersion, &made->planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return truth_find_volumes(mesh, made->planes, count, made->truth);
}

static int judge(struct contenders *contenders, const struct arguments *arguments, size_t depth,
                 struct force_errors errors[CONTENDERS_MOST][DEPTHS]) {
    const size_t count = (size_t)arguments->poses;
    struct questions questions;
    int status = make_questions(contenders->mesh, immersions[depth], arguments, &questions);
    for (size_t i = 0; i < contenders->count && status == 0; ++i) {
        contenders_ask(contenders, &contenders->items[i], questions.planes, count,
                       questions.answers);
        status = force_errors_find(contenders->mesh, questions.planes, count, questions.truth,
                                   questions.answers, &errors[i][depth]);
    }
    if (status == 0 && immersions[depth] == 0.0) {
        // Times all of them on planes, in turn, and takes the medians of their CPU time.
        double samples[CONTENDERS_MOST][ROUNDS], *rows[CONTENDERS_MOST];
        struct work work[CONTENDERS_MOST];
        struct stopwatch_job jobs[CONTENDERS_MOST];
        for (size_t i = 0; i < contenders->count; ++i) {
            rows[i] = samples[i];
            work[i] = (struct work){contenders, &contenders->items[i], questions.planes,
                                    questions.answers};
            jobs[i] = (struct stopwatch_job){
                .ask = ask, .context = &work[i], .count = count, .per_call = 1};
        }
        stopwatch_alternate(jobs, contenders->count, ROUNDS, rows);
        for (size_t i = 0; i < contenders->count; ++i) {
            struct ranking_candidate times = {.samples = samples[i], .sample_count = ROUNDS};
            ranking_summarise(&times);
            contenders->items[i].ns = times.median;
        }
    }
    free(questions.planes);
    free(questions.truth);
    free(questions.answers);
    return status;
}

static int print_mesh(const char *name, const struct buoy_mesh *mesh,
                      const struct arguments *arguments) {
    struct force_errors errors[CONTENDERS_MOST][DEPTHS] = {{{0.0, 0.0}}};
    struct contenders contenders;
    cli_stage("%s: asking and timing", name);
    int status = contenders_make(mesh, &contenders);
    for (size_t depth = 0; depth < DEPTHS && status == 0; ++depth) {
        status = judge(&contenders, arguments, depth, errors);
    }
    if (status == 0) {
        printf("%s: errors in %%, medians over %llu planes;\n"
               "of the force: of the true force; of the torque: of that times the diagonal\n\n",
               name, (unsigned long long)arguments->poses);
        printf("%46s%17s%17s\n", "1 % submerged", "50 % submerged", "any depth");
        printf("%-19s%10s%9s%8s%9s%8s%9s%8s\n", "method", "ns", "force", "torque", "force",
               "torque", "force", "torque");
        for (size_t i = 0; i < contenders.count; ++i) {
            print_row(&contenders.items[i], errors[i]);
        }
        putchar('\n');
    }
    for (size_t i = 0; i < contenders.count; ++i) {
        buoy_mesh_destroy(contenders.items[i].mesh);
        scratch_free(&contenders.items[i].scratch);
    }
    return status;
}

// All meshes are opened before the first is judged, so that a bad mesh leaves nothing on stdout.
static int print_all(const struct arguments *arguments) {
    const size_t count = arguments->meshes.count;
    struct buoy_mesh **meshes = calloc(count, sizeof *meshes);
    if (!meshes) {
        return cli_out_of_memory();
    }
    int status = 0;
    for (size_t i = 0; i < count && status == 0; ++i) {
        status = cli_open_mesh(arguments->meshes.items[i], &arguments->making, &meshes[i]);
    }
    for (size_t i = 0; i < count && status == 0; ++i) {
        status = print_mesh(cli_mesh_name(arguments->meshes.items[i]), meshes[i], arguments);
    }
    for (size_t i = 0; i < count; ++i) {
        buoy_mesh_destroy(meshes[i]);
    }
    free(meshes);
    return status;
}

// -------------------------------------------------------------------------------- options

static int run(int argc, char **argv) {
    struct arguments arguments = {.poses = POSES_DEFAULT, .seed = 1};
    struct cli_option options[] = {CLI_TEXTS_OPTION("mesh", &arguments.meshes),
                                   CLI_COUNT_OPTION("poses", &arguments.poses, 1, 100000),
                                   CLI_COUNT_OPTION("seed", &arguments.seed, 0, INT64_MAX),
                                   CLI_CLOSED_OPTIONS(&arguments.making),
                                   {0}};
    int status = cli_parse("approximate", argc, argv, options);
    const bool none = arguments.meshes.count == 0;
    for (size_t i = 0; i < sizeof default_meshes / sizeof *default_meshes && none; ++i) {
        status = status == 0 ? cli_strings_add(&arguments.meshes, default_meshes[i]) : status;
    }
    if (status == 0) {
        status = print_all(&arguments);
    }
    cli_strings_free(&arguments.meshes);
    return status;
}

const struct command command_approximate = {
    .name = "approximate",
    .summary = "what approximations cost: errors of force and torque, and time",
    .help =
        "usage: buoybench approximate [--mesh M]... [--poses N] [--seed S] [OPTION]...\n"
        "\n"
        "Prints, for each mesh, how wrong the approximations are that games use in place of exact\n"
        "buoyancy, beside the published algorithm and the library's own choice: the errors of the\n"
        "force and of its torque about the middle of the bounding box, with 1 % and 50 % of the\n"
        "body submerged and at random depths, and the CPU time of a query at random depths. Half\n"
        "of all answers are worse than the numbers printed.\n"
        "\n"
        "  --mesh M   a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]; may be\n"
        "             repeated (default: a box, a barrel and a ship's hull)\n"
        "  --poses N  random planes for each depth, 1 to 100000 (default 256)\n"
        "  --seed S   seed of the random planes (default 1)\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench approximate --mesh hull.obj\n",
    .run = run,
};
