// Shared by the commands about floating bodies (curves, gz, equilibrium): options, the mesh, and
// what its mass and centre of mass are.
#ifndef BENCH_FLOATING_OPTIONS_H
#define BENCH_FLOATING_OPTIONS_H

#include <float.h>

#include "buoyancy_equilibrium.h"
#include "options.h"

struct floating_options {
    const char *command, *mesh;
    struct cli_making making;
    double mass, density, water_density; // kg, kg/m³; 0 where not given
    double com[3], up[3], axis[3];
    bool com_given, up_given, axis_given;
};
#define FLOATING_DEFAULTS(name)                                                                    \
    {                                                                                              \
        .command = (name), .water_density = 1025.0, .up = {0.0, 0.0, 1.0}, .axis = {               \
            1.0,                                                                                   \
            0.0,                                                                                   \
            0.0                                                                                    \
        }                                                                                          \
    }

// Entries of a table of options, for a struct floating_options *.
#define FLOATING_VECTOR(option, k, vector)                                                         \
    {                                                                                              \
        .name = (option), .kind = (k), .value = (vector), .count = 3, .low = -DBL_MAX,             \
        .high = DBL_MAX                                                                            \
    }
#define FLOATING_MESH_OPTIONS(o)                                                                   \
    CLI_NEEDED("mesh", &(o)->mesh), CLI_MAKING_OPTIONS(&(o)->making),                              \
        FLOATING_VECTOR("up", CLI_DIRECTION, (o)->up)
#define FLOATING_WEIGHT_OPTIONS(o)                                                                 \
    CLI_POSITIVE_OPTION("mass", &(o)->mass, DBL_MAX),                                              \
        CLI_POSITIVE_OPTION("density", &(o)->density, DBL_MAX),                                    \
        CLI_POSITIVE_OPTION("water-density", &(o)->water_density, DBL_MAX),                        \
        FLOATING_VECTOR("com", CLI_NUMBERS, (o)->com),                                             \
        FLOATING_VECTOR("axis", CLI_DIRECTION, (o)->axis)

// Each returns 0, or CLI_BAD after complaining.

// Reads the arguments of a command.
int floating_parse(int argc, char **argv, struct cli_option *table,
                   struct floating_options *options);

// The volume to be displaced, and the centre of mass: that of the uniform body unless it is given.
int floating_weigh(const struct floating_options *options, const struct buoy_mesh *mesh,
                   struct buoy_floating *body);

// Complains about what a call of the library returned, unless that is BUOY_OK; then it says so if
// the mesh's up may be another than the command's.
int floating_check(const struct floating_options *options, const struct buoy_error *error);

#endif
