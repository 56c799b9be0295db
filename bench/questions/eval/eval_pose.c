// `buoybench eval pose`: world planes in the frames of bodies.
#include <stdio.h>

#include "base/status.h"
#include "bodies/pose.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_options.h"

#define COLUMNS "x,y,z,qx,qy,qz,qw,nx,ny,nz,d"

// The plane n·x = d of the world is (Rᵀn)·x = d − n·p in the frame of a body at p.
static enum buoy_status answer_pose(const void *context, size_t index, double *row,
                                    struct buoy_error *error) {
    const struct csv_table *table = context;
    const double *v = table->reals + table->columns * index;
    const struct buoy_pose pose = {{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}};
    struct buoy_rotation rotation;
    if (!buoy_pose_rotation(&pose, &rotation)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "columns 4-7 (qx,qy,qz,qw): not a unit quaternion");
    }
    if (v[7] == 0.0 && v[8] == 0.0 && v[9] == 0.0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "columns 8-10 (nx,ny,nz): the normal is zero");
    }
    buoy_rotate_back(&rotation, v + 7, row);
    row[3] = v[10] - buoy_dot(v + 7, v);
    return isfinite(row[3]) ? BUOY_OK
                            : buoy_fail(error, BUOY_ERROR_NON_FINITE,
                                        "the plane's offset in the body's frame is beyond doubles");
}

static int run(int argc, char **argv) {
    const char *input = NULL;
    struct eval_option options[] = {EVAL_FILE_OPTION("input", &input), {0}};
    struct csv_table table;
    if (eval_parse(argc, argv, options) != 0 || csv_read_reals(input, COLUMNS, &table) != 0) {
        return CLI_BAD;
    }
    const int status = eval_each_row(
        input, &table,
        &(struct eval_questions){
            .header = "nx,ny,nz,d", .columns = 4, .context = &table, .answer = answer_pose});
    csv_free(&table);
    return status;
}

const struct eval_family eval_pose = {
    .name = "pose",
    .help =
        "usage: buoybench eval pose --input P.csv\n"
        "\n"
        "Prints a plane of the world in the frame of a body, for each row of P.csv: one CSV row\n"
        "each with the header nx,ny,nz,d. Its rows are what 'eval volume', 'hydrostatics',\n"
        "'stiffness' and 'radii' take as planes.\n"
        "\n"
        "P.csv has the header " COLUMNS ": where the body's origin is in the world,\n"
        "the unit quaternion that turns the body's frame into the world's (its length is 1 to\n"
        "within 1 %; it is normalised), and the plane where nx x + ny y + nz z = d. Numbers are\n"
        "doubles.\n"
        "\n"
        "  --input P      the CSV file; - reads standard input\n"
        "\n"
        "examples:\n"
        "  printf '" COLUMNS "\\n0,0,-0.25,0.6,0,0,0.8,0,0,1,0\\n' |\n"
        "      buoybench eval pose --input - |\n"
        "      buoybench eval volume --mesh builtin:box --planes -\n",
    .run = run,
};
