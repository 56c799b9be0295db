// Shared by the commands about floating bodies: options, the mesh, its mass and centre of mass.
#include "floating_options.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int floating_parse_vector(const char *option, const char *text, bool direction,
                          struct floating_vector *vector) {
    const char *at = text;
    double largest = 0.0;
    for (int i = 0; i < 3; ++i) {
        char *end;
        vector->x[i] = strtod(at, &end);
        const bool begins = at[strspn(at, "+-.0123456789")] != '\0' || at[0] != '\0';
        if (end == at || !begins || strchr(" \t\n\v\f\r", at[0]) || *end != (i < 2 ? ',' : '\0')) {
            return cli_bad("%s: '%s' is not of the form x,y,z", option, text);
        }
        if (!isfinite(vector->x[i])) {
            return cli_bad("%s: '%s' is not finite", option, text);
        }
        largest = fmax(largest, fabs(vector->x[i]));
        at = end + 1;
    }
    if (direction && largest == 0.0) {
        return cli_bad("%s: '%s' has no direction", option, text);
    }
    vector->given = true;
    return 0;
}

// A number > 0.
static int parse_positive(const char *option, const char *text, double *value) {
    if (cli_parse_real(option, text, -DBL_MAX, DBL_MAX, value) != 0) {
        return CLI_BAD;
    }
    return *value > 0.0 ? 0 : cli_bad("%s: %s is not above 0", option, text);
}

int floating_take(int option, struct floating_options *options) {
    switch (option) {
    case FLOATING_MESH:
        return cli_take_once(options->command, "--mesh", &options->mesh);
    case FLOATING_MASS:
        return parse_positive("--mass", optarg, &options->mass);
    case FLOATING_DENSITY:
        return parse_positive("--density", optarg, &options->density);
    case FLOATING_WATER_DENSITY:
        return parse_positive("--water-density", optarg, &options->water_density);
    case FLOATING_COM:
        return floating_parse_vector("--com", optarg, false, &options->com);
    case FLOATING_UP:
        return floating_parse_vector("--up", optarg, true, &options->up);
    default:
        return cli_take_making(option, &options->making);
    }
}

int floating_open(const struct floating_options *options, struct buoy_mesh **mesh) {
    if (!options->mesh) {
        return cli_bad("%s: --mesh is missing", options->command);
    }
    return cli_open_mesh(options->mesh, &options->making, mesh);
}

int floating_weigh(const struct floating_options *options, const struct buoy_mesh *mesh,
                   double *volume, double centre_of_mass[3]) {
    const double water = options->water_density > 0.0 ? options->water_density : 1025.0;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    if ((options->mass > 0.0) == (options->density > 0.0)) {
        return cli_bad("%s: give one of --mass and --density", options->command);
    }
    if (!info.closed && !(options->mass > 0.0 && options->com.given)) {
        return cli_bad("%s: %s is not closed and so has no volume: give --mass and --com",
                       options->command, options->mesh);
    }
    const double mass = options->mass > 0.0 ? options->mass : options->density * info.volume;
    if (info.closed && mass > water * info.volume * (1.0 + 1e-6)) {
        return cli_bad("%s: %s sinks: it has %.9g kg, and displaces at most %.9g kg of water",
                       options->command, options->mesh, mass, water * info.volume);
    }
    *volume = mass / water;
    for (int i = 0; i < 3; ++i) {
        centre_of_mass[i] = options->com.given ? options->com.x[i] : info.centroid[i];
    }
    return 0;
}

int floating_check(const struct floating_options *options, const struct buoy_error *error) {
    if (error->status != BUOY_OK) {
        return cli_bad("%s: %s: %s", options->command, options->mesh, error->message);
    }
    if (!options->up.given && options->up.x[2] > 0.0) { // z by default
        cli_note_up(options->mesh, options->command, CLI_UP_OPTION);
    }
    return 0;
}
