// Meshes from the command line: loaded, mended as far as was asked for, and made.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "files.h"
#include "meshes/meshes.h"
#include "meshes/winding_volume.h"

struct buoy_mesh_input cli_mesh_input(const struct mesh_data *data, unsigned flags) {
    const bool repairs = flags & (BUOY_MESH_DROP_REPEATED | BUOY_MESH_CLOSE | BUOY_MESH_FILL);
    return (struct buoy_mesh_input){
        .positions64 = data->positions,
        .vertex_count = data->vertex_count,
        .indices = data->indices,
        .triangle_count = data->triangle_count,
        .flags = flags | BUOY_MESH_WELD | BUOY_MESH_KEEP_ALL,
        .weld_tolerance = repairs ? 0.0 : -1.0,
    };
}

// What the command line and the library call how meshes are made.
static const struct {
    unsigned flag;
    const char *option, *name;
} making_options[] = {
    {BUOY_MESH_ACCEPT_OPEN, "--open-ok", "BUOY_MESH_ACCEPT_OPEN"},
    {BUOY_MESH_REPAIR, "--repair", "BUOY_MESH_REPAIR"},
    {BUOY_MESH_ACCEPT_INSIDE_OUT, "--inside-out-ok", "BUOY_MESH_ACCEPT_INSIDE_OUT"},
    {BUOY_MESH_CLOSE, "--close", "BUOY_MESH_CLOSE"},
    {BUOY_MESH_FILL, "--fill", "BUOY_MESH_FILL"},
    {CLI_MESH_HULL, "--hull", NULL},
};
#define OPTION_COUNT (sizeof making_options / sizeof *making_options)

void cli_print_making(const struct cli_making *making, FILE *to) {
    for (size_t i = 0; i < OPTION_COUNT; ++i) {
        if (making->flags & making_options[i].flag) {
            fprintf(to, " %s", making_options[i].option);
        }
    }
    if (making->scale > 0.0) {
        fprintf(to, " --scale %.17g", making->scale);
    }
}

void cli_name_options(struct buoy_error *error) {
    for (size_t i = 0; i < OPTION_COUNT; ++i) {
        const char *option = making_options[i].option, *name = making_options[i].name;
        char *at = name ? strstr(error->message, name) : NULL;
        if (at) { // the option is shorter
            memmove(at + strlen(option), at + strlen(name), strlen(at + strlen(name)) + 1);
            memcpy(at, option, strlen(option));
        }
    }
}

static bool copy(const struct buoy_mesh *mesh, struct mesh_data *data) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    *data = (struct mesh_data){
        .positions = malloc(3 * info.vertex_count * sizeof *data->positions),
        .indices = malloc(3 * info.triangle_count * sizeof *data->indices),
        .vertex_count = info.vertex_count,
        .triangle_count = info.triangle_count,
    };
    if (!data->positions || !data->indices) {
        return false;
    }
    buoy_mesh_copy_out64(mesh, data->positions, data->indices, NULL);
    return true;
}

int cli_copy_mesh(const struct buoy_mesh *mesh, struct mesh_data *data) {
    return copy(mesh, data) ? 0 : cli_out_of_memory();
}

bool cli_wind(const struct buoy_mesh *mesh, struct winding_volume *winding) {
    struct buoy_closing closing;
    struct mesh_data data;
    buoy_mesh_get_closing(mesh, &closing, NULL);
    const bool enough = copy(mesh, &data) &&
                        winding_volume_find(data.positions, data.indices,
                                            data.triangle_count - closing.added_triangles, winding);
    mesh_data_free(&data);
    return enough;
}

// Says how a mesh's volume compares with that by winding numbers.
static int compare(const struct buoy_mesh *mesh, const struct winding_volume *winding, char *text) {
    struct buoy_mesh_info info;
    char enclosed[100];
    buoy_mesh_get_info(mesh, &info, NULL);
    winding_volume_print(winding, enclosed);
    return snprintf(text, CLI_MOST_TEXT, "volume %.6g, by winding numbers %s", info.volume,
                    enclosed);
}

