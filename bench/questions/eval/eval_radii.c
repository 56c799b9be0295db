// `buoybench eval radii`: the metacentric radii of a mesh below planes.
#include <math.h>
#include <stdio.h>

#include "cli.h"
#include "eval.h"
#include "eval_mesh.h"

#define HEADER "transverse,longitudinal,axis_x,axis_y,axis_z"

static enum buoy_status answer_plane(const void *context, size_t index, double *row,
                                     struct buoy_error *error) {
    struct buoy_hydrostatics body;
    struct buoy_metacentric_radii radii = {(double)NAN, (double)NAN, {NAN, NAN, NAN}};
    float normal[3];
    enum buoy_status status = eval_afloat(context, index, normal, &body, error);
    if (status == BUOY_OK && !isnan(body.volume)) { // else an open edge is wet
        status = buoy_metacentric_radii_compute(&body, normal, &radii, error);
    }
    row[0] = radii.transverse;
    row[1] = radii.longitudinal;
    row[2] = radii.axis[0];
    row[3] = radii.axis[1];
    row[4] = radii.axis[2];
    return status;
}

static int answer_table(const struct eval_mesh_arguments *arguments,
                        const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                        const struct csv_table *table) {
    const struct eval_afloat afloat = {kernel, mesh, table};
    return eval_each_row(
        arguments->queries, table,
        &(struct eval_questions){
            .header = HEADER, .columns = 5, .context = &afloat, .answer = answer_plane});
}

static int run(int argc, char **argv) {
    return eval_hydrostatics_run(argc, argv, answer_table);
}

const struct eval_family eval_radii = {
    .name = "radii",
    .help =
        "usage: buoybench eval radii --mesh M --planes P.csv [--kernel ID] [--plugin X]...\n"
        "                            [MESH OPTION]...\n"
        "\n"
        "Prints, for each water plane in P.csv, the metacentric radii BM = I / V: how far above\n"
        "the centre of buoyancy the metacentre lies for small rotations about the waterplane's\n"
        "principal axes. One CSV row each with the header\n"
        "  " HEADER "\n"
        "transverse is the smaller one, for rolling about the axis, along which the waterplane is\n"
        "longest; longitudinal is the larger one. In the mesh's units and frame; both are 0 where\n"
        "the volume is 0.\n"
        "\n"
        "P.csv has the header nx,ny,nz,d. The water is where nx x + ny y + nz z < d; the normal\n"
        "points up, out of the water, and may have any length > 0. Numbers are doubles, and\n"
        "planes are rounded about the mesh's centre.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --planes P     the CSV file; - reads standard input\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default\n"
        "                 hydrostatics/auto/best)\n"
        "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "  --open-ok      accept a mesh that is not closed; the answer is nan where an edge that\n"
        "                 is open or wound inconsistently is under water\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  printf 'nx,ny,nz,d\\n0,0,1,0\\n' |\n"
        "      buoybench eval radii --mesh builtin:wigley:1300 --planes -\n"
        "  buoybench eval radii --mesh hull.stl --planes planes.csv\n",
    .run = run,
};
