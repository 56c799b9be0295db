// `buoybench eval hydrodynamics`: drag and added mass by matrices.
#include <string.h>

#include "buoyancy_hydrodynamics.h"
#include "cli.h"
#include "eval.h"
#include "json_input.h"
#include "options.h"
#include "rows.h"
#include "scene_parts.h"

#define MOST 1e30

static const struct column columns[] = {
    {.kind = &column_vector, .names = "surge,sway,heave"},
    {.kind = &column_vector, .names = "roll,pitch,yaw"},
};

static struct {
    const char *body;
    struct buoy_hydrodynamics hydrodynamics;
    struct buoy_hydrodynamic_motion motion; // but for the velocity
} asked;

// ----------------------------------------------------------------------------- the body's file

static int open_asked(const struct cli_option *options) {
    static const double origin[3] = {0.0, 0.0, 0.0};
    double mass = 0.0, centre[3] = {0.0, 0.0, 0.0}, i[6] = {0.0};
    const struct json_member members[] = {
        {.key = "linear"},
        {.key = "quadratic"},
        {.key = "added_mass"},
        {"mass", JSON_DOUBLE, &mass, .low = 0.0, .high = MOST},
        {"centre_of_mass", JSON_NUMBERS, centre, .high = MOST, .count = 3},
        {"inertia", JSON_NUMBERS, i, .high = MOST, .count = 6}, // about the body's origin
        {0},
    };
    struct buoy_hydrodynamics *hydrodynamics = &asked.hydrodynamics;
    struct json_input input;
    (void)options;
    if (json_input_read(asked.body, &input) != 0) {
        return CLI_BAD;
    }
    const struct json_at root = json_at_root(&input);
    const int status =
        json_read_members(&root, members, NULL) != 0 ||
                scene_read_matrix(&root, "linear", hydrodynamics->linear) != 0 ||
                scene_read_matrix(&root, "quadratic", hydrodynamics->quadratic) != 0 ||
                scene_read_matrix(&root, "added_mass", hydrodynamics->added_mass) != 0
            ? CLI_BAD
            : 0;
    const double inertia[9] = {i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2]};
    buoy_mass_matrix(mass, centre, inertia, origin, asked.motion.mass);
    json_input_free(&input);
    return status;
}

// --------------------------------------------------------------------------------- the command

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                            bool checked, void *answer, struct buoy_error *error) {
    struct buoy_hydrodynamic_motion motion = asked.motion;
    struct buoy_hydrodynamic_forces forces;
    double *row = answer;
    (void)kernel;
    (void)checked;
    memcpy(motion.velocity, one->part[0], sizeof motion.velocity);
    const enum buoy_status status =
        buoy_hydrodynamics_compute(&asked.hydrodynamics, &motion, &forces, error);
    if (status == BUOY_OK) {
        memcpy(row, forces.drag, sizeof forces.drag);
        memcpy(row + 6, forces.coriolis, sizeof forces.coriolis);
    }
    return status;
}

static size_t list_options(struct cli_option *options) {
    asked.hydrodynamics = (struct buoy_hydrodynamics){0};
    asked.motion = buoy_hydrodynamic_motion_default();
    return ROWS_OPTIONS(options, CLI_NEEDED("body", &asked.body),
                        CLI_REAL_OPTION("share", &asked.motion.share, 0.0, 1.0),
                        CLI_REAL_OPTION("step", &asked.motion.dt, 0.0, MOST));
}

static const char help[] =
    "usage: buoybench eval hydrodynamics --body B.json --input V.csv [--share S] [--step S]\n"
    "\n"
    "Prints the drag of a body whose coefficients are given as matrices, and the Coriolis\n"
    "wrench of its added mass, for each motion in V.csv: one CSV row each with the header\n"
    "  drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz,\n"
    "  coriolis_fx,coriolis_fy,coriolis_fz,coriolis_tx,coriolis_ty,coriolis_tz\n"
    "(without the line break). Forces and torques are about the body's origin and along its\n"
    "axes. Numbers are doubles, in metres, seconds and kilograms.\n"
    "\n"
    "V.csv has the header surge,sway,heave,roll,pitch,yaw: the body's velocity through the\n"
    "water along x, y and z, and its angular velocity about them.\n"
    "\n"
    "B.json is an object; what is left out is 0, and no other keys are allowed:\n"
    "  \"linear\": the matrix D of the wrench -D v; 6 numbers, its diagonal in the order\n"
    "    surge, sway, heave, roll, pitch, yaw, or 36 by rows. It takes energy: numbers on the\n"
    "    diagonal are 0 or more, where the derivatives Xu ... of models are negative\n"
    "  \"quadratic\": the same for the wrench whose number i is -sum of D(i,j) |v(j)| v(j)\n"
    "  \"added_mass\": the same for added mass, symmetric and without negative eigenvalues\n"
    "  \"mass\", \"centre_of_mass\":[x,y,z], \"inertia\":[ixx,iyy,izz,ixy,ixz,iyz] about it,\n"
    "    with ixx = integral of y^2 + z^2 dm, ixy = -integral of x y dm: for --step\n"
    "\n" SCENE_MOTION_HELP "\n"
    "  --body B       the JSON file; - reads standard input\n"
    "  --input V      the CSV file; - reads standard input\n"
    "  --share S      how much of the body is in the water, 0 to 1, by which all coefficients\n"
    "                 are multiplied (default 1)\n"
    "  --step S       the step in seconds within which the wrenches add no energy (default 0:\n"
    "                 wrenches as they are now)\n"
    "\n"
    "examples:\n"
    "  printf '{\"linear\":[50,100,100,5,9,9],\"added_mass\":[5,80,80,1,7,7]}' >rov.json\n"
    "  printf 'surge,sway,heave,roll,pitch,yaw\\n2,0.5,0,0,0,0.1\\n' |\n"
    "      buoybench eval hydrodynamics --body rov.json --input -\n";
static const char *const header =
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz,"
    "coriolis_fx,coriolis_fy,coriolis_fz,coriolis_tx,coriolis_ty,coriolis_tz";

static const struct rows rows = {
    ROWS_COLUMNS(columns), .by_line = true, .help = help,      .reals = true,
    .has_header = true,    .ask = ask,      .header = &header, .list_options = list_options,
    .open = open_asked,
};

const struct family eval_hydrodynamics = ROWS_OF_EVAL("hydrodynamics", &rows, 12);
