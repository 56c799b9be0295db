// Polygons for queries, and querying.
#include "outline.h"

#include <float.h>

#include "dispatch/registry.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

struct buoy_polygon outline_polygon(const struct outline *outline) {
    return (struct buoy_polygon){outline->vertices, outline->count};
}

struct outline outline_of(const char *name, const double *vertices, uint32_t count) {
    struct outline outline = {.name = name, .count = count};
    for (size_t i = 0; i < 2 * (size_t)count; ++i) {
        outline.vertices[i] = (float)vertices[i];
    }
    return outline;
}

struct outline outline_rectangle(double width, double height) {
    const double x = 0.5 * width, y = 0.5 * height;
    return outline_of("rectangle", (const double[]){-x, -y, x, -y, x, y, -x, y}, 4);
}

struct outline outline_star(uint32_t tips, double inside) {
    struct outline outline = {.name = "star", .count = 2 * tips};
    for (uint32_t i = 0; i < outline.count; ++i) {
        const double angle = pi * i / tips, r = i % 2 ? inside : 1.0;
        outline.vertices[2 * i] = (float)(r * cos(angle));
        outline.vertices[2 * i + 1] = (float)(r * sin(angle));
    }
    return outline;
}

struct outline outline_regular(uint32_t count) {
    struct outline outline = {.name = "regular", .count = count};
    for (uint32_t i = 0; i < count; ++i) {
        const double angle = 2.0 * pi * i / count;
        outline.vertices[2 * i] = (float)cos(angle);
        outline.vertices[2 * i + 1] = (float)sin(angle);
    }
    return outline;
}

struct outline outline_u(double wall) {
    const double w = 1.0 - wall;
    return outline_of("u", (const double[]){-1, -1, 1, -1, 1, 1, w, 1, w, -w, -w, -w, -w, 1, -1, 1},
                      8);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct outline outline_convex(struct rng *rng, uint32_t count) {
    struct outline outline = {.name = "convex", .count = count};
    double angles[outline_most];
    for (uint32_t i = 0; i < count; ++i) {
        angles[i] = rng_between(rng, 0.0, 2.0 * pi);
    }
    qsort(angles, count, sizeof *angles, compare);
    for (uint32_t i = 0; i < count; ++i) {
        outline.vertices[2 * i] = (float)cos(angles[i]);
        outline.vertices[2 * i + 1] = (float)sin(angles[i]);
    }
    return outline;
}

struct outline outline_random(struct rng *rng) {
    switch (rng_below(rng, 5)) {
    case 0:
        return outline_star((uint32_t)rng_below(rng, 3) + 2, rng_between(rng, 0.1, 0.7));
    case 1:
        return outline_u(rng_between(rng, 0.05, 0.9));
    case 2:
        return outline_rectangle(2.0, pow(10.0, rng_between(rng, -4.0, 0.0)));
    default:
        return outline_convex(rng, (uint32_t)rng_below(rng, 6) + 3);
    }
}

struct outline outline_placed(const struct outline *outline, double angle, double scale, double x,
                              double y) {
    struct outline placed = *outline;
    const double c = scale * cos(angle), s = scale * sin(angle);
    for (uint32_t i = 0; i < outline->count; ++i) {
        const double u = (double)outline->vertices[2 * i];
        const double v = (double)outline->vertices[2 * i + 1];
        placed.vertices[2 * i] = (float)(c * u - s * v + x);
        placed.vertices[2 * i + 1] = (float)(s * u + c * v + y);
    }
    return placed;
}

struct outline outline_reversed(const struct outline *outline) {
    struct outline reversed = *outline;
    for (uint32_t i = 0; i < outline->count; ++i) {
        memcpy(&reversed.vertices[2 * i], &outline->vertices[2 * (outline->count - 1 - i)],
               2 * sizeof(float));
    }
    return reversed;
}

struct buoy_line outline_line(const struct outline *outline, double angle, double immersion) {
    struct buoy_line line = {{(float)-sin(angle), (float)cos(angle)}, 0.0f};
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < outline->count; ++i) {
        const double s = (double)line.normal[0] * (double)outline->vertices[2 * i] +
                         (double)line.normal[1] * (double)outline->vertices[2 * i + 1];
        low = s < low ? s : low;
        high = s > high ? s : high;
    }
    line.d = (float)(low + immersion * (high - low));
    return line;
}

struct buoy_line outline_random_line(struct rng *rng, const struct outline *outline) {
    double immersion = rng_between(rng, -0.1, 1.1);
    if (rng_below(rng, 3) == 0) {
        immersion = pow(10.0, rng_between(rng, -6.0, 0.0));
    }
    if (rng_below(rng, 4) == 0) {
        immersion = 1.0 - immersion;
    }
    return outline_line(outline, rng_between(rng, 0.0, 2.0 * pi), immersion);
}

// A whole number of 2⁻¹² between −1 and 1.
static float fraction(struct rng *rng) {
    return (float)((int)rng_below(rng, 8193) - 4096) / 4096.0f;
}

struct outline_question outline_question_make(struct rng *rng) {
    struct outline_question question = {.outline = {.name = "question"}};
    struct outline *outline = &question.outline;
    const bool large = rng_below(rng, 4) == 0, scaled = rng_below(rng, 5) == 0;
    outline->count = 2 + (uint32_t)rng_below(rng, large ? 11 : 7);
    const float scale = scaled ? (float)(1 << rng_below(rng, 24)) / 4096.0f : 1.0f;
    const float x = 3.0f * scale * fraction(rng), y = 3.0f * scale * fraction(rng);
    for (uint32_t i = 0; i < outline->count; ++i) {
        outline->vertices[2 * i] = x + scale * fraction(rng);
        outline->vertices[2 * i + 1] = y + scale * fraction(rng);
    }
    const float nx = fraction(rng), ny = fraction(rng) + 1.5f;
    question.line = (struct buoy_line){{nx, ny}, nx * x + ny * y + scale * fraction(rng)};
    return question;
}

