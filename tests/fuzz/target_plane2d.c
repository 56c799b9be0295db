// Discs, pools and drag in the plane, which have no variants: against exact arithmetic where it
// exists, otherwise against each other.
#include "targets.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>

#include "polygons.h"

static const long double pi = 3.14159265358979323846264338327950288L;

// ------------------------------------------------------------------------- discs below lines

// The range for exact sums of products of floats: exponents of 2^±298, 48 bits each.
enum {
    EXACT_BITS = 768
};

static long double to_long_double(const mpf_t x) {
    mpf_t rest;
    mpf_init2(rest, EXACT_BITS);
    const double high = mpf_get_d(x);
    mpf_set_d(rest, high);
    mpf_sub(rest, x, rest);
    const long double value = (long double)high + (long double)mpf_get_d(rest);
    mpf_clear(rest);
    return value;
}

static void add_product(mpf_t sum, float a, float b) {
    mpf_t x, y;
    mpf_init2(x, EXACT_BITS);
    mpf_init2(y, EXACT_BITS);
    mpf_set_d(x, (double)a);
    mpf_set_d(y, (double)b);
    mpf_mul(x, x, y);
    mpf_add(sum, sum, x);
    mpf_clear(x);
    mpf_clear(y);
}

// How high the water stands above a disc's lowest point, and how far its highest point is above the
// water, in radii: 768 bits, rounded once each.
static void find_levels(const struct buoy_circle *disc, const struct buoy_line *line,
                        long double *wet, long double *dry) {
    mpf_t height, length, r;
    mpf_init2(height, EXACT_BITS);
    mpf_init2(length, EXACT_BITS);
    mpf_init2(r, EXACT_BITS);
    add_product(height, line->normal[0], disc->centre[0]);
    add_product(height, line->normal[1], disc->centre[1]);
    add_product(height, -1.0f, line->d);
    add_product(length, line->normal[0], line->normal[0]);
    add_product(length, line->normal[1], line->normal[1]);
    mpf_sqrt(length, length);
    mpf_set_d(r, (double)disc->radius);
    mpf_div(height, height, length);
    mpf_div(height, height, r);
    mpf_ui_sub(r, 1, height);
    *wet = to_long_double(r);
    mpf_add_ui(r, height, 1);
    *dry = to_long_double(r);
    mpf_clear(height);
    mpf_clear(length);
    mpf_clear(r);
}

// The area of a segment of the unit disc of height h ≤ 1: φ − sin φ cos φ with cos φ = 1 − h. For
// small φ that is 4/3 Σ, term by term, of x − sin x with x = 2 φ, halved.
static long double segment(long double h) {
    const long double phi = 2.0L * asinl(sqrtl(0.5L * h)), x = 2.0L * phi;
    if (x > 1.0L) {
        return 0.5L * (x - sinl(x));
    }
    long double term = x * x * x / 6.0L, sum = 0.0L;
    for (int k = 4; k < 40; k += 2) {
        sum += term;
        term *= -x * x / (long double)(k * (k + 1));
    }
    return 0.5L * sum;
}

// Roundings that an answer's closed form may cost (buoyancy_polygon.h: "a few").
static const double few_roundings = 16.0 * DBL_EPSILON;

static float radius(struct fuzz_bytes *bytes) {
    const float r = fabsf(fuzz_coordinate(bytes));
    return r > 0.0f ? r : 1.0f;
}

static struct buoy_circle make_disc(struct fuzz_bytes *bytes) {
    const float x = fuzz_coordinate(bytes), y = fuzz_coordinate(bytes);
    return (struct buoy_circle){{x, y}, radius(bytes)};
}