// Says on stderr what closing has changed, so that nobody takes lids for measurements.
static bool tell_closing(const char *name, const struct buoy_mesh *mesh) {
    struct buoy_closing closing;
    struct buoy_mesh_info info;
    struct winding_volume winding;
    char text[CLI_MOST_TEXT];
    buoy_mesh_get_closing(mesh, &closing, NULL);
    buoy_mesh_get_info(mesh, &info, NULL);
    const size_t turned = closing.turned_triangles, dropped = closing.dropped_triangles;
    if (closing.loops == 0 && turned == 0 && dropped == 0) {
        return true; // it was closed
    }
    if (!cli_wind(mesh, &winding)) {
        return false;
    }
    compare(mesh, &winding, text);
    cli_note(
        "%s: closed %zu loop%s of %zu open edges, %.6g long: %zu triangles more, %.3g %% of the "
        "area, %.3g %% of the volume; turned %zu triangles, dropped %zu; %s",
        name, closing.loops, closing.loops == 1 ? "" : "s", closing.edges, closing.length,
        closing.added_triangles, 100.0 * closing.added_area / info.area,
        100.0 * closing.added_volume / info.volume, turned, dropped, text);
    return true;
}

// Says on stderr what filling has changed.
static void tell_filling(const char *name, const struct buoy_mesh *mesh) {
    struct buoy_closing closing;
    struct buoy_mesh_info info;
    buoy_mesh_get_closing(mesh, &closing, NULL);
    buoy_mesh_get_info(mesh, &info, NULL);
    if (closing.dropped_triangles > 0 || closing.loops > 0) {
        cli_note("%s: filled: dropped %zu triangles within, closed %zu rim%s by lids of %.3g %% of "
                 "the area; volume %.6g",
                 name, closing.dropped_triangles, closing.loops, closing.loops == 1 ? "" : "s",
                 100.0 * closing.added_area / info.area, info.volume);
    }
}

bool cli_unbounded(const struct buoy_mesh_info *info, char text[CLI_MOST_TEXT]) {
    const double most = 1e-3 * info->volume, doubt = info->inverted_doubt;
    if (!info->closed || info->inverted_volume + doubt <= most) {
        return false;
    }
    if (info->inverted_volume - doubt > most) {
        snprintf(text, CLI_MOST_TEXT,
                 "inside out in part: a volume of %.4g counts negatively, %.3g %% of the whole",
                 info->inverted_volume, 100.0 * info->inverted_volume / info->volume);
    } else if (isinf(doubt)) {
        snprintf(text, CLI_MOST_TEXT,
                 "the surface crosses itself so often that lobes that are inside out cannot be "
                 "excluded");
    } else {
        snprintf(text, CLI_MOST_TEXT,
                 "triangles lie within rounding of each other, and up to %.4g between them may be "
                 "inside out, %.3g %% of the whole",
                 info->inverted_volume + doubt,
                 100.0 * (info->inverted_volume + doubt) / info->volume);
    }
    return true;
}

// Says on stderr what else an answer should be read with: vertices that were not at one place, and
// volume that counts negatively.
static void tell_making(const char *name, const struct buoy_mesh *mesh, bool judged_later) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    if (info.merged_vertices > 0) {
        cli_note("%s: merged %zu vert%s up to %.2g apart", name, info.merged_vertices,
                 info.merged_vertices == 1 ? "ex" : "ices", info.merged_distance);
    }
    if (judged_later) {
        return;
    }
    char text[CLI_MOST_TEXT];
    if (cli_unbounded(&info, text)) {
        cli_note("%s: %s; answers have no error bounds", name, text);
    }
}

// Says on stderr how a hull's volume compares with what the triangles themselves enclose, if they
// can be closed.
static bool tell_hull(const char *name, const struct mesh_data *data,
                      const struct buoy_mesh *hull) {
    const struct buoy_mesh_input input = cli_mesh_input(data, BUOY_MESH_CLOSE);
    struct buoy_mesh *closed;
    struct winding_volume winding = {.volume = 0.0};
    char text[CLI_MOST_TEXT];
    bool enough = true;
    if (buoy_mesh_create(&input, &closed, NULL) == BUOY_OK) {
        enough = cli_wind(closed, &winding);
    }
    buoy_mesh_destroy(closed);
    if (enough) {
        compare(hull, &winding, text);
        cli_note("%s: convex hull: %s", name, text);
    }
    return enough;
}

