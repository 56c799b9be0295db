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

static int answer_planes(const void *context, const float *rows, size_t count, double *answers) {
    const struct question *question = context;
    struct buoy_plane planes[EVAL_PORTION];
    struct buoy_volume results[EVAL_PORTION];
    eval_planes(rows, count, planes);
    if (query_volume(question->kernel, question->mesh, question->voxels, planes, count, results) !=
        0) {
        return CLI_BAD;
    }
    memcpy(answers, results, count * sizeof *results);
    return 0;
}

static int answer_table(const struct eval_mesh_arguments *arguments,
                        const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                        const struct csv_table *table) {
    const struct question question = {kernel, mesh, (unsigned)arguments->voxels};
    return eval_print(table, &(struct eval_answers){.header = "volume,cx,cy,cz",
                                                    .columns = 4,
                                                    .question = &question,
                                                    .answer = answer_planes});
}

static int run(int argc, char **argv) {
    struct eval_mesh_arguments arguments = {.kernel = "volume/auto/best", .voxels = 64};
    struct eval_option options[] = {
        EVAL_PLANES_OPTIONS(&arguments),
        EVAL_VOXELS_OPTION(&arguments.voxels),
        {0},
    };
    return eval_parse(argc, argv, options) != 0
               ? CLI_BAD
               : eval_mesh_run(&arguments, "volume", EVAL_PLANES_HEADER, answer_table);
}

const struct eval_family eval_volume = {
    .name = "volume",
    .help =
        "usage: buoybench eval volume --mesh M --planes P.csv [--kernel ID] [--open-ok]\n"
        "                             [--repair] [--voxels N] [--plugin X]...\n"
        "\n"
        "Prints the submerged volume and the centre of buoyancy for each water plane in P.csv,\n"
        "one CSV row each, with enough digits to get the same bits back.\n"
        "\n"
        "P.csv has the header nx,ny,nz,d. The water is where nx x + ny y + nz z < d; the normal\n"
        "points up, out of the water, and may have any length > 0. Numbers are rounded to 32-bit\n"
        "floats as read. The output has the header volume,cx,cy,cz, in the mesh's units and\n"
        "frame. If the mesh is dry, the volume is 0 and c is the centre of its bounding box.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --planes P     the CSV file; - reads standard input\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default volume/auto/best)\n"
        "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "  --open-ok      accept a mesh that is not closed; the answer is nan where an edge that\n"
        "                 is open or wound inconsistently is under water\n"
        "  --repair       weld vertices, drop degenerate triangles, turn inward ones outward\n"
        "  --close        close loops of open edges by lids; stderr says what that added\n"
        "  --hull         take the convex hull (needs qhull); stderr says what that changed\n"
        "  --voxels N     cells per axis for volume/voxel/scalar, 1 to 4096 (default 64)\n"
        "\n"
        "examples:\n"
        "  printf 'nx,ny,nz,d\\n0,0,1,0\\n0,1,1,0.2\\n' |\n"
        "      buoybench eval volume --mesh builtin:sphere:1280 --planes -\n"
        "  buoybench eval volume --mesh hull.stl --planes planes.csv --repair\n"
        "  buoybench eval volume --mesh hull.stl --planes planes.csv --kernel 'volume/catto64/*'\n",
    .run = run,
};
