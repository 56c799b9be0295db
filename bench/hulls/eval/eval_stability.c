// `buoybench eval radii` and `eval stiffness`: what the hydrostatics of a mesh say of its
// stability.
#include <math.h>
#include <stdio.h>

#include "base/status.h"
#include "bodies/pose.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_water.h"
#include "eval.h"
#include "eval_mesh.h"
#include "options.h"
#include "rows.h"

const struct column eval_plane_columns[2] = {
    {.kind = &column_normal, .names = "nx,ny,nz"},
    {.kind = &column_number, .names = "d"},
};

// The hydrostatics below a plane, and the direction of its normal. False after setting all numbers
// to NaN, where an open edge is wet, or the status.
static bool find_body(const struct buoy_kernel *kernel, const struct rows_slice *one,
                      struct buoy_hydrostatics *body, float normal[3], double *numbers,
                      size_t count, enum buoy_status *status, struct buoy_error *error) {
    const struct buoy_plane64 *plane = one->part[0];
    const double *n = plane->normal, largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    const double unit = largest >= 1e-30 && largest <= 1e30 ? 1.0 : largest;
    for (int i = 0; i < 3; ++i) {
        normal[i] = (float)(n[i] / unit);
    }
    const struct buoy_hydrostatics_query query = {
        .mesh = one->mesh, .planes64 = plane, .count = 1, .kernel = kernel};
    *status = buoy_hydrostatics_compute(&query, body, error);
    const bool found = *status == BUOY_OK && !isnan(body->volume);
    for (size_t i = 0; i < count && !found; ++i) {
        numbers[i] = (double)NAN;
    }
    return found;
}

// ----------------------------------------------------------------------------------- radii

static enum buoy_status ask_radii(const struct buoy_kernel *kernel, const struct rows_slice *one,
                                  bool checked, void *answer, struct buoy_error *error) {
    struct buoy_hydrostatics body;
    float normal[3];
    enum buoy_status status;
    (void)checked;
    return find_body(kernel, one, &body, normal, answer, 5, &status, error)
               ? buoy_metacentric_radii_compute(&body, normal, answer, error)
               : status;
}

_Static_assert(sizeof(struct buoy_metacentric_radii) == 5 * sizeof(double), "five numbers");
#define RADII_HEADER "transverse,longitudinal,axis_x,axis_y,axis_z"
static const char *const radii_header = RADII_HEADER;

static const char radii_help[] =
    "usage: buoybench eval radii --mesh M --planes P.csv [--kernel ID] [--plugin X]...\n"
    "                            [MESH OPTION]...\n"
    "\n"
    "Prints, for each water plane in P.csv, the metacentric radii BM = I / V: how far above\n"
    "the centre of buoyancy the metacentre lies for small rotations about the waterplane's\n"
    "principal axes. One CSV row each with the header\n"
    "  " RADII_HEADER "\n"
    "transverse is the smaller one, for rolling about the axis, along which the waterplane is\n"
    "longest; longitudinal is the larger one. In the mesh's units and frame; both are 0 where\n"
    "the volume is 0.\n"
    "\n" EVAL_PLANES_HELP "\n"
    "\n" EVAL_MESH_AND_PLANES_HELP EVAL_HYDROSTATICS_HELP "\n"
    "examples:\n"
    "  printf 'nx,ny,nz,d\\n0,0,1,0\\n' |\n"
    "      buoybench eval radii --mesh builtin:wigley:1300 --planes -\n"
    "  buoybench eval radii --mesh hull.stl --planes planes.csv\n";

static const struct rows radii = {
    EVAL_BELOW_PLANES,
    .by_line = true,
    .ask = ask_radii,
    .help = radii_help,
    .kernel = "hydrostatics/auto/best",
    .header = &radii_header,
};

const struct family eval_radii = ROWS_OF_EVAL("radii", &radii, 5);

// ------------------------------------------------------------------------------- stiffness

static struct {
    double density, gravity, point[3];
    double mass, com[3]; // 0: the weight does not count
} asked;