static enum buoy_status make_hull(const struct mesh_data *data, struct buoy_mesh **mesh,
                                  struct buoy_error *error) {
    struct mesh_data hull;
    enum buoy_status status = mesh_data_hull(data, &hull, error);
    if (status == BUOY_OK) {
        struct buoy_mesh_input input = cli_mesh_input(&hull, BUOY_MESH_REPAIR | BUOY_MESH_CLOSE);
        input.spheres = cli_spheres();
        status = buoy_mesh_create(&input, mesh, error);
        mesh_data_free(&hull);
    }
    return status;
}

enum buoy_status cli_make_data(const char *name, const struct mesh_data *data, unsigned flags,
                               struct buoy_mesh **mesh, struct buoy_error *error) {
    const bool hull = flags & CLI_MESH_HULL, judged_later = flags & CLI_MESH_TO_BE_JUDGED;
    if (judged_later) {
        flags = (flags & ~CLI_MESH_TO_BE_JUDGED) | BUOY_MESH_ACCEPT_INSIDE_OUT;
    }
    struct buoy_mesh_input input = cli_mesh_input(data, flags);
    input.spheres = cli_spheres();
    *mesh = NULL;
    const enum buoy_status status =
        hull ? make_hull(data, mesh, error) : buoy_mesh_create(&input, mesh, error);
    bool enough = true;
    if (status == BUOY_OK && hull) {
        enough = tell_hull(name, data, *mesh);
    } else if (status == BUOY_OK && flags & BUOY_MESH_FILL) {
        tell_filling(name, *mesh);
    } else if (status == BUOY_OK && flags & BUOY_MESH_CLOSE) {
        enough = tell_closing(name, *mesh);
    }
    if (status == BUOY_OK && enough) {
        tell_making(name, *mesh, judged_later);
    }
    if (!enough) {
        buoy_mesh_destroy(*mesh);
        *mesh = NULL;
        *error = (struct buoy_error){BUOY_ERROR_MEMORY, "out of memory"};
        return BUOY_ERROR_MEMORY;
    }
    if (status != BUOY_OK) {
        cli_name_options(error);
    }
    return status;
}

int cli_make_mesh(const char *specification, const struct cli_making *making,
                  struct buoy_mesh **mesh, char text[CLI_MOST_TEXT]) {
    static const struct cli_making as_it_is;
    making = making ? making : &as_it_is;
    struct mesh_data data;
    struct buoy_error error;
    *mesh = NULL;
    if (mesh_data_load(specification, &data, &error) != BUOY_OK) {
        snprintf(text, CLI_MOST_TEXT, "%s", error.message);
        return CLI_BAD;
    }
    mesh_data_scale(&data, making->scale);
    if (making->factors) {
        mesh_data_stretch(&data, making->factors);
    }
    const enum buoy_status status =
        cli_make_data(specification, &data, making->flags, mesh, &error);
    mesh_data_free(&data);
    if (status != BUOY_OK) {
        snprintf(text, CLI_MOST_TEXT, "%s: %s", specification, error.message);
        return CLI_BAD;
    }
    return 0;
}

int cli_open_mesh(const char *specification, const struct cli_making *making,
                  struct buoy_mesh **mesh) {
    char text[CLI_MOST_TEXT];
    const int status = cli_make_mesh(specification, making, mesh, text);
    return status == 0 ? 0 : cli_bad("%s", text);
}

void cli_note_up(const char *specification, const char *command, const char *option) {
    const char *name = cli_mesh_name(specification), *dot = strrchr(name, '.');
    if (dot && (strcasecmp(dot, ".gltf") == 0 || strcasecmp(dot, ".glb") == 0)) {
        cli_note("%s: glTF files have y up, but %s takes z: add %s", specification, command,
                 option);
    }
}

const char *cli_mesh_name(const char *specification) {
    const bool is_builtin = strncmp(specification, "builtin:", strlen("builtin:")) == 0;
    return is_builtin ? specification : files_name(specification);
}
