// How bodies in the plane move, for `eval forces2d`, `circle` and `pool`.
#ifndef BENCH_EVAL_MOTION2D_H
#define BENCH_EVAL_MOTION2D_H

#include "buoyancy_polygon.h"
#include "options.h"

struct eval_motion2d {
    struct buoy_motion2d motion;
    double density, drag, lift; // coefficients
    double mass, inertia;
};

struct eval_motion2d eval_motion2d_default(void);

// A question about drag and lift of a body that moves so, but for the body and the water.
struct buoy_drag2d_query eval_motion2d_query(const struct eval_motion2d *m);

// The options, for a table.
#define EVAL_MOTION2D_OPTIONS(m)                                                                   \
    CLI_NUMBERS_OPTION("point", (m)->motion.point, 2),                                             \
        CLI_NUMBERS_OPTION("velocity", (m)->motion.velocity, 2),                                   \
        CLI_REAL_OPTION("spin", &(m)->motion.angular_velocity, -1e12, 1e12),                       \
        CLI_REAL_OPTION("drag", &(m)->drag, 0.0, 1e12),                                            \
        CLI_REAL_OPTION("lift", &(m)->lift, -1e12, 1e12),                                          \
        CLI_REAL_OPTION("step", &(m)->motion.dt, 0.0, 1e12),                                       \
        CLI_REAL_OPTION("mass", &(m)->mass, 1e-30, 1e30),                                          \
        CLI_REAL_OPTION("inertia", &(m)->inertia, 1e-30, 1e30),                                    \
        CLI_REAL_OPTION("density", &(m)->density, 1e-12, 1e12)

// Checks what goes together, and sets what mass and inertia mean for the motion. Returns 0, or
// CLI_BAD after complaining.
int eval_motion2d_take(const char *family, const struct cli_option *options,
                       struct eval_motion2d *motion);

// Writes a force and its torque into a row.
void eval_put_force2d(const struct buoy_force2d *force, double row[3]);

// The options in help texts.
#define EVAL_MOTION2D_HELP                                                                         \
    "  --point X      x,y of the centre of mass (default 0,0)\n"                                   \
    "  --velocity V   x,y: of that point through the water, metres per second (default 0,0)\n"     \
    "  --spin W       the angular velocity, radians per second (default 0)\n"                      \
    "  --drag C       the coefficient of drag of what leads (default 0)\n"                         \
    "  --lift C       the coefficient of lift of what leads (default 0)\n"                         \
    "  --step S       the step in seconds within which drag and lift add no energy (default 0:\n"  \
    "                 forces as they are now)\n"                                                   \
    "  --mass M       of the body, kg; needed with --step\n"                                       \
    "  --inertia I    about the centre of mass, kg square metres; without it the body cannot\n"    \
    "                 be turned\n"                                                                 \
    "  --density R    density of the water times the thickness of the body, kg per square\n"       \
    "                 metre (default 1025)\n"

#endif