static void put_disc(struct fuzz_bytes *bytes) {
    const struct buoy_circle disc = make_disc(bytes);
    // By its lowest or highest point, or any way at all.
    const struct outline square = {.vertices = {disc.centre[0] - disc.radius, disc.centre[1],
                                                disc.centre[0], disc.centre[1] - disc.radius,
                                                disc.centre[0] + disc.radius, disc.centre[1],
                                                disc.centre[0], disc.centre[1] + disc.radius},
                                   .count = 4};
    struct outline finite = square;
    for (size_t i = 0; i < 8; ++i) {
        finite.vertices[i] = fmaxf(-FLT_MAX, fminf(FLT_MAX, square.vertices[i]));
    }
    const struct buoy_line line = fuzz_line(bytes, &finite);
    struct buoy_area got;
    fuzz_watch();
    const enum buoy_status status = buoy_circle_compute(&disc, &line, 1, &got, NULL);
    fuzz_expect_no_flags("circle");
    FUZZ_FAIL_IF(status != BUOY_OK, "circle: %s", buoy_status_text(status));
    const double r = (double)disc.radius, whole = (double)pi * r * r;
    long double wet, dry;
    find_levels(&disc, &line, &wet, &dry);
    const long double h = fminl(wet, dry), part = h > 0.0L ? segment(h) : 0.0L;
    const long double share = wet < dry ? part : pi - part;
    const double area = (double)(share * (long double)r * (long double)r);
    // For a height below 1e-15 r, 1e-15 r / height more.
    const double thin = wet > 0.0L && wet < 1e-15L ? (double)(1e-15L / wet) : 0.0;
    // The least double, for what doubles cannot hold.
    const double allowed = (few_roundings + thin) * area + few_roundings * 0x1p-1000;
    FUZZ_FAIL_IF(!(got.area >= 0.0 && got.area <= whole * (1.0 + few_roundings)),
                 "a disc of radius %g has %g of %g submerged", r, got.area, whole);
    if (thin < 1.0) {
        fuzz_expect("circle", "area", fabs(got.area - area), allowed);
    }
    const double far = hypot((double)disc.centre[0], (double)disc.centre[1]);
    const double off =
        hypot(got.centre[0] - (double)disc.centre[0], got.centre[1] - (double)disc.centre[1]);
    FUZZ_FAIL_IF(!(off <= r + few_roundings * (r + far)),
                 "the centroid lies %g from the centre of a disc of radius %g", off, r);
}

// ------------------------------------------------------------------------------------- pools

static struct buoy_area lens(const struct buoy_circle *a, const struct buoy_circle *b) {
    struct buoy_area got;
    fuzz_watch();
    const enum buoy_status status = buoy_circle_in_circle(a, b, &got, NULL);
    fuzz_expect_no_flags("circle in circle");
    FUZZ_FAIL_IF(status != BUOY_OK, "circle in circle: %s", buoy_status_text(status));
    return got;
}

// The overlap of two discs is the same whichever is the pool.
static void put_lens(struct fuzz_bytes *bytes) {
    const struct buoy_circle a = make_disc(bytes), b = make_disc(bytes);
    const struct buoy_area one = lens(&a, &b), other = lens(&b, &a);
    const double r = (double)fminf(a.radius, b.radius), whole = (double)pi * r * r;
    FUZZ_FAIL_IF(!(one.area >= 0.0 && one.area <= whole * (1.0 + few_roundings)),
                 "a lens of %g, in a disc of %g", one.area, whole);
    // Next to touching, the lens's height is a difference of large numbers: of area, not of it.
    fuzz_expect("circle in circle", "area, the other way round", fabs(one.area - other.area),
                few_roundings * whole);
    const double off =
        hypot(one.centre[0] - (double)a.centre[0], one.centre[1] - (double)a.centre[1]);
    const double far = hypot((double)a.centre[0], (double)a.centre[1]);
    FUZZ_FAIL_IF(!(off <= (double)a.radius + few_roundings * ((double)a.radius + far)),
                 "a lens whose centroid lies outside of the disc, %g of %g", off, (double)a.radius);
}

static struct buoy_area in_pool(const struct buoy_circle *disc, const struct buoy_polygon *pool) {
    struct buoy_area got;
    fuzz_watch();
    const enum buoy_status status = buoy_circle_in_polygon(disc, pool, &got, NULL);
    fuzz_expect_no_flags("circle in polygon");
    FUZZ_FAIL_IF(status != BUOY_OK, "circle in polygon: %s", buoy_status_text(status));
    return got;
}