struct buoy_polygon_info outline_info(const struct outline *outline) {
    const struct buoy_polygon polygon = outline_polygon(outline);
    struct buoy_polygon_info info;
    struct buoy_error error;
    FAIL_IF(buoy_polygon_get_info(&polygon, &info, &error) != BUOY_OK, "%s: %s", outline->name,
            error.message);
    return info;
}

void fail_outline(const struct buoy_kernel *kernel, const char *property,
                  const struct outline *outline, struct buoy_line line, struct buoy_area got) {
    print_error("%s:", outline->name);
    for (uint32_t i = 0; i < outline->count; ++i) {
        print_error(" %.9g,%.9g", (double)outline->vertices[2 * i],
                    (double)outline->vertices[2 * i + 1]);
    }
    const struct buoy_polygon_info info = outline_info(outline);
    fail_msg("\n%s on %s (area %.17g, kappa %.3g), line (%.9g %.9g) d %.9g: area %.17g at (%.17g "
             "%.17g): %s",
             kernel->id, outline->name, info.area, info.conditioning, (double)line.normal[0],
             (double)line.normal[1], (double)line.d, got.area, got.centre[0], got.centre[1],
             property);
}

// Rounding of the answer's own last steps, in double, is all that is forgiven.
static const double few_roundings = 16.0 * DBL_EPSILON;

struct buoy_area ask_outline(const struct buoy_kernel *kernel, const struct outline *outline,
                             struct buoy_line line) {
    const struct buoy_polygon polygon = outline_polygon(outline);
    const struct buoy_polygon_query query = {&polygon, &line, 1, kernel, NULL};
    struct buoy_area got;
    struct buoy_error error;
    FAIL_IF(buoy_polygon_compute(&query, &got, &error) != BUOY_OK, "%s on %s: %s", kernel->id,
            outline->name, error.message);
    const struct buoy_polygon_info info = outline_info(outline);
    if (!(got.area >= 0.0)) {
        fail_outline(kernel, "the area must not be negative", outline, line, got);
    }
    const double c[2] = {got.centre[0], got.centre[1]},
                 n[2] = {(double)line.normal[0], (double)line.normal[1]};
    double height = -(double)line.d, size = fabs(height);
    for (int i = 0; i < 2; ++i) {
        const double centre = 0.5 * (info.minimum[i] + info.maximum[i]);
        const double half = 0.5 * (info.maximum[i] - info.minimum[i]);
        const double most = got.area > 0.0 ? half : 0.0;
        if (!(fabs(c[i] - centre) <= most + few_roundings * (fabs(centre) + most))) {
            fail_outline(kernel,
                         got.area > 0.0 ? "the centroid must lie in the bounding box"
                                        : "without area, c must be the bounding box's centre",
                         outline, line, got);
        }
        height += n[i] * c[i];
        size += fabs(n[i]) * fmax(fabs(info.minimum[i]), fabs(info.maximum[i]));
    }
    if (got.area > 0.0 && !(height <= few_roundings * size)) {
        fail_outline(kernel, "the centroid must not lie above the water", outline, line, got);
    }
    return got;
}

double outline_slack(const struct outline *outline) {
    const struct buoy_polygon_info info = outline_info(outline);
    double largest = 0.0;
    for (int i = 0; i < 2; ++i) {
        largest = fmax(largest, fmax(fabs(info.minimum[i]), fabs(info.maximum[i])));
    }
    return info.perimeter * sqrt(2.0) * 0x1p-24 * largest;
}

double outline_centroid_slack(const struct outline *outline, double area) {
    return outline_slack(outline) * outline_info(outline).diagonal / area;
}

void expect_area(const struct buoy_kernel *kernel, const char *property,
                 const struct outline *outline, struct buoy_line line, struct buoy_area got,
                 struct buoy_area expected, double area_slack, double centroid_slack) {
    const struct buoy_polygon polygon = outline_polygon(outline);
    const struct buoy_polygon_info info = outline_info(outline);
    const struct buoy_polygon_bounds bounds = kernel->method->polygon.bounds(&polygon, &line);
    const double total = fabs(info.area), off = fabs(got.area - expected.area);
    const double most = bounds.area + area_slack;
    if (!(off <= most)) {
        print_error("expected area %.17g, off by %.3g, allowed %.3g\n", expected.area, off, most);
        fail_outline(kernel, property, outline, line, got);
    }
    if (got.area > 0.0 && expected.area >= 1e-3 * total) {
        const double x = got.centre[0] - expected.centre[0], y = got.centre[1] - expected.centre[1];
        const double c_off = sqrt(x * x + y * y);
        const double c_most = bounds.centroid + centroid_slack;
        if (!(c_off <= c_most)) {
            print_error("expected centroid (%.17g %.17g), off by %.3g, allowed %.3g\n",
                        expected.centre[0], expected.centre[1], c_off, c_most);
            fail_outline(kernel, property, outline, line, got);
        }
    }
}

void expect_near_area(const char *property, struct buoy_area got, struct buoy_area expected,
                      double area_slack, double centroid_slack) {
    const double x = got.centre[0] - expected.centre[0], y = got.centre[1] - expected.centre[1];
    FAIL_IF(!(fabs(got.area - expected.area) <= area_slack) ||
                !(sqrt(x * x + y * y) <= centroid_slack),
            "%s: %.17g at (%.17g %.17g), expected %.17g at (%.17g %.17g) within %g and %g",
            property, got.area, got.centre[0], got.centre[1], expected.area, expected.centre[0],
            expected.centre[1], area_slack, centroid_slack);
}
