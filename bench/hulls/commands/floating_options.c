// Shared by the commands about floating bodies: options, the mesh, its mass and centre of mass.
#include "floating_options.h"

#include <stdarg.h>
#include <string.h>

int floating_parse(int argc, char **argv, struct cli_option *table,
                   struct floating_options *options) {
    const int status = cli_parse(options->command, argc, argv, table);
    options->com_given = cli_given(table, "com");
    options->up_given = cli_given(table, "up");
    options->axis_given = cli_given(table, "axis");
    if (status != 0 || hulls_read(&options->hulls, options->command) != 0) {
        hulls_free(&options->hulls);
        return CLI_BAD;
    }
    return 0;
}

int floating_answer_all(struct floating_options *options, struct listing *rows,
                        floating_answer *answer, void *context) {
    const struct hulls *hulls = &options->hulls;
    int worst = CLI_GOOD;
    rows->label = hulls_are_several(hulls) ? "mesh" : NULL;
    for (size_t i = 0; i < hulls->names.count && worst != CLI_BAD; ++i) {
        struct buoy_mesh *mesh;
        const size_t before = rows->count;
        options->mesh = hulls->names.items[i];
        int status = cli_open_mesh(options->mesh, &options->making, &mesh);
        if (status == 0) {
            status = answer(context, options, mesh, rows);
            buoy_mesh_destroy(mesh);
        }
        if (status == CLI_BAD && hulls->keep_going) {
            rows->count = before;
            status = CLI_FAILED;
        }
        worst = status > worst ? status : worst;
    }
    if (worst != CLI_BAD && listing_print(rows, (enum listing_format)options->format) != 0) {
        worst = CLI_BAD;
    }
    listing_free(rows);
    hulls_free(&options->hulls);
    return worst;
}

void floating_note(const struct floating_options *options, const char *format, ...) {
    char text[CLI_MOST_TEXT];
    const bool several = hulls_are_several(&options->hulls);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cli_note("%s: %s%s%s", options->command, several ? options->mesh : "", several ? ": " : "",
             text);
}

int floating_weigh(const struct floating_options *options, const struct buoy_mesh *mesh,
                   struct buoy_floating *body) {
    const double water = options->water_density;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    if ((options->mass > 0.0) == (options->density > 0.0)) {
        return cli_bad("%s: give one of --mass and --density", options->command);
    }
    if (!info.closed && !(options->mass > 0.0 && options->com_given)) {
        return cli_bad("%s: %s is not closed and so has no volume: give --mass and --com",
                       options->command, options->mesh);
    }
    const double mass = options->mass > 0.0 ? options->mass : options->density * info.volume;
    if (info.closed && mass > water * info.volume * (1.0 + 1e-6)) {
        return cli_bad("%s: %s sinks: it has %.9g kg, and displaces at most %.9g kg of water",
                       options->command, options->mesh, mass, water * info.volume);
    }
    *body = (struct buoy_floating){.mesh = mesh, .volume = mass / water};
    memcpy(body->centre_of_mass, options->com_given ? options->com : info.centroid,
           sizeof body->centre_of_mass);
    return 0;
}

int floating_check(const struct floating_options *options, const struct buoy_error *error) {
    if (error->status != BUOY_OK) {
        return cli_bad("%s: %s: %s", options->command, options->mesh, error->message);
    }
    if (!options->up_given) {
        cli_note_up(options->mesh, options->command, CLI_UP_OPTION);
    }
    return 0;
}
