// Shared by the commands about floating bodies (curves, gz, equilibrium): options, the mesh, and
// what its mass and centre of mass are.
#ifndef BENCH_FLOATING_OPTIONS_H
#define BENCH_FLOATING_OPTIONS_H

#include <float.h>

#include "buoyancy_equilibrium.h"
#include "hull_list.h"
#include "listing.h"
#include "options.h"

struct floating_options {
    const char *command;
    struct hulls hulls;
    const char *mesh; // the one in work
    unsigned format;  // enum listing_format
    struct cli_making making;
    double mass, density, water_density; // kg, kg/m³; 0 where not given
    double com[3], up[3], axis[3];
    bool com_given, up_given, axis_given;
};
#define FLOATING_DEFAULTS(name)                                                                    \
    {                                                                                              \
        .command = (name), .format = LISTING_BY_TERMINAL, .water_density = 1025.0,                 \
        .up = {0.0, 0.0, 1.0}, .axis = {                                                           \
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
    CLI_TEXTS_OPTION("mesh", &(o)->hulls.names), HULLS_OPTIONS(&(o)->hulls),                       \
        LISTING_FORMAT_OPTION(&(o)->format), CLI_MAKING_OPTIONS(&(o)->making),                     \
        FLOATING_VECTOR("up", CLI_DIRECTION, (o)->up),                                             \
        FLOATING_VECTOR("axis", CLI_DIRECTION, (o)->axis)
#define FLOATING_WEIGHT_OPTIONS(o)                                                                 \
    CLI_POSITIVE_OPTION("mass", &(o)->mass, DBL_MAX),                                              \
        CLI_POSITIVE_OPTION("density", &(o)->density, DBL_MAX),                                    \
        CLI_POSITIVE_OPTION("water-density", &(o)->water_density, DBL_MAX),                        \
        FLOATING_VECTOR("com", CLI_NUMBERS, (o)->com)

// Each returns 0, or CLI_BAD after complaining.

// Reads the arguments of a command, and the list of hulls.
int floating_parse(int argc, char **argv, struct cli_option *table,
                   struct floating_options *options);

// Adds the rows of one mesh, options->mesh. Returns the exit code; CLI_BAD after complaining.
typedef int floating_answer(void *context, const struct floating_options *options,
                            const struct buoy_mesh *mesh, struct listing *rows);

// Answers for all meshes, then prints their rows, after the mesh's name where there may be several,
// and frees what floating_parse() made. Returns the worst exit code.
int floating_answer_all(struct floating_options *options, struct listing *rows,
                        floating_answer *answer, void *context);

// Says something about options->mesh on stderr, which names it where there may be several.
void floating_note(const struct floating_options *options, const char *format, ...)
    BUOY_PRINTF(2, 3);

// The volume to be displaced, and the centre of mass: that of the uniform body unless it is given.
int floating_weigh(const struct floating_options *options, const struct buoy_mesh *mesh,
                   struct buoy_floating *body);

// Complains about what a call of the library returned, unless that is BUOY_OK; then it says so if
// the mesh's up may be another than the command's.
int floating_check(const struct floating_options *options, const struct buoy_error *error);

#endif
