// `buoybench eval pose`: world planes in the frames of bodies.
#include "base/status.h"
#include "bodies/pose.h"
#include "eval.h"
#include "rows.h"

static const struct column columns[] = {
    {.kind = &column_vector, .names = "x,y,z"},
    {.kind = &column_rotation, .names = "qx,qy,qz,qw"},
    {.kind = &column_normal, .names = "nx,ny,nz", .part = 1},
    {.kind = &column_number, .names = "d", .part = 1},
};

// The plane n·x = d of the world is (Rᵀn)·x = d − n·p in the frame of a body at p.
static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                            bool checked, void *answer, struct buoy_error *error) {
    const struct buoy_pose *pose = one->part[0];
    const double *n = one->part[1];
    double *row = answer;
    struct buoy_rotation rotation;
    (void)kernel;
    (void)checked;
    if (!buoy_pose_rotation(pose, &rotation)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "columns 4-7 (qx,qy,qz,qw): not a unit quaternion");
    }
    buoy_rotate_back(&rotation, n, row);
    row[3] = n[3] - buoy_dot(n, pose->position);
    return isfinite(row[3]) ? BUOY_OK
                            : buoy_fail(error, BUOY_ERROR_NON_FINITE,
                                        "the plane's offset in the body's frame is beyond doubles");
}

static const char help[] =
    "usage: buoybench eval pose --input P.csv\n"
    "\n"
    "Prints a plane of the world in the frame of a body, for each row of P.csv: one CSV row\n"
    "each with the header nx,ny,nz,d. Its rows are what 'eval volume', 'hydrostatics',\n"
    "'stiffness' and 'radii' take as planes.\n"
    "\n"
    "P.csv has the header x,y,z,qx,qy,qz,qw,nx,ny,nz,d: where the body's origin is in the world,\n"
    "the unit quaternion that turns the body's frame into the world's (its length is 1 to\n"
    "within 1 %; it is normalised), and the plane where nx x + ny y + nz z = d. Numbers are\n"
    "doubles.\n"
    "\n"
    "  --input P      the CSV file; - reads standard input\n"
    "\n"
    "examples:\n"
    "  printf 'x,y,z,qx,qy,qz,qw,nx,ny,nz,d\\n0,0,-0.25,0.6,0,0,0.8,0,0,1,0\\n' |\n"
    "      buoybench eval pose --input - |\n"
    "      buoybench eval volume --mesh builtin:box --planes -\n";
static const char *const header = "nx,ny,nz,d";

static const struct rows rows = {
    .columns = columns,
    .column_count = sizeof columns / sizeof columns[0],
    .by_line = true,
    .help = help,
    .reals = true,
    .has_header = true,
    .ask = ask,
    .header = &header,
};

const struct family eval_pose = ROWS_OF_EVAL("pose", &rows, 4);