// The weight at the centre of mass g turns with the body, as buoyancy does, which the matrix holds:
// −m g ((r_g·n) 1 − r_g nᵀ).
static void add_weight(const float normal[3], double *stiffness) {
    const double length = sqrt((double)normal[0] * normal[0] + (double)normal[1] * normal[1] +
                               (double)normal[2] * normal[2]);
    double n[3], r[3], above = 0.0;
    for (int i = 0; i < 3; ++i) {
        n[i] = normal[i] / length;
        r[i] = asked.com[i] - asked.point[i];
        above += r[i] * n[i];
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            stiffness[6 * (i + 3) + j + 3] -=
                asked.mass * asked.gravity * ((i == j ? above : 0.0) - r[i] * n[j]);
        }
    }
}

static enum buoy_status ask_stiffness(const struct buoy_kernel *kernel,
                                      const struct rows_slice *one, bool checked, void *answer,
                                      struct buoy_error *error) {
    struct buoy_hydrostatics body;
    float normal[3];
    enum buoy_status status;
    (void)checked;
    if (find_body(kernel, one, &body, normal, answer, 36, &status, error)) {
        status = buoy_stiffness(&body, normal, asked.density * asked.gravity, asked.point, answer,
                                error);
        if (status == BUOY_OK && asked.mass > 0.0) {
            add_weight(normal, answer);
        }
    }
    return status;
}

static size_t list_options(struct cli_option *options) {
    asked.density = BUOY_SEA_WATER;
    asked.gravity = BUOY_GRAVITY;
    asked.mass = 0.0;
    return ROWS_OPTIONS(options, CLI_NUMBERS_OPTION("point", asked.point, 3),
                        CLI_POSITIVE_OPTION("mass", &asked.mass, 1e30),
                        CLI_NUMBERS_OPTION("com", asked.com, 3),
                        CLI_REAL_OPTION("density", &asked.density, 1e-12, 1e12),
                        CLI_REAL_OPTION("gravity", &asked.gravity, 0.0, 1e12));
}

static int open_stiffness(const struct cli_option *options) {
    return cli_given(options, "mass") == cli_given(options, "com")
               ? 0
               : cli_bad("eval stiffness: --mass and --com go together");
}

static const char *const stiffness_header =
    "k00,k01,k02,k03,k04,k05,k10,k11,k12,k13,k14,k15,k20,k21,k22,k23,k24,k25,"
    "k30,k31,k32,k33,k34,k35,k40,k41,k42,k43,k44,k45,k50,k51,k52,k53,k54,k55";

static const char stiffness_help[] =
    "usage: buoybench eval stiffness --mesh M --planes P.csv [--point X] [--density R]\n"
    "                                [--gravity G] [--mass KG --com X] [--kernel ID]\n"
    "                                [--plugin X]... [MESH OPTION]...\n"
    "\n"
    "Prints, for each water plane in P.csv, the stiffness of buoyancy: how force and torque\n"
    "change when the mesh moves and the water does not. One CSV row each with the header\n"
    "  k00,k01,...,k05,k10,...,k55\n"
    "by rows, in the mesh's axes: rows are the forces along x, y and z and the torques about\n"
    "them, columns are displacements along x, y and z and small rotations about them, of a\n"
    "point that moves with the mesh and that torques are about; for a level plane heave, roll\n"
    "and pitch have the numbers 2, 3 and 4. K is minus the derivative; the weight's part is\n"
    "in it with --mass and --com only. With them, z up and a body whose weight buoyancy\n"
    "carries, K is the hydrostatic stiffness of WAMIT and capytaine, whose modes have the same\n"
    "order: k33 = density g (S22 + V zb) - m g zg, k35 = m g xg - density g V xb, and so on,\n"
    "zb and zg above the point. N/m, N and N m.\n"
    "\n" EVAL_PLANES_HELP "\n"
    "\n" EVAL_MESH_AND_PLANES_HELP
    "  --point X      x,y,z of the point, in the mesh's frame (default 0,0,0)\n"
    "  --mass KG      the body's mass, and\n"
    "  --com X        x,y,z of its centre of mass, in the mesh's frame: include the weight's part\n"
    "  --density R    density of the water, kg per cubic metre (default 1025)\n"
    "  --gravity G    gravity, metres per second squared (default 9.81)\n" EVAL_HYDROSTATICS_HELP
    "\n"
    "examples:\n"
    "  printf 'nx,ny,nz,d\\n0,0,1,0\\n' |\n"
    "      buoybench eval stiffness --mesh builtin:box --planes -\n"
    "  buoybench eval stiffness --mesh hull.stl --planes planes.csv --point 0,0,1.5\n";

