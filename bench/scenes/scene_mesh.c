// Meshes of scenes: named, or written out in the scene itself.
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "meshes/meshes.h"
#include "scene_parts.h"

// The most vertices, corners of a face, and faces that a scene writes out.
#define MOST 65536

bool scene_mesh_is_there(const struct json_at *part) {
    static const struct json_member keys[] = {SCENE_MESH_KEYS};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
        if (json_object_get(part->value, keys[i].key)) {
            return true;
        }
    }
    return false;
}

// -------------------------------------------------------------------------------- by name

static int open_named(const struct json_at *name, const char *scene,
                      const struct cli_making *making, struct buoy_mesh **mesh) {
    if (!json_is_string(name->value)) {
        return json_at_bad(name, "is not a string");
    }
    char text[CLI_MOST_TEXT];
    // The name of a file beside the scene; NULL if out of memory.
    const char *specification = json_string_value(name->value);
    const bool elsewhere = strncmp(specification, "builtin:", strlen("builtin:")) == 0 ||
                           files_is_absolute(specification);
    const size_t length = elsewhere ? 0 : (size_t)(files_name(scene) - scene);
    char *path = malloc(length + strlen(specification) + 1);
    if (path) {
        memcpy(path, scene, length);
        memcpy(path + length, specification, strlen(specification) + 1);
    }
    if (!path) {
        return cli_out_of_memory();
    }
    const int status = cli_make_mesh(path, making, mesh, text);
    free(path);
    return status == 0 ? 0 : json_at_bad(name, ": %s", text);
}

// ---------------------------------------------------------------------------- written out

struct outline {
    double *positions;
    uint32_t *corners, *sizes;
    size_t vertex_count, count;
};

static int make(const struct json_at *at, const struct outline *outline,
                const struct cli_making *making, struct buoy_mesh **mesh) {
    const struct mesh_polygons polygons = {
        .positions = outline->positions,
        .vertex_count = outline->vertex_count,
        .corners = outline->corners,
        .sizes = outline->sizes,
        .count = outline->count,
    };
    struct mesh_data data;
    struct buoy_error error;
    if (mesh_data_of_polygons(&polygons, &data, &error) != BUOY_OK) {
        return error.status == BUOY_ERROR_MEMORY ? cli_out_of_memory()
                                                 : json_at_bad(at, ": %s", error.message);
    }
    mesh_data_stretch(&data, making->factors);
    const enum buoy_status status =
        cli_make_data("a mesh of the scene", &data, making->flags, mesh, &error);
    mesh_data_free(&data);
    return status == BUOY_OK             ? 0
           : status == BUOY_ERROR_MEMORY ? cli_out_of_memory()
                                         : json_at_bad(at, ": %s", error.message);
}

static int count_elements(const struct json_at *array, size_t least, size_t *count) {
    if (json_check_array(array) != 0) {
        return CLI_BAD;
    }
    *count = json_array_size(array->value);
    return *count >= least && *count <= MOST
               ? 0
               : json_at_bad(array, "has %zu elements, not %zu to %d", *count, least, MOST);
}

// An array of points of `size` numbers, to memory for `room` numbers each.
static int read_points(const struct json_at *array, size_t size, size_t room, size_t *count,
                       double **points) {
    if (count_elements(array, 3, count) != 0) {
        return CLI_BAD;
    }
    *points = calloc(*count * room, sizeof **points);
    if (!*points) {
        return cli_out_of_memory();
    }
    int status = 0;
    for (size_t i = 0; i < *count && status == 0; ++i) {
        const struct json_at point = json_at_element(array, i);
        status = json_read_reals(&point, size, (double)FLT_MAX, *points + room * i);
    }
    return status;
}

static int read_face(const struct json_at *face, size_t vertices, uint32_t *corners) {
    int status = 0;
    for (size_t k = 0; k < json_array_size(face->value) && status == 0; ++k) {
        const struct json_at corner = json_at_element(face, k);
        status = json_read_count(&corner, 0, (uint32_t)vertices - 1, &corners[k]);
    }
    return status;
}

static int read_faces(const struct json_at *array, struct outline *outline) {
    size_t total = 0, begun = 0;
    if (count_elements(array, 1, &outline->count) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < outline->count; ++i) {
        const struct json_at face = json_at_element(array, i);
        size_t corners;
        if (count_elements(&face, 3, &corners) != 0) {
            return CLI_BAD;
        }
        total += corners;
    }
    outline->sizes = malloc(outline->count * sizeof *outline->sizes);
    outline->corners = malloc(total * sizeof *outline->corners);
    if (!outline->sizes || !outline->corners) {
        return cli_out_of_memory();
    }
    int status = 0;
    for (size_t i = 0; i < outline->count && status == 0; ++i) {
        const struct json_at face = json_at_element(array, i);
        outline->sizes[i] = (uint32_t)json_array_size(face.value);
        status = read_face(&face, outline->vertex_count, outline->corners + begun);
        begun += outline->sizes[i];
    }
    return status;
}

