// The family `forces`: bodies with a known submerged part. Errors of forces and
// torques, as buoyancy_forces.h bounds them, take the place of the errors of volumes and centroids.
// They are divided by κ², so that the bounds are the same for all bodies.
#include "buoyancy_forces.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "bodies/forces.h"
#include "buoyancy_truth.h"
#include "cli.h"
#include "dispatch/methods.h"
#include "families.h"
#include "options.h"
#include "poses.h"
#include "rows.h"

// A row, as kernels take its parts.
struct body_row {
    struct buoy_submerged wet;
    struct buoy_drag_body body;
    struct buoy_drag_motion motion;
    struct buoy_met_water water;
};

static const struct column columns[] = {
    {.kind = &column_number, .names = "volume"},
    {.kind = &column_vector, .names = "cx,cy,cz"},
    {.kind = &column_number, .names = "wetted_area"},
    {.kind = &column_number, .names = "mass", .part = 1},
    {.kind = &column_number, .names = "body_volume", .part = 1},
    {.kind = &column_number, .names = "length", .part = 1},
    {.kind = &column_inertia, .names = "j00,j01,j02,j10,j11,j12,j20,j21,j22", .part = 1},
    {.kind = &column_vector, .names = "x,y,z", .part = 2},
    {.kind = &column_vector, .names = "vx,vy,vz", .part = 2},
    {.kind = &column_vector, .names = "wx,wy,wz", .part = 2},
    {.kind = &column_direction, .names = "ux,uy,uz", .part = 3},
    {.kind = &column_vector, .names = "water_vx,water_vy,water_vz", .part = 3},
};

// ------------------------------------------------------------------------------- making

static void random_vector(uint64_t *state, double most, double v[3]) {
    for (int i = 0; i < 3; ++i) {
        v[i] = random_between(state, -most, most);
    }
}

static void normalise(double *v, int count) {
    double square = 0.0;
    for (int i = 0; i < count; ++i) {
        square += v[i] * v[i];
    }
    const double length = sqrt(square);
    for (int i = 0; i < count; ++i) {
        v[i] /= length;
    }
}

// A floating crate of 0.3 to 3 m, thrown about in a current. Hard crates are lighter and faster, up
// to a speed that one step stops, and up to a million metres away.
static void sample(struct sampler *sampler, double *numbers) {
    struct body_row *row = (struct body_row *)numbers;
    uint64_t own = sampler->state + sampler->turn - sampler->index, *state = &own;
    static const double powers[] = {1.0, 1e1, 1e2, 1e3, 1e4, 1e5};
    const double factor = sampler->hard ? powers[sampler->turn % 6] : 1.0;
    double extent[3], arm[3];
    for (int i = 0; i < 3; ++i) {
        extent[i] = random_between(state, 0.3, 3.0);
        arm[i] = random_between(state, -0.3, 0.3) * extent[i];
    }
    row->body.volume = extent[0] * extent[1] * extent[2];
    row->body.mass = random_between(state, 0.2, 0.9) * BUOY_SEA_WATER * row->body.volume / factor;
    row->body.length = (extent[0] + extent[1] + extent[2]) / 3.0;
    // The inverse inertia of a crate with these extents in a random orientation.
    double q[4];
    for (int i = 0; i < 4; ++i) {
        q[i] = random_between(state, 0.1, 1.0);
    }
    normalise(q, 4);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rows[3][3] = {
        {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)},
        {2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)},
        {2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)},
    };
    for (int i = 0; i < 9; ++i) {
        row->body.inverse_inertia[i] = 0.0;
    }
    for (int k = 0; k < 3; ++k) {
        const double a = extent[(k + 1) % 3], b = extent[(k + 2) % 3];
        const double per_inertia = 12.0 / (row->body.mass * (a * a + b * b));
        for (int i = 0; i < 9; ++i) {
            row->body.inverse_inertia[i] += per_inertia * rows[i / 3][k] * rows[i % 3][k];
        }
    }
    const double share = random_between(state, 0.02, 1.0);
    row->wet.volume = share * row->body.volume;
    row->wet.wetted_area =
        2.0 * share * (extent[0] * extent[1] + extent[1] * extent[2] + extent[2] * extent[0]);
    random_vector(state, sampler->hard ? 1e6 : 100.0, row->motion.centre_of_mass);
    for (int i = 0; i < 3; ++i) {
        row->wet.centre[i] = row->motion.centre_of_mass[i] + arm[i];
    }
    random_vector(state, 5.0 * sqrt(factor), row->motion.velocity);
    random_vector(state, 3.0, row->motion.angular_velocity);
    random_vector(state, 2.0, row->water.velocity);
    random_vector(state, 0.3, row->water.up);
    row->water.up[2] = 1.0;
    normalise(row->water.up, 3);
}

