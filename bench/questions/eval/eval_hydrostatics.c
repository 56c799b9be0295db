// `buoybench eval hydrostatics`: volumes, wetted areas and waterplanes of a mesh below many planes.
#include "buoyancy_hydrostatics.h"
#include "cli.h"
#include "eval.h"
#include "eval_mesh.h"

enum {
    COLUMNS = 15
};

struct question {
    const struct buoy_kernel *kernel;
    struct buoy_mesh *mesh;
};

static void put_answer(const struct buoy_hydrostatics *body, double *row) {
    const double numbers[COLUMNS] = {
        body->volume,
        body->centre[0],
        body->centre[1],
        body->centre[2],
        body->wetted_area,
        body->waterplane_area,
        body->waterplane_centroid[0],
        body->waterplane_centroid[1],
        body->waterplane_centroid[2],
        body->xx,
        body->xy,
        body->xz,
        body->yy,
        body->yz,
        body->zz,
    };
    for (size_t i = 0; i < COLUMNS; ++i) {
        row[i] = numbers[i];
    }
}

static int answer_planes(const void *context, const double *rows, size_t count, double *answers) {
    const struct question *question = context;
    struct buoy_plane64 planes[EVAL_PORTION];
    struct buoy_hydrostatics results[EVAL_PORTION];
    eval_planes(rows, count, planes);
    const struct buoy_hydrostatics_query query = {
        .mesh = question->mesh, .planes64 = planes, .count = count};
    if (eval_check_status(question->kernel,
                          buoy_hydrostatics_with(question->kernel, &query, results, NULL)) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < count; ++i) {
        put_answer(&results[i], answers + COLUMNS * i);
    }
    return 0;
}

static int answer_table(const struct eval_mesh_arguments *arguments,
                        const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                        const struct csv_table *table) {
    (void)arguments;
    const struct question question = {kernel, mesh};
    return eval_print(table, &(struct eval_answers){
                                 .header = "volume,cx,cy,cz,wetted_area,waterplane_area,wx,wy,wz,"
                                           "ixx,ixy,ixz,iyy,iyz,izz",
                                 .columns = COLUMNS,
                                 .question = &question,
                                 .answer = answer_planes});
}

static int run(int argc, char **argv) {
    return eval_hydrostatics_run(argc, argv, answer_table);
}

const struct eval_family eval_hydrostatics = {
    .name = "hydrostatics",
    .help =
        "usage: buoybench eval hydrostatics --mesh M --planes P.csv [--kernel ID]\n"
        "                                   [--plugin X]... [MESH OPTION]...\n"
        "\n"
        "Prints, for each water plane in P.csv, the mesh's submerged volume and centre of\n"
        "buoyancy, its wetted area, and its waterplane (the cut through the body at the water):\n"
        "one CSV row each, with enough digits to get the same bits back.\n"
        "\n"
        "P.csv has the header nx,ny,nz,d. The water is where nx x + ny y + nz z < d; the normal\n"
        "points up, out of the water, and may have any length > 0. Numbers are doubles, and\n"
        "planes are rounded about the mesh's centre. The output has the header\n"
        "  volume,cx,cy,cz,wetted_area,waterplane_area,wx,wy,wz,ixx,ixy,ixz,iyy,iyz,izz\n"
        "in the mesh's units and frame: w is the waterplane's centroid, i.. are its second\n"
        "moments about w, not its moments of inertia: ixx is the integral of (x - wx)^2 over the\n"
        "area, ixy that of (x - wx)(y - wy). If there is no waterplane, its area and moments\n"
        "are 0 and w is the centre of the mesh's bounding box. If the mesh is dry, c is that\n"
        "centre, too.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --planes P     the CSV file; - reads standard input\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default\n"
        "                 hydrostatics/auto/best)\n"
        "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "  --open-ok      accept a mesh that is not closed; the answer is nan where an edge that\n"
        "                 is open or wound inconsistently is under water\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  printf 'nx,ny,nz,d\\n0,0,1,0\\n0,1,1,0.2\\n' |\n"
        "      buoybench eval hydrostatics --mesh builtin:wigley:1300 --planes -\n"
        "  buoybench eval hydrostatics --mesh hull.stl --planes planes.csv --open-ok\n",
    .run = run,
};
