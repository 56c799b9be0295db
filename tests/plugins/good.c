// A plug-in that does everything right: a kernel of each family, with plain and slow formulas in
// double, or with answers that are as wrong as they say they may be.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_plugin.h"

// ------------------------------------------------------------------------------- volume

struct hull {
    float *positions;
    uint32_t *indices;
    size_t triangles;
    double centre[3];
    enum buoy_status (*sample)(const struct buoy_water *water, struct buoy_surface *surface,
                               struct buoy_error *error);
};

static enum buoy_plugin_status make_hull(void *context, const struct buoy_plugin_hull *given,
                                         struct buoy_plugin_prepared *prepared) {
    (void)context;
    struct hull *hull = calloc(1, sizeof *hull);
    if (!hull) {
        return BUOY_PLUGIN_FAILED;
    }
    hull->positions = malloc(3 * given->vertex_count * sizeof *hull->positions);
    hull->indices = malloc(3 * given->triangle_count * sizeof *hull->indices);
    prepared->hull = hull;
    if (!hull->positions || !hull->indices) {
        return BUOY_PLUGIN_FAILED;
    }
    memcpy(hull->positions, given->positions, 3 * given->vertex_count * sizeof *hull->positions);
    memcpy(hull->indices, given->indices, 3 * given->triangle_count * sizeof *hull->indices);
    memcpy(hull->centre, given->info->centre, sizeof hull->centre);
    hull->triangles = given->triangle_count;
    hull->sample = given->sample;
    return BUOY_PLUGIN_READY;
}

static void free_hull(void *context, void *memory) {
    (void)context;
    struct hull *hull = memory;
    free(hull->positions);
    free(hull->indices);
    free(hull);
}

typedef double point[3];

static double dot(const point a, const point b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Adds six times the volume of the tetrahedron o a b c, and 24 times its first moment about o.
static void add_tetrahedron(const point a, const point b, const point c, double sums[4]) {
    const double det = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                       a[2] * (b[0] * c[1] - b[1] * c[0]);
    sums[0] += det;
    for (int i = 0; i < 3; ++i) {
        sums[i + 1] += det * (a[i] + b[i] + c[i]);
    }
}

// Adds the part of a triangle below the plane that heights are above, by Sutherland and Hodgman.
static void add_clipped(const point corners[3], const double heights[3], double sums[4]) {
    point kept[4];
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        if (heights[i] < 0.0) {
            memcpy(kept[count++], corners[i], sizeof(point));
        }
        if ((heights[i] < 0.0) != (heights[j] < 0.0)) {
            const double t = heights[i] / (heights[i] - heights[j]);
            for (int k = 0; k < 3; ++k) {
                kept[count][k] = corners[i][k] + t * (corners[j][k] - corners[i][k]);
            }
            ++count;
        }
    }
    for (int i = 2; i < count; ++i) {
        add_tetrahedron(kept[0], kept[i - 1], kept[i], sums);
    }
}

// With the origin of all tetrahedra on the water, below the hull's centre.
static void find_volume(const struct hull *hull, const struct buoy_plane *plane, double d,
                        struct buoy_volume *result) {
    const point n = {plane->normal[0], plane->normal[1], plane->normal[2]};
    const double length = sqrt(dot(n, n)), height = (dot(n, hull->centre) - d) / length;
    point origin;
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 3; ++i) {
        origin[i] = hull->centre[i] - height * n[i] / length;
    }
    for (size_t t = 0; t < hull->triangles; ++t) {
        point corners[3];
        double heights[3];
        for (int k = 0; k < 3; ++k) {
            const float *v = hull->positions + 3 * (size_t)hull->indices[3 * t + (size_t)k];
            for (int i = 0; i < 3; ++i) {
                corners[k][i] = (double)v[i] - origin[i];
            }
            heights[k] = dot(n, corners[k]) / length;
        }
        add_clipped((const point *)corners, heights, sums);
    }
    result->volume = sums[0] > 0.0 ? sums[0] / 6.0 : 0.0;
    for (int i = 0; i < 3; ++i) {
        result->centre[i] =
            sums[0] > 0.0 ? origin[i] + sums[i + 1] / (4.0 * sums[0]) : hull->centre[i];
    }
}

// False unless planes in float are those in double, rounded: others than this read no more.
static bool find_offset(const struct buoy_plane *planes, const struct buoy_plane64 *planes64,
                        size_t i, double *d) {
    *d = planes64 ? planes64[i].d : (double)planes[i].d;
    for (int k = 0; planes64 && k < 3; ++k) {
        if ((double)planes[i].normal[k] != planes64[i].normal[k]) {
            return false;
        }
    }
    return planes[i].d == (float)*d;
}

