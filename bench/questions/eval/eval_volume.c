// `buoybench eval volume`: a mesh below many planes.
#include <string.h>

#include "cli.h"
#include "eval.h"
#include "eval_mesh.h"
#include "query.h"

struct question {
    const struct buoy_kernel *kernel;
    struct buoy_mesh *mesh;
    unsigned voxels;
};

#define ANSWER_HEADER "volume,cx,cy,cz"
#define ERRORS_HEADER "volume_error,centre_error"

// Asks about `count` rows; `errors` may be NULL.
static int ask(const struct question *question, const double *rows, size_t count,
               struct buoy_volume *results, struct buoy_volume_error *errors) {
    struct buoy_plane64 planes[EVAL_PORTION];
    eval_planes(rows, count, planes);
    return query_volume(question->kernel,
                        (struct buoy_volume_query){.mesh = question->mesh,
                                                   .planes64 = planes,
                                                   .count = count,
                                                   .voxels = question->voxels,
                                                   .errors = errors},
                        results);
}

static int answer_planes(const void *context, const double *rows, size_t count, double *answers) {
    struct buoy_volume results[EVAL_PORTION];
    if (ask(context, rows, count, results, NULL) != 0) {
        return CLI_BAD;
    }
    memcpy(answers, results, count * sizeof *results);
    return 0;
}

static int answer_with_errors(const void *context, const double *rows, size_t count,
                              double *answers) {
    struct buoy_volume results[EVAL_PORTION];
    struct buoy_volume_error errors[EVAL_PORTION];
    if (ask(context, rows, count, results, errors) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < count; ++i) {
        memcpy(&answers[6 * i], &results[i], sizeof *results);
        memcpy(&answers[6 * i + 4], &errors[i], sizeof *errors);
    }
    return 0;
}

static int answer_table(const struct eval_mesh_arguments *arguments,
                        const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                        const struct csv_table *table) {
    const struct question question = {kernel, mesh, (unsigned)arguments->voxels};
    struct eval_answers answers = {
        .header = ANSWER_HEADER, .columns = 4, .question = &question, .answer = answer_planes};
    if (arguments->errors) {
        answers.header = ANSWER_HEADER "," ERRORS_HEADER;
        answers.columns = 6;
        answers.answer = answer_with_errors;
    }
    return eval_print(table, &answers);
}

static int run(int argc, char **argv) {
    struct eval_mesh_arguments arguments = {.kernel = "volume/auto/best", .voxels = 64};
    struct eval_option options[] = {
        EVAL_PLANES_OPTIONS(&arguments),
        EVAL_VOXELS_OPTION(&arguments.voxels),
        {.name = "errors", .kind = EVAL_FLAG, .value = &arguments.errors, .flag = 1},
        {0},
    };
    return eval_parse(argc, argv, options) != 0
               ? CLI_BAD
               : eval_mesh_run(&arguments, "volume", EVAL_PLANES_HEADER, answer_table);
}

const struct eval_family eval_volume = {
    .name = "volume",
    .help =
        "usage: buoybench eval volume --mesh M --planes P.csv [--kernel ID] [--voxels N]\n"
        "                             [--errors] [--plugin X]... [MESH OPTION]...\n"
        "\n"
        "Prints the submerged volume and the centre of buoyancy for each water plane in P.csv,\n"
        "one CSV row each, with enough digits to get the same bits back.\n"
        "\n"
        "P.csv has the header nx,ny,nz,d. The water is where nx x + ny y + nz z < d; the normal\n"
        "points up, out of the water, and may have any length > 0. Numbers are doubles, and\n"
        "planes are rounded about the mesh's centre. The output has the header volume,cx,cy,cz,\n"
        "in the mesh's units and frame. If the mesh is dry, the volume is 0 and c is the centre\n"
        "of its bounding box.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --planes P     the CSV file; - reads standard input\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default volume/auto/best)\n"
        "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "  --open-ok      accept a mesh that is not closed; the answer is nan where an edge that\n"
        "                 is open or wound inconsistently is under water\n"
        "  --voxels N     cells per axis for volume/voxel and refined, 1 to 4096 (default 64)\n"
        "  --errors       two columns more, " ERRORS_HEADER ": how far volume and\n"
        "                 centre may be from the exact ones, at most; inf for a mesh that is\n"
        "                 inside out in part, or may be\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  printf 'nx,ny,nz,d\\n0,0,1,0\\n0,1,1,0.2\\n' |\n"
        "      buoybench eval volume --mesh builtin:sphere:1280 --planes -\n"
        "  buoybench eval volume --mesh hull.stl --planes planes.csv --repair\n"
        "  buoybench eval volume --mesh hull.stl --planes planes.csv --kernel 'volume/catto64/*'\n",
    .run = run,
};