// The parts of a pool that is split along a diagonal hold what it holds.
static void put_disc_in_pool(struct fuzz_bytes *bytes) {
    struct outline outline;
    fuzz_outline_convex(bytes, &outline);
    const struct buoy_circle disc = make_disc(bytes);
    if (outline.count < 4 || !fuzz_outline_is_simple(&outline)) {
        return;
    }
    const struct buoy_polygon whole = outline_polygon(&outline);
    const struct buoy_polygon first = {outline.vertices, 3};
    struct outline rest = {.name = "rest", .count = outline.count - 1};
    rest.vertices[0] = outline.vertices[0];
    rest.vertices[1] = outline.vertices[1];
    for (uint32_t i = 2; i < 2 * rest.count; ++i) {
        rest.vertices[i] = outline.vertices[i + 2];
    }
    const struct buoy_polygon second = outline_polygon(&rest);
    const double a = in_pool(&disc, &whole).area, b = in_pool(&disc, &first).area;
    const double c = in_pool(&disc, &second).area, r = (double)disc.radius;
    // Some 1e-15 of the disc's area for each edge of each.
    const double edges = 2.0 * outline.count + 2.0;
    fuzz_expect("circle in polygon", "area of a pool split in two", fabs(a - b - c),
                4e-15 * edges * (double)pi * r * r);
    // The polygon as the body, summed about a point of its own.
    struct buoy_area body;
    fuzz_watch();
    const enum buoy_status status = buoy_polygon_in_circle(&whole, &disc, &body, NULL);
    fuzz_expect_no_flags("polygon in circle");
    FUZZ_FAIL_IF(status != BUOY_OK || !(body.area >= 0.0), "polygon in circle: %s, %g",
                 buoy_status_text(status), body.area);
    fuzz_expect("polygon in circle", "area, the other way round", fabs(body.area - a),
                1e-14 * edges * (double)pi * r * r);
}

static struct outline pair[2];

static void describe_pair(void) {
    for (int i = 0; i < 2; ++i) {
        fprintf(stderr, "polygon %d", i);
        fuzz_outline_print(&pair[i]);
    }
}

// Whether an outline turns one way only, to the last bit: pools may turn back by 10⁻⁶ rad
// (buoyancy_polygon.h), which is all of a needle.
static bool never_turns_back(const struct outline *outline) {
    bool left = false, right = false;
    for (size_t i = 0, n = outline->count; i < n; ++i) {
        const float *a = &outline->vertices[2 * i], *b = &outline->vertices[2 * ((i + 1) % n)];
        const float *c = &outline->vertices[2 * ((i + 2) % n)];
        const double turn = ((double)b[0] - (double)a[0]) * ((double)c[1] - (double)b[1]) -
                            ((double)b[1] - (double)a[1]) * ((double)c[0] - (double)b[0]);
        left = left || turn > 0.0;
        right = right || turn < 0.0;
    }
    return left != right;
}

// The overlap of two convex polygons is the same whichever is the pool.
static void put_polygons(struct fuzz_bytes *bytes) {
    struct outline *a = &pair[0], *b = &pair[1];
    fuzz_outline_convex(bytes, a);
    fuzz_outline_convex(bytes, b);
    fuzz_describe = describe_pair;
    const struct buoy_polygon p = outline_polygon(a), q = outline_polygon(b);
    struct buoy_area one, other;
    if (!fuzz_outline_is_simple(a) || !fuzz_outline_is_simple(b) || !never_turns_back(a) ||
        !never_turns_back(b)) {
        return;
    }
    fuzz_watch();
    const enum buoy_status there = buoy_polygon_in_polygon(&p, &q, &one, NULL);
    const enum buoy_status back = buoy_polygon_in_polygon(&q, &p, &other, NULL);
    fuzz_expect_no_flags("polygon in polygon");
    if (there != BUOY_OK || back != BUOY_OK) {
        return; // rounded to the last bit, an outline need not be convex
    }
    const struct buoy_polygon_info in_a = outline_info(a), in_b = outline_info(b);
    const double ratio = in_a.diagonal / in_b.diagonal;
    if (!(ratio < 0x1p20 && ratio > 0x1p-20)) {
        return; // the corners of what is cut are right to roundings of the larger one
    }
    const double most = fmin(fabs(in_a.area), fabs(in_b.area));
    // Corners are cut to a rounding of the larger one's size and place: as thin a strip, along the
    // outline of what they have in common, which is no longer than the shorter of theirs.
    double far = in_a.diagonal + in_b.diagonal;
    for (int i = 0; i < 2; ++i) {
        far += fmax(fabs(in_a.minimum[i]), fabs(in_a.maximum[i])) +
               fmax(fabs(in_b.minimum[i]), fabs(in_b.maximum[i]));
    }
    const double slack = few_roundings * far * fmin(in_a.perimeter, in_b.perimeter);
    FUZZ_FAIL_IF(!(one.area >= 0.0 && one.area <= most + slack),
                 "polygons of %g and %g have %g in common", in_a.area, in_b.area, one.area);
    fuzz_expect("polygon in polygon", "area, the other way round", fabs(one.area - other.area),
                few_roundings * most + slack);
}