static int volume(void *context, void *hull, const struct buoy_volume_query *query,
                  struct buoy_volume *results) {
    (void)context;
    for (size_t i = 0; i < query->count; ++i) {
        double d;
        if (!find_offset(query->planes, query->planes64, i, &d)) {
            return 1;
        }
        find_volume(hull, &query->planes[i], d, &results[i]);
    }
    return 0;
}

// --------------------------------------------------------------------------------- others

// As sums over the cells of a grid; the kernel's context is their number along each axis.
static void find_box(int cells, const struct buoy_shape *box, const struct buoy_plane *plane,
                     struct buoy_volume *result) {
    const double hx = box->size[0], hy = box->size[1], hz = box->size[2];
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < cells * cells * cells; ++i) {
        const int cell[3] = {i % cells, i / cells % cells, i / cells / cells};
        const double x = hx * ((2.0 * cell[0] + 1.0) / cells - 1.0);
        const double y = hy * ((2.0 * cell[1] + 1.0) / cells - 1.0);
        const double z = hz * ((2.0 * cell[2] + 1.0) / cells - 1.0);
        if ((double)plane->normal[0] * x + (double)plane->normal[1] * y +
                (double)plane->normal[2] * z <
            (double)plane->d) {
            sums[0] += 1.0;
            sums[1] += x;
            sums[2] += y;
            sums[3] += z;
        }
    }
    result->volume = sums[0] * 8.0 * hx * hy * hz / (cells * cells * cells);
    for (int i = 0; i < 3; ++i) {
        result->centre[i] = sums[0] > 0.0 ? sums[i + 1] / sums[0] : 0.0;
    }
}

static int box(void *context, void *hull, const struct buoy_shapes_query *query,
               struct buoy_volume *results) {
    (void)hull;
    for (size_t i = 0; i < query->count; ++i) {
        find_box(*(const int *)context, &query->shapes[i], &query->planes[i], &results[i]);
    }
    return 0;
}

static void find_area(const struct buoy_polygon *polygon, const struct buoy_line *line,
                      struct buoy_area *result) {
    const double nx = line->normal[0], ny = line->normal[1], d = line->d,
                 square = nx * nx + ny * ny;
    const double ox = nx * d / square, oy = ny * d / square; // on the line
    double area = 0.0, mx = 0.0, my = 0.0;
    for (uint32_t i = 0; i < polygon->count; ++i) {
        const float *v = polygon->vertices + 2 * i;
        const float *w = polygon->vertices + 2 * ((i + 1) % polygon->count);
        double a[2] = {(double)v[0] - ox, (double)v[1] - oy};
        double b[2] = {(double)w[0] - ox, (double)w[1] - oy};
        const double ha = nx * a[0] + ny * a[1], hb = nx * b[0] + ny * b[1];
        if (ha >= 0.0 && hb >= 0.0) {
            continue;
        }
        for (int k = 0; k < 2 && (ha < 0.0) != (hb < 0.0); ++k) {
            const double cut = a[k] + ha / (ha - hb) * (b[k] - a[k]);
            *(ha < 0.0 ? &b[k] : &a[k]) = cut;
        }
        const double twice = a[0] * b[1] - a[1] * b[0];
        area += 0.5 * twice;
        mx += twice * (a[0] + b[0]) / 6.0;
        my += twice * (a[1] + b[1]) / 6.0;
    }
    *result = (struct buoy_area){
        fabs(area), {area != 0.0 ? ox + mx / area : 0.0, area != 0.0 ? oy + my / area : 0.0}};
}

static int polygon(void *context, void *hull, const struct buoy_polygon_query *query,
                   struct buoy_area *results) {
    (void)context, (void)hull;
    for (size_t i = 0; i < query->count; ++i) {
        find_area(&query->polygons[i], &query->lines[i], &results[i]);
    }
    return 0;
}

struct waves {
    size_t count;
    struct buoy_plugin_wave waves[];
};

static enum buoy_plugin_status make_waves(void *context, const struct buoy_plugin_hull *hull,
                                          struct buoy_plugin_prepared *prepared) {
    (void)context;
    const size_t bytes = hull->wave_count * sizeof(struct buoy_plugin_wave);
    struct waves *waves = malloc(sizeof *waves + bytes);
    if (!waves) {
        return BUOY_PLUGIN_FAILED;
    }
    waves->count = hull->wave_count;
    memcpy(waves->waves, hull->waves, bytes);
    prepared->hull = waves;
    return BUOY_PLUGIN_READY;
}