// ------------------------------------------------------------------------------- asking

// How `run` and `verify` ask; `eval` has options for it.
static const struct buoy_forces_query by_default = {
    .density = BUOY_SEA_WATER,
    .gravity = BUOY_GRAVITY,
    .drag = {.linear = 1.0, .angular = 1.0, .quadratic = 0.05},
    .dt = 1.0 / 60.0,
};

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *slice,
                            bool checked, void *answers, struct buoy_error *error) {
    struct buoy_forces_query query =
        slice->setting ? *(const struct buoy_forces_query *)slice->setting : by_default;
    query.submerged = slice->part[0];
    query.bodies = slice->part[1];
    query.motions = slice->part[2];
    query.waters = slice->part[3];
    query.count = slice->count;
    query.kernel = kernel;
    return checked                           ? buoy_forces_compute(&query, answers, error)
           : kernel->forces(&query, answers) ? BUOY_OK
                                             : BUOY_ERROR_NON_FINITE;
}

static struct buoy_forces_query setting;

static size_t list_options(struct cli_option *options) {
    setting = (struct buoy_forces_query){.density = BUOY_SEA_WATER, .gravity = BUOY_GRAVITY};
    const struct cli_option own[] = {
        CLI_NUMBERS_OPTION("drag", &setting.drag.linear, 3),
        CLI_REAL_OPTION("step", &setting.dt, 0.0, 1e12),
        CLI_REAL_OPTION("density", &setting.density, 1e-12, 1e12),
        CLI_REAL_OPTION("gravity", &setting.gravity, 0.0, 1e12),
    };
    memcpy(options, own, sizeof own);
    return sizeof own / sizeof own[0];
}

// ------------------------------------------------------------------------------ judging

static struct forces_case case_of(const struct rows_slice *one) {
    const struct buoy_submerged *wet = one->part[0];
    const struct buoy_drag_body *body = one->part[1];
    const struct buoy_drag_motion *motion = one->part[2];
    const struct buoy_met_water *water = one->part[3];
    struct forces_case result = {
        .volume = (real)wet->volume,
        .wetted_area = (real)wet->wetted_area,
        .mass = (real)body->mass,
        .whole_volume = (real)body->volume,
        .length = (real)body->length,
        .density = (real)by_default.density,
        .gravity = (real)by_default.gravity,
        .dt = (real)by_default.dt,
        .linear = (real)by_default.drag.linear,
        .angular = (real)by_default.drag.angular,
        .quadratic = (real)by_default.drag.quadratic,
    };
    for (int i = 0; i < 3; ++i) {
        result.arm[i] = (real)wet->centre[i] - (real)motion->centre_of_mass[i];
        result.velocity[i] = (real)motion->velocity[i];
        result.spin[i] = (real)motion->angular_velocity[i];
        result.up[i] = (real)water->up[i];
        result.flow[i] = (real)water->velocity[i];
    }
    for (int i = 0; i < 9; ++i) {
        result.inverse_inertia[i] = (real)body->inverse_inertia[i];
    }
    return result;
}

static enum buoy_status find_truth(const struct rows_slice *one, void *answer,
                                   struct buoy_error *error) {
    const struct forces_case body = case_of(one);
    const struct buoy_forces *truth = answer;
    forces_find_truth(&body, answer);
    return buoy_forces_are_finite(truth)
               ? BUOY_OK
               : buoy_fail(error, BUOY_ERROR_PRECISION,
                           "the step's matrix is singular in long double, too");
}

static double share(const double got[3], const double expected[3], double of) {
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        square += (got[i] - expected[i]) * (got[i] - expected[i]);
    }
    return isfinite(square) ? sqrt(square) / of : (double)INFINITY;
}

static struct family_errors find_errors(const struct rows_slice *one, const void *truth,
                                        const void *answer) {
    const struct buoy_forces *expected = truth, *got = answer;
    const struct forces_case body = case_of(one);
    const struct forces_scales scales = forces_find_scales(&body);
    const double weight = (double)scales.weight, arm = (double)real_length(body.arm);
    const double square = (double)(scales.conditioning * scales.conditioning);
    const double drag_scale = (double)scales.drag, turning = (double)scales.turning;
    const double force = fmax(share(got->buoyancy.force, expected->buoyancy.force, weight),
                              share(got->drag.force, expected->drag.force, drag_scale * square));
    const double torque = fmax(share(got->buoyancy.torque, expected->buoyancy.torque, weight * arm),
                               share(got->drag.torque, expected->drag.torque, turning * square));
    return (struct family_errors){
        .immersion = (double)(body.volume / body.whole_volume),
        .of_total = force,
        .of_submerged = force,
        .centroid = torque,
    };
}