// -------------------------------------------------------------------------------------- drag

static double power_of(const struct buoy_force2d *force, const struct buoy_motion2d *motion) {
    return force->force[0] * motion->velocity[0] + force->force[1] * motion->velocity[1] +
           force->torque * motion->angular_velocity;
}

static struct buoy_motion2d make_motion(struct fuzz_bytes *bytes, double most) {
    struct buoy_motion2d motion = {0};
    motion.point[0] = fuzz_double(bytes, most);
    motion.point[1] = fuzz_double(bytes, most);
    motion.velocity[0] = fuzz_double(bytes, most);
    motion.velocity[1] = fuzz_double(bytes, most);
    motion.angular_velocity = fuzz_double(bytes, most);
    return motion;
}

// A drag against the motion, of any size, shrinks and stays against it.
static void check_limit(struct fuzz_bytes *bytes, const struct buoy_motion2d *motion) {
    struct buoy_force2d drag = {
        {-fuzz_fraction(bytes) * motion->velocity[0], -fuzz_fraction(bytes) * motion->velocity[1]},
        -fuzz_fraction(bytes) * motion->angular_velocity};
    const struct buoy_force2d before = drag;
    const double mass = fabs(fuzz_double(bytes, 1e6)), inertia = fabs(fuzz_double(bytes, 1e6));
    const double dt = fabs(fuzz_double(bytes, 1e3));
    buoy_limit_drag2d(motion, mass, inertia, dt, &drag);
    FUZZ_FAIL_IF(!(fabs(drag.force[0]) <= fabs(before.force[0]) &&
                   fabs(drag.force[1]) <= fabs(before.force[1]) &&
                   fabs(drag.torque) <= fabs(before.torque)),
                 "a drag of (%g %g %g) became (%g %g %g)", before.force[0], before.force[1],
                 before.torque, drag.force[0], drag.force[1], drag.torque);
    // Velocities after the step, of a body that begins at rest but for these: none turns round
    // where it alone is resisted, to a rounding.
    const double after = motion->angular_velocity + dt * inertia * drag.torque;
    FUZZ_FAIL_IF(drag.force[0] == 0.0 && drag.force[1] == 0.0 &&
                     !(after * motion->angular_velocity >=
                       -few_roundings * motion->angular_velocity * motion->angular_velocity),
                 "a drag turns %g rad/s into %g", motion->angular_velocity, after);
}

