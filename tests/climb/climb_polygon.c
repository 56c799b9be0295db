// Areas and centroids of polygons below lines; one variant per method: the others return its bits.
#include <math.h>
#include <string.h>

#include "climbers.h"
#include "dispatch/registry.h"
#include "exact_polygon.h"

#define MOST_VERTICES 12

// Fixed: how many vertices. Then theirs, then nx, ny, d.
static void start(struct rng *rng, struct climb_question *question) {
    const size_t count = 3 + rng_below(rng, rng_below(rng, 4) ? 6 : MOST_VERTICES - 2);
    const double turn = rng_between(rng, 0.0, 6.3), far = ldexp(1.0, (int)rng_below(rng, 24) - 12);
    const double thin = rng_below(rng, 2) ? 1.0 : ldexp(1.0, -(int)rng_below(rng, 40));
    const double x = rng_below(rng, 2) ? 0.0 : far * rng_between(rng, -1.0, 1.0);
    const double y = rng_below(rng, 2) ? 0.0 : far * rng_between(rng, -1.0, 1.0);
    const double size = rng_below(rng, 4) ? 1.0 : ldexp(1.0, (int)rng_below(rng, 44) - 22);
    const bool star = rng_below(rng, 3) == 0;
    double low = INFINITY, high = -INFINITY, n[3];
    rng_direction(rng, n);
    if (rng_below(rng, 4) == 0) {
        n[rng_below(rng, 2)] *= ldexp(1.0, -(int)rng_below(rng, 60));
    }
    question->fixed = question->count = 1;
    question->x[0] = (double)count;
    for (size_t v = 0; v < count; ++v) {
        const double angle =
            6.283185307179586 * ((double)v + rng_between(rng, 0.0, 0.9)) / (double)count;
        const double r = star ? rng_between(rng, 0.1, 1.0) : 1.0;
        const double a = r * cos(angle), b = thin * r * sin(angle);
        const double vx = x + size * (a * cos(turn) - b * sin(turn));
        const double vy = y + size * (a * sin(turn) + b * cos(turn));
        question->x[question->count++] = vx;
        question->x[question->count++] = vy;
        low = fmin(low, n[0] * vx + n[1] * vy);
        high = fmax(high, n[0] * vx + n[1] * vy);
    }
    double share = rng_between(rng, 0.02, 0.98);
    if (rng_below(rng, 4) == 0) {
        share = ldexp(share, -(int)rng_below(rng, 20)); // barely wet
    }
    question->x[question->count++] = n[0];
    question->x[question->count++] = n[1];
    question->x[question->count++] = low + share * (high - low);
}

struct asked {
    float vertices[2 * MOST_VERTICES];
    struct buoy_polygon polygon;
    struct buoy_line line;
};

// False if it may not be asked: not numbers that anyone has.
static bool read(const struct climb_question *question, struct asked *asked) {
    const size_t count = (size_t)question->x[0];
    const double *n = &question->x[1 + 2 * count];
    for (size_t i = 0; i < 2 * count; ++i) {
        asked->vertices[i] = (float)question->x[1 + i];
        if (!(fabs(question->x[1 + i]) < 1e12)) {
            return false;
        }
    }
    asked->polygon = (struct buoy_polygon){asked->vertices, (uint32_t)count};
    asked->line = (struct buoy_line){{(float)n[0], (float)n[1]}, (float)n[2]};
    const float largest = fmaxf(fabsf(asked->line.normal[0]), fabsf(asked->line.normal[1]));
    return largest > 0.0f && largest < 1e30f && fabsf(asked->line.d) < 1e30f;
}

// Centroids count unless the outline crosses itself so that its own lies outside the box or above
// the water.
static bool is_possible(const struct asked *asked, const struct buoy_area *truth) {
    struct buoy_polygon_info info;
    const double nx = asked->line.normal[0], ny = asked->line.normal[1], d = asked->line.d;
    buoy_polygon_get_info(&asked->polygon, &info, NULL);
    const double c[2] = {truth->centre[0], truth->centre[1]};
    for (int i = 0; i < 2; ++i) {
        if (!(c[i] >= info.minimum[i] && c[i] <= info.maximum[i])) {
            return false;
        }
    }
    return nx * truth->centre[0] + ny * truth->centre[1] <= d;
}

static struct climb_ratio judge_kernel(const struct buoy_kernel *kernel, const struct asked *asked,
                                       const struct buoy_area *truth) {
    const struct buoy_polygon_traits *traits = &kernel->method->polygon;
    const struct buoy_polygon_query query = {&asked->polygon, &asked->line, 1};
    struct climb_ratio ratio = {.ratio = NAN, .what = kernel->id};
    struct buoy_area got;
    if (buoy_polygon_with(kernel, &query, &got, NULL) == BUOY_OK) {
        const double x = got.centre[0] - truth->centre[0], y = got.centre[1] - truth->centre[1];
        ratio.ratio =
            fabs(got.area - truth->area) / traits->area_bound(&asked->polygon, &asked->line);
        if (truth->area > 0.0 && is_possible(asked, truth)) {
            ratio.ratio =
                fmax(ratio.ratio,
                     sqrt(x * x + y * y) / traits->centroid_bound(&asked->polygon, &asked->line));
        }
    }
    return ratio;
}

static struct climb_ratio judge(const struct climb_question *question) {
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    struct asked asked;
    if (!read(question, &asked)) {
        return worst;
    }
    struct buoy_area truth;
    buoy_exact_polygon(&asked.polygon, &asked.line, &truth);
    for (size_t i = 0; i < buoy_kernels_count; ++i) {
        const struct buoy_kernel *kernel = &buoy_kernels[i];
        if (strcmp(kernel->method->family, "polygon") == 0 && buoy_kernel_runs(kernel) &&
            (!kernel->deterministic || strcmp(kernel->isa, "scalar") == 0)) {
            const struct climb_ratio ratio = judge_kernel(kernel, &asked, &truth);
            worst = ratio.ratio <= worst.ratio ? worst : ratio;
        }
    }
    return worst;
}

static void print(const struct climb_question *question, FILE *file) {
    struct asked asked;
    if (read(question, &asked)) {
        fprintf(file, "%.9g,%.9g,%.9g", (double)asked.line.normal[0], (double)asked.line.normal[1],
                (double)asked.line.d);
        for (size_t i = 0; i < 2 * (size_t)asked.polygon.count; ++i) {
            fprintf(file, ",%.9g", (double)asked.vertices[i]);
        }
        fprintf(file, "\n");
    }
}

const struct climb_family climb_polygon = {
    .name = "polygon", .start = start, .judge = judge, .print = print};