// An outline's points, each twice: at y = −half and at y = +half.
static int read_outline(const struct json_at *array, double half, struct outline *outline) {
    size_t count = 0;
    const int status = read_points(array, 2, 6, &count, &outline->positions);
    outline->vertex_count = 2 * count;
    for (size_t i = 0; i < count && status == 0; ++i) {
        double *p = outline->positions + 6 * i;
        const double ends[6] = {p[0], -half, p[1], p[0], half, p[1]};
        memcpy(p, ends, sizeof ends);
    }
    return status;
}

// Twice the area of the outline, positive if it runs counter-clockwise with x to the right and z
// upwards.
static double outline_area(const struct outline *outline) {
    const size_t count = outline->vertex_count / 2;
    double area = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const double *p = outline->positions + 6 * i;
        const double *q = outline->positions + 6 * ((i + 1) % count);
        area += p[0] * q[2] - p[2] * q[0];
    }
    return area;
}

// Both ends and the sides. Outlines may run either way.
static int connect(struct outline *outline) {
    const uint32_t count = (uint32_t)(outline->vertex_count / 2);
    const bool left = outline_area(outline) > 0.0;
    outline->count = count + 2;
    outline->sizes = malloc(outline->count * sizeof *outline->sizes);
    outline->corners = malloc((size_t)6 * count * sizeof *outline->corners);
    if (!outline->sizes || !outline->corners) {
        return cli_out_of_memory();
    }
    outline->sizes[0] = outline->sizes[1] = count;
    uint32_t *corner = outline->corners + 2 * (size_t)count;
    for (uint32_t i = 0; i < count; ++i) {
        // The end at y = −half is seen with x to the right.
        const uint32_t at = left ? i : count - 1 - i;
        outline->corners[i] = 2 * at;
        outline->corners[2 * count - 1 - i] = 2 * at + 1;
        const uint32_t next = 2 * ((i + 1) % count), here = 2 * i;
        const uint32_t side[4] = {left ? next : here, left ? here : next, (left ? here : next) + 1,
                                  (left ? next : here) + 1};
        memcpy(corner, side, sizeof side);
        corner += 4;
        outline->sizes[2 + i] = 4;
    }
    return 0;
}

// ---------------------------------------------------------------------------------- whole

// What a part must have beside what names its kind of mesh, and what it must not have.
static int check_keys(const struct json_at *part) {
    static const struct {
        const char *key, *with;
    } pairs[] = {
        {"vertices", "faces"}, {"faces", "vertices"}, {"prism", "width"}, {"width", "prism"}};
    const struct json_at named = json_at_member(part, "mesh");
    int kinds = named.value ? 1 : 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        const struct json_at one = json_at_member(part, pairs[i].key);
        const struct json_at other = json_at_member(part, pairs[i].with);
        if (one.value && !other.value) {
            return json_at_bad(&other, "is missing");
        }
        kinds += one.value && i % 2 == 0;
    }
    return kinds == 1 ? 0 : json_at_bad(part, "has more than one mesh");
}

// "scale": a factor above 0 for each axis; "fill": as --fill.
static int read_making(const struct json_at *part, double factors[3], struct cli_making *making) {
    const struct json_at scale = json_at_member(part, "scale"), fill = json_at_member(part, "fill");
    bool filled = false;
    if ((scale.value && json_read_reals(&scale, 3, 1e12, factors) != 0) ||
        (fill.value && json_read_flag(&fill, &filled) != 0)) {
        return CLI_BAD;
    }
    making->flags |= filled ? BUOY_MESH_FILL : 0u;
    return factors[0] > 0.0 && factors[1] > 0.0 && factors[2] > 0.0
               ? 0
               : json_at_bad(&scale, "has a factor that is not above 0");
}

int scene_mesh_read(const struct json_at *part, const char *path, unsigned flags,
                    struct buoy_mesh **mesh) {
    *mesh = NULL;
    const struct json_at named = json_at_member(part, "mesh");
    const struct json_at prism = json_at_member(part, "prism");
    struct outline outline = {0};
    double width = 0.0, factors[3] = {1.0, 1.0, 1.0};
    struct cli_making making = {.flags = flags, .factors = factors};
    if (check_keys(part) != 0 || read_making(part, factors, &making) != 0) {
        return CLI_BAD;
    }
    if (named.value) {
        return open_named(&named, path, &making, mesh);
    }
    const struct json_at vertices = json_at_member(part, "vertices");
    const struct json_at faces = json_at_member(part, "faces");
    const struct json_at across = json_at_member(part, "width");
    int status;
    if (prism.value) {
        status = json_read_real(&across, 1e-6, 1e12, &width) != 0 ||
                         read_outline(&prism, 0.5 * width, &outline) != 0
                     ? CLI_BAD
                     : connect(&outline);
    } else {
        status = read_points(&vertices, 3, 3, &outline.vertex_count, &outline.positions) != 0
                     ? CLI_BAD
                     : read_faces(&faces, &outline);
    }
    if (status == 0) {
        status = make(prism.value ? &prism : &faces, &outline, &making, mesh);
    }
    free(outline.positions);
    free(outline.corners);
    free(outline.sizes);
    return status;
}
