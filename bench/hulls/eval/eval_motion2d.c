// How bodies in the plane move.
#include "eval_motion2d.h"

#include "cli.h"

struct eval_motion2d eval_motion2d_default(void) {
    return (struct eval_motion2d){.density = 1025.0};
}

struct buoy_drag2d_query eval_motion2d_query(const struct eval_motion2d *m) {
    return (struct buoy_drag2d_query){
        .motion = &m->motion, .density = m->density, .drag = m->drag, .lift = m->lift};
}

int eval_motion2d_take(const char *family, const struct cli_option *options,
                       struct eval_motion2d *motion) {
    if (motion->motion.dt > 0.0 && !cli_given(options, "mass")) {
        return cli_bad("eval %s: with --step, --mass is missing", family);
    }
    motion->motion.inverse_mass = cli_given(options, "mass") ? 1.0 / motion->mass : 0.0;
    motion->motion.inverse_inertia = cli_given(options, "inertia") ? 1.0 / motion->inertia : 0.0;
    return 0;
}

void eval_put_force2d(const struct buoy_force2d *force, double row[3]) {
    row[0] = force->force[0];
    row[1] = force->force[1];
    row[2] = force->torque;
}
