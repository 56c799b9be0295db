// Shared by the commands about floating bodies (curves, gz, equilibrium): options, the mesh, and
// what its mass and centre of mass are.
#ifndef BENCH_FLOATING_OPTIONS_H
#define BENCH_FLOATING_OPTIONS_H

#include <stdbool.h>

#include "buoyancy.h"
#include "cli.h"

// A direction or point from the command line.
struct floating_vector {
    bool given;
    double x[3];
};

struct floating_options {
    const char *command;
    const char *mesh;
    struct cli_making making;
    double mass, density, water_density; // kg, kg/m³; 0 where not given
    struct floating_vector com, up;
};

// The options' values in a table for cli_next_option().
enum {
    FLOATING_MESH = 1000,
    FLOATING_MASS,
    FLOATING_DENSITY,
    FLOATING_WATER_DENSITY,
    FLOATING_COM,
    FLOATING_UP,
};
#define FLOATING_MESH_OPTIONS {"mesh", required_argument, NULL, FLOATING_MESH}, CLI_MAKING_OPTIONS
#define FLOATING_UP_OPTION                                                                         \
    { "up", required_argument, NULL, FLOATING_UP }
#define FLOATING_WEIGHT_OPTIONS                                                                    \
    {"mass", required_argument, NULL, FLOATING_MASS},                                              \
        {"density", required_argument, NULL, FLOATING_DENSITY},                                    \
        {"water-density", required_argument, NULL, FLOATING_WATER_DENSITY}, {                      \
        "com", required_argument, NULL, FLOATING_COM                                               \
    }

// Each returns 0, or CLI_BAD after complaining.

// x,y,z, each finite; not all zero if it is a direction.
int floating_parse_vector(const char *option, const char *text, bool direction,
                          struct floating_vector *vector);

// Takes one of the options above.
int floating_take(int option, struct floating_options *options);

// Opens the mesh, which must have been named.
int floating_open(const struct floating_options *options, struct buoy_mesh **mesh);

// The volume to be displaced, and the centre of mass: that of the uniform body unless it is given.
int floating_weigh(const struct floating_options *options, const struct buoy_mesh *mesh,
                   double *volume, double centre_of_mass[3]);

// Complains about what a call of the library returned, unless that is BUOY_OK; then it says so if
// the mesh's up may be another than the command's.
int floating_check(const struct floating_options *options, const struct buoy_error *error);

#endif
