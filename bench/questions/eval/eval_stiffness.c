// `buoybench eval stiffness`: how force and torque change when a mesh below a plane moves.
#include <math.h>
#include <stdio.h>

#include "cli.h"
#include "eval.h"
#include "eval_mesh.h"

enum {
    COLUMNS = 36
};
#define HEADER                                                                                     \
    "k00,k01,k02,k03,k04,k05,k10,k11,k12,k13,k14,k15,k20,k21,k22,k23,k24,k25,"                     \
    "k30,k31,k32,k33,k34,k35,k40,k41,k42,k43,k44,k45,k50,k51,k52,k53,k54,k55"

struct question {
    struct eval_mesh_arguments mesh;
    double density, gravity, point[3];
};

struct asked {
    const struct question *question;
    struct eval_afloat afloat;
};

static enum buoy_status answer_plane(const void *context, size_t index, double *row,
                                     struct buoy_error *error) {
    const struct asked *asked = context;
    const struct question *question = asked->question;
    struct buoy_hydrostatics body;
    float normal[3];
    const enum buoy_status status = eval_afloat(&asked->afloat, index, normal, &body, error);
    if (status != BUOY_OK) {
        return status;
    }
    if (isnan(body.volume)) { // an open edge is wet
        for (int i = 0; i < COLUMNS; ++i) {
            row[i] = (double)NAN;
        }
        return BUOY_OK;
    }
    double stiffness[6][6];
    const enum buoy_status found = buoy_stiffness(
        &body, normal, question->density * question->gravity, question->point, stiffness, error);
    for (int i = 0; i < COLUMNS && found == BUOY_OK; ++i) {
        row[i] = stiffness[i / 6][i % 6];
    }
    return found;
}

static int answer_table(const struct eval_mesh_arguments *arguments,
                        const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                        const struct csv_table *table) {
    const struct asked asked = {(const struct question *)arguments, {kernel, mesh, table}};
    return eval_each_row(
        arguments->queries, table,
        &(struct eval_questions){
            .header = HEADER, .columns = COLUMNS, .context = &asked, .answer = answer_plane});
}

static int run(int argc, char **argv) {
    struct question question = {
        .mesh = {.kernel = "hydrostatics/auto/best"}, .density = 1025.0, .gravity = 9.81};
    struct eval_option options[] = {
        EVAL_PLANES_OPTIONS(&question.mesh),
        EVAL_NUMBERS_OPTION("point", question.point, 3),
        EVAL_DENSITY_OPTION(&question.density),
        EVAL_GRAVITY_OPTION(&question.gravity),
        {0},
    };
    return eval_parse(argc, argv, options) != 0
               ? CLI_BAD
               : eval_mesh_run(&question.mesh, "hydrostatics", EVAL_PLANES_HEADER, answer_table);
}

const struct eval_family eval_stiffness = {
    .name = "stiffness",
    .help =
        "usage: buoybench eval stiffness --mesh M --planes P.csv [--point X] [--density R]\n"
        "                                [--gravity G] [--kernel ID] [--plugin X]...\n"
        "                                [MESH OPTION]...\n"
        "\n"
        "Prints, for each water plane in P.csv, the stiffness of buoyancy: how force and torque\n"
        "change when the mesh moves and the water does not. One CSV row each with the header\n"
        "  k00,k01,...,k05,k10,...,k55\n"
        "by rows, in the mesh's axes: rows are the forces along x, y and z and the torques about\n"
        "them, columns are displacements along x, y and z and small rotations about them, of a\n"
        "point that moves with the mesh and that torques are about; for a level plane heave, roll\n"
        "and pitch have the numbers 2, 3 and 4. K is minus the derivative; the weight's part is\n"
        "not in it. N/m, N and N m.\n"
        "\n"
        "P.csv has the header nx,ny,nz,d. The water is where nx x + ny y + nz z < d; the normal\n"
        "points up, out of the water, and may have any length > 0. Numbers are doubles, and\n"
        "planes are rounded about the mesh's centre.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --planes P     the CSV file; - reads standard input\n"
        "  --point X      x,y,z of the point, in the mesh's frame (default 0,0,0)\n"
        "  --density R    density of the water, kg per cubic metre (default 1025)\n"
        "  --gravity G    gravity, metres per second squared (default 9.81)\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default\n"
        "                 hydrostatics/auto/best)\n"
        "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "  --open-ok      accept a mesh that is not closed; the answer is nan where an edge that\n"
        "                 is open or wound inconsistently is under water\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  printf 'nx,ny,nz,d\\n0,0,1,0\\n' |\n"
        "      buoybench eval stiffness --mesh builtin:box --planes -\n"
        "  buoybench eval stiffness --mesh hull.stl --planes planes.csv --point 0,0,1.5\n",
    .run = run,
};
