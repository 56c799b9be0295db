// The family `polygon`: polygons of up to eight vertices, each with a water line of its own, in
// place of a mesh.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "buoyancy_polygon.h"
#include "cli.h"
#include "dispatch/registry.h"
#include "errors.h"
#include "families.h"
#include "poses.h"
#include "random.h"
#include "truth.h"

enum {
    MOST_VERTICES = 8
};

struct content {
    // One per query.
    float (*vertices)[MOST_VERTICES][2];
    struct buoy_polygon *polygons;
    struct buoy_line *lines;
};

// ------------------------------------------------------------------------------- making

// A point of the unit circle at nearly a given share of the way around it. Computed without a sine,
// so that it is the same on every machine.
static void circle_point(double share, double point[2]) {
    const int quarter = (int)(4.0 * share) % 4;
    const double t = 4.0 * share - floor(4.0 * share), scale = 1.0 / (1.0 + t * t);
    const double x = (1.0 - t * t) * scale, y = 2.0 * t * scale;
    point[0] = quarter == 0 ? x : quarter == 1 ? -y : quarter == 2 ? -x : y;
    point[1] = quarter == 0 ? y : quarter == 1 ? x : quarter == 2 ? -y : -x;
}

// Sets the line so that a given share of the polygon's extent along the normal is below it.
static void set_line(const struct buoy_polygon *polygon, float nx, float ny, double share,
                     struct buoy_line *line) {
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (uint32_t i = 0; i < polygon->count; ++i) {
        const float *v = polygon->vertices + 2 * i;
        const double s = (double)nx * (double)v[0] + (double)ny * (double)v[1];
        low = s < low ? s : low;
        high = s > high ? s : high;
    }
    *line = (struct buoy_line){{nx, ny}, (float)(low + share * (high - low))};
}

// A convex polygon of 3 to 8 vertices on an ellipse near the origin.
static void make_random(uint64_t seed, size_t index, float (*vertices)[2],
                        struct buoy_polygon *polygon, struct buoy_line *line) {
    const struct pose pose = poses_at(seed, index);
    uint64_t state = seed + index;
    const double first = random_between(&state, 0.0, 1.0), width = random_between(&state, 0.3, 1.0);
    const double x = random_between(&state, -2.0, 2.0), y = random_between(&state, -2.0, 2.0);
    polygon->count = 3 + (uint32_t)(random_bits(&state) % (MOST_VERTICES - 2));
    for (uint32_t i = 0; i < polygon->count; ++i) {
        double point[2];
        circle_point((i + first) / polygon->count, point);
        vertices[i][0] = (float)(x + width * point[0]);
        vertices[i][1] = (float)(y + point[1]);
    }
    set_line(polygon, pose.nx, pose.ny, pose.share, line);
}

// Stars, squares and planks of 1:1000, rotated, and submerged by 1e-1 to 1e-6 of their height.
static void make_hard(uint64_t seed, size_t index, float (*vertices)[2],
                      struct buoy_polygon *polygon, struct buoy_line *line) {
    static const double shapes[3][MOST_VERTICES][2] = {
        {{1, 0}, {0.3, 0.3}, {0, 1}, {-0.3, 0.3}, {-1, 0}, {-0.3, -0.3}, {0, -1}, {0.3, -0.3}},
        {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
        {{-1, -1e-3}, {1, -1e-3}, {1, 1e-3}, {-1, 1e-3}},
    };
    static const double powers[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    uint64_t state = seed + index;
    const struct pose pose = poses_at(seed, index);
    double turn[2];
    circle_point(random_between(&state, 0.0, 1.0), turn);
    polygon->count = index % 3 == 0 ? 8 : 4;
    for (uint32_t i = 0; i < polygon->count; ++i) {
        const double *v = shapes[index % 3][i];
        vertices[i][0] = (float)(turn[0] * v[0] - turn[1] * v[1]);
        vertices[i][1] = (float)(turn[1] * v[0] + turn[0] * v[1]);
    }
    set_line(polygon, pose.nx, pose.ny, powers[index / 3 % 6], line);
}

static bool allocate(struct queries *queries) {
    const size_t call = queries->workload->per_call > 0 ? queries->workload->per_call : 1;
    struct content *content = calloc(1, sizeof *content);
    if (!content) {
        return false;
    }
    queries->content = content;
    queries->count = (queries->count + call - 1) / call * call + queries->workload->hard;
    queries->per_call = queries->workload->per_call > 0 ? call : queries->count;
    content->vertices = calloc(queries->count, sizeof *content->vertices);
    content->polygons = calloc(queries->count, sizeof *content->polygons);
    content->lines = calloc(queries->count, sizeof *content->lines);
    return content->vertices && content->polygons && content->lines;
}

static int make(struct queries *queries) {
    if (!allocate(queries)) {
        return cli_out_of_memory();
    }
    struct content *content = queries->content;
    const size_t random = queries->count - queries->workload->hard;
    for (size_t i = 0; i < queries->count; ++i) {
        float(*vertices)[2] = content->vertices[i];
        content->polygons[i].vertices = vertices[0];
        if (i < random) {
            make_random(queries->seed, i, vertices, &content->polygons[i], &content->lines[i]);
        } else {
            make_hard(queries->seed, i - random, vertices, &content->polygons[i],
                      &content->lines[i]);
        }
    }
    return 0;
}

static void free_content(struct queries *queries) {
    struct content *content = queries->content;
    if (content) {
        free(content->vertices);
        free(content->polygons);
        free(content->lines);
        free(content);
    }
}

// ------------------------------------------------------------------------------- asking

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct content *content = queries->content;
    struct buoy_area *areas = answers;
    struct buoy_polygon_query query = {.count = queries->per_call};
    (void)scratch;
    for (size_t i = begin; i < end; i += query.count) {
        query.polygons = &content->polygons[i];
        query.lines = &content->lines[i];
        kernel->polygon(&query, &areas[i]);
    }
}

// ------------------------------------------------------------------------------ judging

static int find_truth(const struct queries *queries, void *truth) {
    const struct content *content = queries->content;
    return truth_find_areas(content->polygons, content->lines, queries->count, truth);
}

static struct buoy_volume as_volume(const struct buoy_area *area) {
    return (struct buoy_volume){area->area, {area->centre[0], area->centre[1], 0.0}};
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct content *content = queries->content;
    struct buoy_polygon_info info = {.area = 0.0};
    buoy_polygon_get_info(&content->polygons[index], &info, NULL);
    const struct buoy_volume expected = as_volume(truth), got = as_volume(answer);
    return errors_of_volume(fabs(info.area), info.diagonal, &expected, &got);
}

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    const struct content *content = queries->content;
    const struct buoy_polygon_traits *traits = &kernel->method->polygon;
    const struct buoy_polygon *polygon = &content->polygons[index];
    const struct buoy_line *line = &content->lines[index];
    struct buoy_polygon_info info = {.area = 0.0};
    buoy_polygon_get_info(polygon, &info, NULL);
    return (struct family_bounds){
        .of_total = traits->area_bound(polygon, line) / fabs(info.area),
        .centroid = traits->centroid_bound(polygon, line) / info.diagonal,
    };
}

