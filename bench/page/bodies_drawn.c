// Bodies in a picture.
#include "bodies_drawn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "scratch.h"
#include "turning.h"

unsigned bodies_colour(size_t body) {
    static const unsigned colours[] = {0xe8983a, 0x6aa84f, 0xb3628f, 0xd1594b, 0x8e7cc3, 0xc9b04a};
    return colours[body % (sizeof colours / sizeof colours[0])];
}

// A body at a moment.
struct hull_drawn {
    const struct scene_hull *hull;
    double *world;  // x,y,z of each vertex
    double *across; // x, then y, of each vertex
    float *heights; // above the water, first of the water
    unsigned colour;
};

// ------------------------------------------------------------------------------- triangles

// Light comes from above, over the viewer's left shoulder.
static unsigned shade(const struct camera *camera, const double normal[3], unsigned colour) {
    double light[3];
    for (int i = 0; i < 3; ++i) {
        light[i] = 0.45 * camera->toward[i] - 0.35 * camera->right[i] + (i == 2 ? 0.75 : 0.0);
    }
    const double share =
        buoy_dot(normal, light) / (buoy_length(normal) * buoy_length(light) + 1e-300);
    return patches_shade(colour, 0.62 + 0.42 * share);
}

// The part of a triangle on one side of the water; side: 1 above, −1 below.
static void add_side(const double *const x[3], const double s[3], double side, unsigned colour,
                     const struct camera *camera, struct patches *patches) {
    double kept[3 * PATCH_CORNERS];
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        const int next = (i + 1) % 3;
        const double here = side * s[i], there = side * s[next];
        if (here >= 0.0) {
            memcpy(kept + 3 * (size_t)count++, x[i], 3 * sizeof *kept);
        }
        if ((here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0)) {
            const double t = here / (here - there);
            for (int k = 0; k < 3; ++k) {
                kept[3 * (size_t)count + (size_t)k] = x[i][k] + t * (x[next][k] - x[i][k]);
            }
            ++count;
        }
    }
    if (count >= 3) {
        patches_add(patches, camera, kept, count, colour);
    }
}

static void add_triangle(const struct hull_drawn *body, size_t triangle,
                         const struct camera *camera, struct bodies_drawn *drawn) {
    const double *x[3];
    double s[3], sides[2][3], normal[3];
    for (int i = 0; i < 3; ++i) {
        const uint32_t vertex = body->hull->indices[3 * triangle + (size_t)i];
        x[i] = body->world + 3 * (size_t)vertex;
        s[i] = (double)body->heights[vertex];
    }
    for (int i = 0; i < 3; ++i) {
        sides[0][i] = x[1][i] - x[0][i];
        sides[1][i] = x[2][i] - x[0][i];
    }
    buoy_cross_product(sides[0], sides[1], normal);
    if (buoy_dot(normal, camera->toward) <= 0.0) {
        return; // seen from behind
    }
    const unsigned colour = shade(camera, normal, body->colour);
    if (s[0] > 0.0 || s[1] > 0.0 || s[2] > 0.0) {
        add_side(x, s, 1.0, colour, camera, &drawn->above);
    }
    if (s[0] < 0.0 || s[1] < 0.0 || s[2] < 0.0) {
        add_side(x, s, -1.0, colour, camera, &drawn->below);
    }
}

// ------------------------------------------------------------------------------- waterline

static bool make_room(struct bodies_drawn *drawn, size_t more) {
    const size_t count = drawn->segment_count + more;
    double *segments = realloc(drawn->segments, (6 * count + 1) * sizeof *segments);
    drawn->segments = segments ? segments : drawn->segments;
    drawn->failed = drawn->failed || !segments;
    return segments;
}

