// `buoybench eval forces`: buoyancy and drag of bodies whose submerged parts are known.
#include <stdio.h>
#include <string.h>

#include "buoyancy_forces.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_options.h"

#define COLUMNS                                                                                    \
    "volume,cx,cy,cz,wetted_area,mass,body_volume,length,"                                         \
    "j00,j01,j02,j10,j11,j12,j20,j21,j22,x,y,z,vx,vy,vz,wx,wy,wz,ux,uy,uz,water_vx,water_vy,"      \
    "water_vz"
#define HEADER                                                                                     \
    "buoyancy_fx,buoyancy_fy,buoyancy_fz,buoyancy_tx,buoyancy_ty,buoyancy_tz,"                     \
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz"

struct question {
    const char *input, *kernel_name;
    const struct buoy_kernel *kernel;
    struct csv_table table;
    double density, gravity, drag[3], dt;
};

static void copy(const double *from, size_t count, double *to) {
    memcpy(to, from, count * sizeof *to);
}

static enum buoy_status answer_body(const void *context, size_t index, double *row,
                                    struct buoy_error *error) {
    const struct question *question = context;
    const double *v = question->table.reals + question->table.columns * index;
    struct buoy_submerged wet = {.volume = v[0], .wetted_area = v[4]};
    struct buoy_drag_body body = {.mass = v[5], .volume = v[6], .length = v[7]};
    struct buoy_drag_motion motion;
    struct buoy_met_water water;
    struct buoy_forces forces;
    copy(v + 1, 3, wet.centre);
    copy(v + 8, 9, body.inverse_inertia);
    copy(v + 17, 3, motion.centre_of_mass);
    copy(v + 20, 3, motion.velocity);
    copy(v + 23, 3, motion.angular_velocity);
    copy(v + 26, 3, water.up);
    copy(v + 29, 3, water.velocity);
    const struct buoy_forces_query query = {
        .submerged = &wet,
        .bodies = &body,
        .motions = &motion,
        .waters = &water,
        .count = 1,
        .density = question->density,
        .gravity = question->gravity,
        .drag = {question->drag[0], question->drag[1], question->drag[2]},
        .dt = question->dt,
    };
    const enum buoy_status status = buoy_forces_with(question->kernel, &query, &forces, error);
    copy(forces.buoyancy.force, 3, row);
    copy(forces.buoyancy.torque, 3, row + 3);
    copy(forces.drag.force, 3, row + 6);
    copy(forces.drag.torque, 3, row + 9);
    return status;
}

static int run(int argc, char **argv) {
    struct question question = {
        .kernel_name = "forces/auto/best", .density = BUOY_SEA_WATER, .gravity = BUOY_GRAVITY};
    struct eval_option options[] = {
        EVAL_FILE_OPTION("input", &question.input),
        EVAL_NUMBERS_OPTION("drag", question.drag, 3),
        EVAL_REAL_OPTION("step", &question.dt, 0.0, 1e12),
        EVAL_DENSITY_OPTION(&question.density),
        EVAL_GRAVITY_OPTION(&question.gravity),
        EVAL_KERNEL_OPTION(&question.kernel_name),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0 ||
        eval_select_kernel("forces", question.kernel_name, &question.kernel) != 0 ||
        csv_read_reals(question.input, COLUMNS, &question.table) != 0) {
        return CLI_BAD;
    }
    const int status = eval_each_row(
        question.input, &question.table,
        &(struct eval_questions){
            .header = HEADER, .columns = 12, .context = &question, .answer = answer_body});
    csv_free(&question.table);
    return status;
}

const struct eval_family eval_forces = {
    .name = "forces",
    .help =
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
        "  buoybench eval forces --input bodies.csv --step 0.0167 --kernel forces/catto/scalar\n",
    .run = run,
};