static const struct rows stiffness = {
    EVAL_BELOW_PLANES,
    .by_line = true,
    .ask = ask_stiffness,
    .help = stiffness_help,
    .kernel = "hydrostatics/auto/best",
    .header = &stiffness_header,
    .list_options = list_options,
    .open = open_stiffness,
};

const struct family eval_stiffness = ROWS_OF_EVAL("stiffness", &stiffness, 36);

// ------------------------------------------------------------------------------------------- draft

static const struct column columns[] = {
    {.kind = &column_normal, .names = "nx,ny,nz"},
    {.kind = &column_number, .names = "volume"},
};

// NaN if no offset keeps the mesh's open edges dry.
static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                            bool checked, void *answer, struct buoy_error *error) {
    const double *numbers = one->part[0];
    double *d = answer;
    const enum buoy_status status = buoy_draft(one->mesh, numbers, numbers[3], d, NULL, error);
    (void)kernel;
    (void)checked;
    if (status == BUOY_ERROR_OPEN) {
        *d = (double)NAN;
        return BUOY_OK;
    }
    if (status == BUOY_ERROR_RANGE) {
        struct buoy_mesh_info info;
        buoy_mesh_get_info(one->mesh, &info, NULL);
        snprintf(error->message, sizeof error->message,
                 "column 4 (volume): %.9g is not between 0 and the mesh's, %.9g", numbers[3],
                 info.volume);
    }
    return status;
}

static const char help[] =
    "usage: buoybench eval draft --mesh M --input D.csv [MESH OPTION]...\n"
    "\n"
    "Finds how deep a mesh floats: for each row of D.csv, the offset d of the water plane\n"
    "below which the mesh displaces the given volume, to one millionth of the mesh's own\n"
    "volume. It uses Newton's method on hydrostatics/auto/best.\n"
    "\n"
    "D.csv has the header nx,ny,nz,volume. The normal points up, out of the water, and may\n"
    "have any length > 0; d is in units of that length: the water is where\n"
    "nx x + ny y + nz z < d. Numbers are doubles. The output has the header d.\n"
    "\n" EVAL_MESH_HELP "  --input D      the CSV file; - reads standard input\n"
    "  --open-ok      accept a mesh that is not closed; the answer is nan where it cannot\n"
    "                 displace that much with its open edges dry\n" CLI_CLOSED_HELP "\n"
    "examples:\n"
    "  printf 'nx,ny,nz,volume\\n0,0,1,0.25\\n' |\n"
    "      buoybench eval draft --mesh builtin:box --input -\n"
    "  buoybench eval draft --mesh hull.stl --input drafts.csv --repair\n";
static const char *const header = "d";

static const struct rows rows = {
    ROWS_COLUMNS(columns), .by_line = true,    .has_mesh = true, .help = help,
    .reals = true,         .has_header = true, .ask = ask,       .header = &header,
};

const struct family eval_draft = ROWS_OF_EVAL("draft", &rows, 1);

// -------------------------------------------------------------------------------------------- pose

static const struct column pose_columns[] = {
    {.kind = &column_vector, .names = "x,y,z"},
    {.kind = &column_rotation, .names = "qx,qy,qz,qw"},
    {.kind = &column_normal, .names = "nx,ny,nz", .part = 1},
    {.kind = &column_number, .names = "d", .part = 1},
};

// The plane n·x = d of the world is (Rᵀn)·x = d − n·p in the frame of a body at p.
static enum buoy_status pose_ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
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

static const char pose_help[] =
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
static const char *const pose_header = "nx,ny,nz,d";

static const struct rows pose_rows = {
    ROWS_COLUMNS(pose_columns), .by_line = true, .help = pose_help,      .reals = true,
    .has_header = true,         .ask = pose_ask, .header = &pose_header,
};

const struct family eval_pose = ROWS_OF_EVAL("pose", &pose_rows, 4);