// ----------------------------------------------------------------------------- in words

static void summarise(const struct queries *queries, char *text, size_t size) {
    snprintf(text, size, "random, of 3 to 8 vertices, %zu a call", queries->per_call);
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct buoy_line *line = &content->lines[index];
    snprintf(text, size, "polygon %zu of %u vertices from (%.9g,%.9g), line (%.9g,%.9g,%.9g)",
             index, (unsigned)content->polygons[index].count,
             (double)content->vertices[index][0][0], (double)content->vertices[index][0][1],
             (double)line->normal[0], (double)line->normal[1], (double)line->d);
}

static bool eval_input(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct buoy_line *line = &content->lines[index];
    size_t length = (size_t)snprintf(text, size, "%.9g,%.9g,%.9g", (double)line->normal[0],
                                     (double)line->normal[1], (double)line->d);
    for (uint32_t i = 0; i < content->polygons[index].count && length < size; ++i) {
        const float *vertex = content->vertices[index][i];
        length += (size_t)snprintf(text + length, size - length, ",%.9g,%.9g", (double)vertex[0],
                                   (double)vertex[1]);
    }
    if (length < size) {
        snprintf(text + length, size - length, "\\n");
    }
    return true;
}

static const struct workload workloads[] = {
    {.name = WORKLOAD_HOT, .how = "64 per call", .most_default = SIZE_MAX, .per_call = 64},
};

static const char *const fields[] = {"area", "cx", "cy"};

static const struct family_headings headings = {"|ΔA|/A_total", "|ΔA|/A", "|Δc|/diagonal",
                                                "A/A_total"};

static const char snippet[] =
    "const struct buoy_kernel *k = buoy_kernel_find(\"%s\");\n"
    "struct buoy_polygon_query q = {.polygons = polygons, .lines = lines, .count = n};\n"
    "enum buoy_status status = buoy_polygon_with(k, &q, results, &error);\n";

const struct family family_polygon = {
    .name = "polygon",
    .place = "polygons",
    .automatic = "buoy_polygon_compute",
    .headings = &headings,
    .baseline = "polygon/clip/scalar",
    .one = "polygon",
    .many = "polygons",
    .snippet = snippet,
    .plain =
        "enum buoy_status status = buoy_polygon_compute(polygons, lines, n, results, &error);\n",
    .workload_count = sizeof workloads / sizeof workloads[0],
    .workloads = workloads,
    .answer_bytes = sizeof(struct buoy_area),
    .fields = fields,
    .make = make,
    .free = free_content,
    .scratch_bytes = families_no_scratch,
    .ask = ask,
    .find_truth = find_truth,
    .errors = find_errors,
    .bounds = find_bounds,
    .triangles = families_no_triangles,
    .examined = families_none_examined,
    .summarise = summarise,
    .describe = describe,
    .eval_option = "--input",
    .eval_input = eval_input,
};