// Within a step, drag and lift together do no work on the motion.
static void check_step(struct fuzz_bytes *bytes, struct buoy_drag2d_query query) {
    const struct buoy_motion2d *motion = query.motion;
    struct buoy_motion2d stepping = *motion;
    struct buoy_force2d drag, lift;
    stepping.dt = fmax(fabs(fuzz_double(bytes, 1e3)), 1e-30); // 0 is no step
    stepping.inverse_mass = fabs(fuzz_double(bytes, 1e6));
    stepping.inverse_inertia = fabs(fuzz_double(bytes, 1e6));
    query.motion = &stepping;
    const enum buoy_status status = buoy_drag2d_compute(&query, &drag, &lift, NULL);
    FUZZ_FAIL_IF(status != BUOY_OK,
                 "polygon drag within a step of %g s, 1/m %g, 1/I %g, (%g %g) %g at (%g %g): %s",
                 stepping.dt, stepping.inverse_mass, stepping.inverse_inertia, motion->velocity[0],
                 motion->velocity[1], motion->angular_velocity, motion->point[0], motion->point[1],
                 buoy_status_text(status));
    const double fx = drag.force[0] + lift.force[0], fy = drag.force[1] + lift.force[1];
    const double torque = drag.torque + lift.torque, *v = motion->velocity;
    const double w = motion->angular_velocity, dt = stepping.dt;
    const double work = fx * (2.0 * v[0] + dt * stepping.inverse_mass * fx) +
                        fy * (2.0 * v[1] + dt * stepping.inverse_mass * fy) +
                        torque * (2.0 * w + dt * stepping.inverse_inertia * torque);
    // Drag and lift may cancel: then the roundings of both are what remains.
    const double x = fabs(drag.force[0]) + fabs(lift.force[0]);
    const double y = fabs(drag.force[1]) + fabs(lift.force[1]);
    const double turn = fabs(drag.torque) + fabs(lift.torque);
    const double size = x * fabs(v[0]) + y * fabs(v[1]) + turn * fabs(w);
    const double rounded =
        dt * (stepping.inverse_mass * (x * x + y * y) + stepping.inverse_inertia * turn * turn);
    FUZZ_FAIL_IF(!(work <= 1e-12 * size + 1e-31 * rounded + DBL_MIN),
                 "within a step of %g s drag and lift do %g J of work", dt, work);
}

static void put_drag(struct fuzz_bytes *bytes) {
    struct outline outline;
    fuzz_outline_make(bytes, &outline);
    const struct buoy_line line = fuzz_line(bytes, &outline);
    const struct buoy_motion2d motion = make_motion(bytes, 1e6);
    const struct buoy_polygon polygon = outline_polygon(&outline);
    struct buoy_drag2d_query query = {.polygon = &polygon,
                                      .line = &line,
                                      .motion = &motion,
                                      .density = 1000.0,
                                      .drag = 0.25,
                                      .lift = 0.25};
    struct buoy_force2d drag, lift;
    fuzz_watch();
    const enum buoy_status status = buoy_drag2d_compute(&query, &drag, &lift, NULL);
    if (status == BUOY_OK) {
        fuzz_expect_no_flags("polygon drag");
    }
    const double sum =
        drag.force[0] + drag.force[1] + drag.torque + lift.force[0] + lift.force[1] + lift.torque;
    FUZZ_FAIL_IF(status != BUOY_OK || !isfinite(sum), "polygon drag: %s, %g",
                 buoy_status_text(status), sum);
    check_limit(bytes, &motion);
    check_step(bytes, query);
    // Each edge's drag is against the motion of its middle: the middles of all move alike if the
    // body does not turn.
    struct buoy_motion2d straight = motion;
    straight.angular_velocity = 0.0;
    query.motion = &straight;
    buoy_drag2d_compute(&query, &drag, &lift, NULL);
    const double size =
        fabs(drag.force[0] * motion.velocity[0]) + fabs(drag.force[1] * motion.velocity[1]);
    FUZZ_FAIL_IF(!(power_of(&drag, &straight) <= few_roundings * size),
                 "drag drives a polygon on by %g W", power_of(&drag, &straight));
}

static void run(const uint8_t *bytes, size_t size) {
    static void (*const questions[])(struct fuzz_bytes *) = {put_disc, put_lens, put_disc_in_pool,
                                                             put_polygons, put_drag};
    struct fuzz_bytes in = {bytes, bytes + size};
    const size_t kind = fuzz_below(&in, sizeof questions / sizeof *questions);
    do {
        fuzz_describe = NULL;
        questions[kind](&in);
        fuzz_count(1, 1);
    } while (in.next < in.end);
}

const struct fuzz_target fuzz_plane2d = {
    "plane2d", "discs, lenses, pools and drag in the plane", 200, true, false, run};