static struct family_bounds find_bounds(const struct buoy_kernel *kernel,
                                        const struct rows_slice *one,
                                        const struct measures *measures) {
    (void)kernel;
    (void)one;
    (void)measures;
    return (struct family_bounds){.of_total = buoy_bound_forces_force(),
                                  .centroid = buoy_bound_forces_torque()};
}

static const char help[] =
    "usage: buoybench eval forces --input F.csv [--drag LINEAR,ANGULAR,QUADRATIC]\n"
    "                             [--step S] [--density R] [--gravity G] [--kernel ID]\n"
    "\n"
    "Prints buoyancy and drag of each body in F.csv, whose submerged part is given: one CSV\n"
    "row each with the header\n"
    "  buoyancy_fx,buoyancy_fy,buoyancy_fz,buoyancy_tx,buoyancy_ty,buoyancy_tz,\n"
    "  drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz\n"
    "(without the line break), in newtons and newton metres about the centre of mass.\n"
    "\n"
    "F.csv has the header\n"
    "  volume,cx,cy,cz,wetted_area,mass,body_volume,length,j00,j01,j02,j10,j11,j12,j20,j21,\n"
    "  j22,x,y,z,vx,vy,vz,wx,wy,wz,ux,uy,uz,water_vx,water_vy,water_vz\n"
    "in one line: submerged volume, centre of buoyancy and wetted area; the body's mass,\n"
    "volume, mean extent and inverse of the tensor of inertia by rows (all 0: it cannot be\n"
    "turned); its centre of mass, velocity and angular velocity; the water's upward normal,\n"
    "of unit length, and its velocity. All in the world's frame; numbers are doubles.\n"
    "\n"
    "  --input F      the CSV file; - reads standard input\n"
    "  --drag D       coefficients of Catto's linear and angular drag, 1/s, and of quadratic\n"
    "                 drag (default 0,0,0)\n"
    "  --step S       the step in seconds within which drag reverses no motion (default 0:\n"
    "                 drag as it is now)\n"
    "  --density R    density of the water, kg per cubic metre (default 1025)\n"
    "  --gravity G    gravity, metres per second squared (default 9.81)\n"
    "  --kernel ID    the kernel, or a glob that matches just one (default forces/auto/best)\n"
    "\n"
    "examples:\n"
    "  buoybench eval forces --input bodies.csv --drag 1,0.5,0.1\n"
    "  buoybench eval forces --input bodies.csv --step 0.0167 --kernel forces/catto/scalar\n";

static const char *const header =
    "buoyancy_fx,buoyancy_fy,buoyancy_fz,buoyancy_tx,buoyancy_ty,buoyancy_tz,"
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz";

static const struct rows rows = {
    ROWS_COLUMNS(columns),
    .reals = true,
    .has_header = true,
    .by_line = true,
    .random = "buoyancy and drag, ",
    .sample = sample,
    .ask = ask,
    .truth = find_truth,
    .errors = find_errors,
    .bounds = find_bounds,
    .help = help,
    .kernel = "forces/auto/best",
    .header = &header,
    .list_options = list_options,
    .setting = &setting,
};

// F: forces, τ: torques, as in struct forces_scales, × κ² for drag.
static const struct family_headings headings = {"|ΔF|/F", "|ΔF|/F", "|Δτ|/τ", "V/V_total"};

static const char *const fields[] = {"fx",      "fy",      "fz",      "tx",
                                     "ty",      "tz",      "drag_fx", "drag_fy",
                                     "drag_fz", "drag_tx", "drag_ty", "drag_tz"};

const struct family family_forces = {
    .name = "forces",
    .rows = &rows,
    .place = "bodies",
    .automatic = "buoy_forces_compute",
    .headings = &headings,
    .baseline = "forces/catto/scalar",
    .one = "body",
    .many = "bodies",
    .workload_count = 1,
    .workloads = &families_per_call,
    .answer_bytes = sizeof(struct buoy_forces),
    .fields = fields,
    .truth = "long double",
    ROWS_MEMBERS,
    ROWS_ASKED,
};