// By the library, as forces see it.
static void add_waterline(const struct film *film, size_t moment, size_t body,
                          struct bodies_drawn *drawn) {
    const struct scene_hull *hull = scene_hulls_of(film->hulls, film->scene, body);
    const struct buoy_water water = film_water(film, moment);
    struct buoy_pressure_query query = buoy_pressure_query_default();
    struct buoy_waterline line = buoy_waterline_default();
    struct buoy_pressure pressure;
    struct buoy_mesh_info info;
    struct scratch scratch;
    double turn[9];
    buoy_mesh_get_info(hull->mesh, &info, NULL);
    query.mesh = hull->mesh;
    query.water = &water;
    film_pose(film, moment, body, turn, query.pose.position);
    memcpy(query.pose.rotation, recording_at(film->recording, moment, body)->rotation,
           sizeof query.pose.rotation);
    if (scratch_make(buoy_pressure_scratch_bytes(hull->mesh, NULL), &scratch) != 0 ||
        !make_room(drawn, info.triangle_count)) {
        drawn->failed = true;
    } else {
        query.scratch = scratch.memory;
        query.scratch_bytes = scratch.bytes;
        line.points = drawn->segments + 6 * drawn->segment_count;
        line.capacity = info.triangle_count;
        if (buoy_pressure_compute(&query, &line, &pressure, NULL) == BUOY_OK) {
            drawn->segment_count += line.count < line.capacity ? line.count : line.capacity;
        }
    }
    scratch_free(&scratch);
}

void bodies_put_waterline(const struct bodies_drawn *drawn, const struct camera *camera,
                          bool facing, FILE *to) {
    bool begun = false;
    for (size_t i = 0; i < drawn->segment_count; ++i) {
        const double *p = drawn->segments + 6 * i, *q = p + 3;
        // The body is on the left of a segment.
        const double outward =
            (q[1] - p[1]) * camera->toward[0] - (q[0] - p[0]) * camera->toward[1];
        double from[2], till[2];
        camera_see(camera, p, from);
        camera_see(camera, q, till);
        if ((outward > 0.0) != facing || fabs(from[0] - till[0]) + fabs(from[1] - till[1]) < 0.05) {
            continue;
        }
        fprintf(to, "%sM%.1f,%.1f %.1f,%.1f", begun ? "" : "<path class=\"w\" d=\"", from[0],
                from[1], till[0], till[1]);
        begun = true;
    }
    fputs(begun ? "\"/>\n" : "", to);
}

// ----------------------------------------------------------------------------------- whole

// Heights above the water of all vertices.
static bool place_vertices(const struct film *film, size_t moment, size_t body,
                           struct hull_drawn *placed) {
    const struct scene_hull *hull = placed->hull;
    double turn[9], place[3];
    film_pose(film, moment, body, turn, place);
    for (size_t i = 0; i < hull->vertex_count; ++i) {
        turning_move(turn, place, hull->positions + 3 * i, placed->world + 3 * i);
        placed->across[i] = placed->world[3 * i];
        placed->across[hull->vertex_count + i] = placed->world[3 * i + 1];
    }
    if (!film_heights(film, moment, placed->across, placed->across + hull->vertex_count,
                      hull->vertex_count, placed->heights)) {
        return false;
    }
    for (size_t i = 0; i < hull->vertex_count; ++i) {
        placed->heights[i] = (float)(placed->world[3 * i + 2] - (double)placed->heights[i]);
    }
    return true;
}

static void draw_body(const struct film *film, size_t moment, size_t body,
                      const struct camera *camera, struct bodies_drawn *drawn) {
    const struct scene_hull *hull = scene_hulls_of(film->hulls, film->scene, body);
    struct hull_drawn placed = {
        .hull = hull,
        .world = malloc(hull->vertex_count * 3 * sizeof(double)),
        .across = malloc(hull->vertex_count * 2 * sizeof(double)),
        .heights = malloc(hull->vertex_count * sizeof(float)),
        .colour = bodies_colour(body),
    };
    if (!placed.world || !placed.across || !placed.heights) {
        drawn->failed = true;
    } else if (place_vertices(film, moment, body, &placed)) {
        for (size_t i = 0; i < hull->triangle_count; ++i) {
            add_triangle(&placed, i, camera, drawn);
        }
        add_waterline(film, moment, body, drawn);
    }
    free(placed.world);
    free(placed.across);
    free(placed.heights);
}

void bodies_draw(const struct film *film, size_t moment, const struct camera *camera,
                 struct bodies_drawn *drawn) {
    *drawn = (struct bodies_drawn){.segments = NULL};
    for (size_t i = 0; i < film->shown && !drawn->failed; ++i) {
        draw_body(film, moment, i, camera, drawn);
    }
    drawn->failed = drawn->failed || drawn->above.failed || drawn->below.failed;
}

void bodies_drawn_free(struct bodies_drawn *drawn) {
    patches_free(&drawn->above);
    patches_free(&drawn->below);
    free(drawn->segments);
    *drawn = (struct bodies_drawn){.segments = NULL};
}