static int water(void *context, void *hull, double time, struct buoy_surface *query) {
    (void)context;
    const struct waves *waves = hull;
    for (size_t i = 0; i < query->count; ++i) {
        double sums[3] = {0.0, 0.0, 0.0};
        for (size_t k = 0; k < waves->count; ++k) {
            const struct buoy_plugin_wave *wave = &waves->waves[k];
            const double phase =
                wave->kx * query->x[i] + wave->ky * query->y[i] - wave->omega * time + wave->phase;
            sums[0] += wave->amplitude * sin(phase);
            sums[1] += wave->amplitude * wave->kx * cos(phase);
            sums[2] += wave->amplitude * wave->ky * cos(phase);
        }
        query->height[i] = (float)sums[0];
        if (query->slope_x) {
            query->slope_x[i] = (float)sums[1];
            query->slope_y[i] = (float)sums[2];
        }
    }
    return 0;
}

static int hydrostatics(void *context, void *hull, const struct buoy_hydrostatics_query *query,
                        struct buoy_hydrostatics *results) {
    (void)context;
    const struct hull *of = hull;
    for (size_t i = 0; i < query->count; ++i) {
        double d;
        if (!find_offset(query->planes, query->planes64, i, &d)) {
            return 1;
        }
        struct buoy_volume body;
        find_volume(of, &query->planes[i], d, &body);
        results[i] = (struct buoy_hydrostatics){.volume = body.volume};
        memcpy(results[i].centre, body.centre, sizeof body.centre);
        memcpy(results[i].waterplane_centroid, of->centre, sizeof of->centre);
    }
    return 0;
}

static void cross(const point a, const point b, point c) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[j] * b[k] - a[k] * b[j];
    }
}

// Buoyancy without drag.
static int forces(void *context, void *hull, const struct buoy_forces_query *query,
                  struct buoy_forces *results) {
    (void)context, (void)hull;
    for (size_t i = 0; i < query->count; ++i) {
        const struct buoy_submerged *wet = &query->submerged[i];
        point arm;
        results[i] = (struct buoy_forces){.drag = {{0.0}, {0.0}}};
        for (int k = 0; k < 3; ++k) {
            results[i].buoyancy.force[k] =
                query->density * query->gravity * wet->volume * query->waters[i].up[k];
            arm[k] = wet->centre[k] - query->motions[i].centre_of_mass[k];
        }
        cross(arm, results[i].buoyancy.force, results[i].buoyancy.torque);
    }
    return 0;
}

// Whether the water can be asked for is all that is tried.
static int pressure(void *context, void *memory, const struct buoy_pressure_query *query,
                    struct buoy_pressure *result) {
    (void)context;
    const struct hull *hull = memory;
    const double origin = 0.0;
    float height = 0.0f;
    struct buoy_surface surface = {.x = &origin, .y = &origin, .count = 1, .height = &height};
    *result = (struct buoy_pressure){.wetted_area = 0.0};
    return hull->sample(query->water, &surface, NULL) == BUOY_OK ? 0 : 1;
}

static const char *not_here(void *context) {
    (void)context;
    return "it needs a machine that was never built";
}

static void free_waves(void *context, void *hull) {
    (void)context;
    free(hull);
}

static int box_cells = 24;

static const struct buoy_plugin_kernel kernels[] = {
    {.family = "volume",
     .method = "plain",
     .isa = "double",
     .accuracy = {1e-9, 1e-9, 0.0},
     .make = make_hull,
     .release = free_hull,
     .volume = volume},
    {.family = "volume",
     .method = "plain",
     .isa = "elsewhere",
     .accuracy = {1e-9, 1e-9, 0.0},
     .why_not = not_here,
     .volume = volume},
    {.family = "hydrostatics",
     .method = "plain",
     .isa = "double",
     .accuracy = {1e-9, 1e-9, 1.0},
     .make = make_hull,
     .release = free_hull,
     .hydrostatics = hydrostatics},
    {.family = "pressure",
     .method = "plain",
     .isa = "double",
     .accuracy = {1.0, 1.0, 1.0},
     .make = make_hull,
     .release = free_hull,
     .pressure = pressure},
    {.family = "forces",
     .method = "plain",
     .isa = "double",
     .accuracy = {1.0, 1.0, 0.0},
     .forces = forces},
    {.family = "box",
     .method = "count",
     .isa = "double",
     .accuracy = {0.06, 0.6, 0.0},
     .context = &box_cells,
     .box = box},
    {.family = "polygon",
     .method = "plain",
     .isa = "double",
     .accuracy = {1e-9, 1e-7, 0.0},
     .polygon = polygon},
    {.family = "water",
     .method = "sines",
     .isa = "double",
     .accuracy = {1e-6, 1e-6, 0.0},
     .make = make_waves,
     .release = free_waves,
     .water = water},
};

BUOY_PLUGIN_DEFINE("the tests' good plug-in", kernels)
