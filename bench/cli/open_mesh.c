// Meshes from the command line: loaded, mended as far as was asked for, and made.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "meshes/meshes.h"

struct buoy_mesh_input cli_mesh_input(const struct mesh_data *data, unsigned flags) {
    return (struct buoy_mesh_input){
        .positions = data->positions,
        .vertex_count = data->vertex_count,
        .indices = data->indices,
        .triangle_count = data->triangle_count,
        .flags = flags | BUOY_MESH_WELD,
    };
}

void cli_describe_closing(const struct buoy_mesh *mesh, char text[CLI_MOST_TEXT]) {
    struct buoy_closing closing;
    struct buoy_mesh_info info;
    buoy_mesh_get_closing(mesh, &closing, NULL);
    buoy_mesh_get_info(mesh, &info, NULL);
    const size_t turned = closing.turned_triangles, dropped = closing.dropped_triangles;
    *text = '\0';
    if (closing.loops > 0) {
        snprintf(text, CLI_MOST_TEXT,
                 "closed %zu loop%s of %zu open edges, %.6g long: %zu triangles more, %.3g %% of "
                 "the area, %.3g %% of the volume",
                 closing.loops, closing.loops == 1 ? "" : "s", closing.edges, closing.length,
                 closing.added_triangles, 100.0 * closing.added_area / info.area,
                 100.0 * closing.added_volume / info.volume);
    } else if (turned > 0 || dropped > 0 || closing.inverted_volume > 0.0) {
        snprintf(text, CLI_MOST_TEXT, "there was no loop of open edges to close");
    } else {
        return;
    }
    const size_t used = strlen(text);
    snprintf(text + used, CLI_MOST_TEXT - used,
             "; turned %zu triangles, dropped %zu; %.3g %% of the volume is inside out", turned,
             dropped, 100.0 * closing.inverted_volume / info.volume);
}

// Says on stderr what closing has changed, so that nobody takes a guess for a measurement.
static void tell_closing(const char *specification, const struct buoy_mesh *mesh) {
    char text[CLI_MOST_TEXT];
    cli_describe_closing(mesh, text);
    if (*text) {
        cli_note("%s: %s", specification, text);
    }
}

enum buoy_status cli_make_data(const char *name, const struct mesh_data *data, unsigned flags,
                               struct buoy_mesh **mesh, struct buoy_error *error) {
    struct buoy_mesh_input input = cli_mesh_input(data, flags);
    input.spheres = CLI_SPHERES;
    const enum buoy_status status = buoy_mesh_create(&input, mesh, error);
    if (status == BUOY_OK && flags & BUOY_MESH_CLOSE) {
        tell_closing(name, *mesh);
    }
    return status;
}

int cli_make_mesh(const char *specification, unsigned flags, struct buoy_mesh **mesh,
                  char text[CLI_MOST_TEXT]) {
    struct mesh_data data;
    struct buoy_error error;
    *mesh = NULL;
    if (mesh_data_load(specification, &data, &error) != BUOY_OK) {
        snprintf(text, CLI_MOST_TEXT, "%s", error.message);
        return CLI_BAD;
    }
    const enum buoy_status status = cli_make_data(specification, &data, flags, mesh, &error);
    mesh_data_free(&data);
    if (status != BUOY_OK) {
        snprintf(text, CLI_MOST_TEXT, "%s: %s; see 'buoybench mesh %s'", specification,
                 error.message, specification);
        return CLI_BAD;
    }
    return 0;
}

int cli_open_mesh(const char *specification, unsigned flags, struct buoy_mesh **mesh) {
    char text[CLI_MOST_TEXT];
    const int status = cli_make_mesh(specification, flags, mesh, text);
    return status == 0 ? 0 : cli_bad("%s", text);
}

const char *cli_mesh_name(const char *specification) {
    const char *slash = strrchr(specification, '/');
    if (!slash || strncmp(specification, "builtin:", strlen("builtin:")) == 0) {
        return specification;
    }
    return slash + 1;
}
