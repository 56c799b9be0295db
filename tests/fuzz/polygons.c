// Makes small polygons and water lines from bytes.
#include "polygons.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static float to_float(double x) {
    return (float)fmax(-(double)FLT_MAX, fmin((double)FLT_MAX, x));
}

static void place(struct fuzz_bytes *bytes, struct outline *outline) {
    const double scale = fuzz_one_in(bytes, 4) ? ldexp(1.0, (int)fuzz_byte(bytes) - 128) : 1.0;
    double at[2] = {0.0, 0.0};
    if (fuzz_one_in(bytes, 3)) {
        at[0] = scale * (double)fuzz_coordinate(bytes);
        at[1] = scale * (double)fuzz_coordinate(bytes);
    }
    for (uint32_t i = 0; i < 2 * outline->count; ++i) {
        outline->vertices[i] = to_float(at[i % 2] + scale * (double)outline->vertices[i]);
    }
}

void fuzz_outline_convex(struct fuzz_bytes *bytes, struct outline *outline) {
    outline->name = "convex";
    outline->count = 3 + (uint32_t)fuzz_below(bytes, 6);
    const double first = 0.5 * fuzz_fraction(bytes) + 0.5;
    const double width = ldexp(1.0, -(int)fuzz_below(bytes, 24));
    for (uint32_t i = 0; i < outline->count; ++i) {
        double point[2];
        // Points of the unit circle by halves of their angles' tangents, without a sine.
        const double share = ((double)i + first) / (double)outline->count;
        const int quarter = (int)(4.0 * share) & 3;
        const double t = 4.0 * share - floor(4.0 * share), scale = 1.0 / (1.0 + t * t);
        const double x = (1.0 - t * t) * scale, y = 2.0 * t * scale;
        point[0] = quarter == 0 ? x : quarter == 1 ? -y : quarter == 2 ? -x : y;
        point[1] = quarter == 0 ? y : quarter == 1 ? x : quarter == 2 ? -y : -x;
        outline->vertices[2 * i] = (float)point[0];
        outline->vertices[2 * i + 1] = (float)(width * point[1]);
    }
    place(bytes, outline);
}

void fuzz_outline_make(struct fuzz_bytes *bytes, struct outline *outline) {
    const size_t kind = fuzz_below(bytes, 4);
    if (kind == 0) {
        fuzz_outline_convex(bytes, outline);
        return;
    }
    outline->name = "any";
    outline->count = 2 + (uint32_t)fuzz_below(bytes, fuzz_one_in(bytes, 4) ? 11 : 4);
    for (uint32_t i = 0; i < 2 * outline->count; ++i) {
        const size_t before = i > 0 && fuzz_one_in(bytes, 6) ? 1 + fuzz_below(bytes, i) : 0;
        outline->vertices[i] =
            before > 0 ? fuzz_near(bytes, outline->vertices[before - 1]) : fuzz_coordinate(bytes);
    }
    place(bytes, outline);
}

// The side of the line from a to b that c lies on: 1, −1, or 0 if that cannot be told. Four
// differences, two products and their difference, each rounded once: 4 ε of the magnitudes.
static int side_of(const float *a, const float *b, const float *c) {
    const double ux = (double)b[0] - (double)a[0], uy = (double)b[1] - (double)a[1];
    const double vx = (double)c[0] - (double)a[0], vy = (double)c[1] - (double)a[1];
    const double p = ux * vy, q = uy * vx, most = 4.0 * DBL_EPSILON * (fabs(p) + fabs(q));
    return p - q > most ? 1 : p - q < -most ? -1 : 0;
}

// Whether segments that share no end certainly have nothing in common.
static bool are_apart(const float *a, const float *b, const float *c, const float *d) {
    const int ac = side_of(a, b, c), ad = side_of(a, b, d);
    const int ca = side_of(c, d, a), cb = side_of(c, d, b);
    return (ac != 0 && ac == ad) || (ca != 0 && ca == cb);
}

bool fuzz_outline_is_simple(const struct outline *outline) {
    const uint32_t count = outline->count;
    const float *v = outline->vertices;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t next = (i + 1) % count, after = (i + 2) % count;
        if (count < 3 || side_of(v + 2 * i, v + 2 * next, v + 2 * after) == 0) {
            return false;
        }
        for (uint32_t j = i + 2; j < count; ++j) {
            const uint32_t end = (j + 1) % count;
            if (end != i && !are_apart(v + 2 * i, v + 2 * next, v + 2 * j, v + 2 * end)) {
                return false;
            }
        }
    }
    return true;
}

void fuzz_outline_print(const struct outline *outline) {
    for (uint32_t i = 0; i < 2 * outline->count; ++i) {
        fprintf(stderr, ",%.9g", (double)outline->vertices[i]);
    }
    fputc('\n', stderr);
}

// ------------------------------------------------------------------------------------- lines

static double along(const struct buoy_line *line, const float *x) {
    return (double)line->normal[0] * (double)x[0] + (double)line->normal[1] * (double)x[1];
}

struct buoy_line fuzz_line(struct fuzz_bytes *bytes, const struct outline *outline) {
    struct buoy_line line = {{0.0f, 1.0f}, 0.0f};
    line.normal[0] = fuzz_tilt(bytes);
    line.normal[1] = fuzz_one_in(bytes, 3) ? fuzz_tilt(bytes) : fuzz_byte(bytes) & 1 ? -1.0f : 1.0f;
    if (line.normal[0] == 0.0f && line.normal[1] == 0.0f) {
        line.normal[1] = 1.0f;
    }
    const double a = along(&line, &outline->vertices[2 * fuzz_below(bytes, outline->count)]);
    const double b = along(&line, &outline->vertices[2 * fuzz_below(bytes, outline->count)]);
    switch (fuzz_below(bytes, 4)) {
    case 0:
        line.d = fuzz_near(bytes, to_float(a));
        break;
    case 1:
        line.d = to_float(a + (b - a) * ldexp(fuzz_fraction(bytes), -(int)fuzz_below(bytes, 48)));
        break;
    case 2:
        line.d = to_float(a + (b - a) * 0.5 * (1.0 + fuzz_fraction(bytes)));
        break;
    default:
        line.d = fuzz_float(bytes);
    }
    return line;
}
