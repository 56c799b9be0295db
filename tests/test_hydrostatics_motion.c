// No answer of `hydrostatics` jumps while a body and the water move continuously: where an answer
// bends, it bends less the smaller the step, down to the rounding errors.
#include "ask_hydrostatics.h"
#include "body_change.h"
#include "dispatch/registry.h"
#include "rng.h"
#include "test.h"

// The water tilts and rises in proportion to a time from 0 to 1.
struct motion {
    double n[2][3], d[2];
};

// Tilts by up to a radian or so, and rises or falls by up to half of the body.
static struct motion random_motion(struct rng *rng, const struct buoy_mesh *mesh) {
    struct motion motion;
    for (int k = 0; k < 2; ++k) {
        const struct buoy_plane plane = rng_plane(rng, mesh);
        const double n[3] = {(double)plane.normal[0], (double)plane.normal[1],
                             (double)plane.normal[2]};
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int i = 0; i < 3; ++i) {
            motion.n[k][i] = n[i] / length + (k == 1 ? motion.n[0][i] : 0.0);
        }
        motion.d[k] = (double)plane.d / length + (k == 1 ? motion.d[0] : 0.0);
    }
    return motion;
}

static double between(const double ends[2], double time) {
    return ends[0] + time * (ends[1] - ends[0]);
}

// The plane at a time, and its offset, which a float would make jump.
static struct buoy_plane plane_at(const struct motion *motion, double time, double *d) {
    float n[3];
    for (int i = 0; i < 3; ++i) {
        n[i] = (float)between((const double[2]){motion->n[0][i], motion->n[1][i]}, time);
    }
    *d = between(motion->d, time);
    return (struct buoy_plane){{n[0], n[1], n[2]}, (float)*d};
}

// Quantities that may not jump, as shares of the whole: V, areas, area × centroid, second moments.
enum quantity {
    VOLUME,
    WETTED,
    WATERPLANE,
    CENTROID,
    MOMENTS = CENTROID + 3,
    QUANTITIES = MOMENTS + 6
};

static struct buoy_hydrostatics ask_at(const struct subject *subject, const struct motion *motion,
                                       double time, double quantities[QUANTITIES]) {
    struct buoy_mesh_info info;
    struct buoy_hydrostatics got;
    double d;
    const struct buoy_plane plane = plane_at(motion, time, &d);
    const struct buoy_hydrostatics_query query = {
        .mesh = subject->mesh, .planes = &plane, .offsets = &d, .count = 1};
    assert_int_equal(buoy_hydrostatics_with(subject->kernel, &query, &got, NULL), BUOY_OK);
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    const double size = info.diagonal, per_area = 1.0 / info.area;
    const double moments[6] = {got.xx, got.xy, got.xz, got.yy, got.yz, got.zz};
    quantities[VOLUME] = got.volume / info.volume;
    quantities[WETTED] = got.wetted_area * per_area;
    quantities[WATERPLANE] = got.waterplane_area * per_area;
    for (int i = 0; i < 3; ++i) {
        quantities[CENTROID + i] =
            got.waterplane_area * (got.waterplane_centroid[i] - info.centre[i]) * per_area / size;
    }
    for (int i = 0; i < 6; ++i) {
        quantities[MOMENTS + i] = moments[i] * per_area / (size * size);
    }
    return got;
}

// f(a) − 2 f(b) + f(c) about the middle b of a span of time: of a smooth function a quarter if the
// span is halved, of one with a kink half, of one with a jump the same.
static double bend(const double a[QUANTITIES], const double b[QUANTITIES],
                   const double c[QUANTITIES], int quantity) {
    return fabs(a[quantity] - 2.0 * b[quantity] + c[quantity]);
}

static double bend_of(const struct subject *subject, const struct motion *motion, int quantity,
                      double from, double span) {
    double at[3][QUANTITIES];
    for (int k = 0; k < 3; ++k) {
        ask_at(subject, motion, from + 0.5 * k * span, at[k]);
    }
    return bend(at[0], at[1], at[2], quantity);
}

// Bends from which on it is worth while to look closer.
#define SMALL_BEND 1e-6

// The allowed error of a quantity at a time.
static double rounding(const struct subject *subject, const struct motion *motion, int quantity,
                       double time) {
    double d;
    const struct buoy_plane plane = plane_at(motion, time, &d);
    if (quantity == VOLUME) {
        return subject->kernel->method->hydrostatics.bounds(subject->mesh, &plane, 0).volume;
    }
    const struct surface_slack bounds = surface_bounds_at(subject, plane, d);
    return quantity < CENTROID  ? bounds.areas
           : quantity < MOMENTS ? bounds.centroid
                                : bounds.moments;
}

// What the water does to a quantity by rising or falling by 2⁻²¹ of the diagonal, as the reference
// in double says: next to a face that is all but parallel to the water much is continuous, but
// steep.
static double sensitivity(const struct subject *subject, const struct motion *motion, int quantity,
                          double time) {
    const struct buoy_kernel *reference = buoy_kernel_find("hydrostatics/clip64/scalar");
    struct subject precise = *subject;
    struct buoy_mesh_info info;
    struct motion moved = *motion;
    double at[3][QUANTITIES];
    precise.kernel = reference;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    const double step = 0x1p-21 * info.diagonal;
    for (int k = 0; k < 3; ++k) {
        moved.d[0] = motion->d[0] + (k - 1) * step;
        moved.d[1] = motion->d[1] + (k - 1) * step;
        ask_at(&precise, &moved, time, at[k]);
    }
    return fmax(fabs(at[1][quantity] - at[0][quantity]), fabs(at[2][quantity] - at[1][quantity]));
}

// Three answers may be off, and what is left between them may be steep.
static double most_bend(const struct subject *subject, const struct motion *motion, int quantity,
                        double from, double span) {
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double time = from + 0.5 * k * span;
        most += (k == 1 ? 2.0 : 1.0) * rounding(subject, motion, quantity, time);
    }
    return fmax(most, SMALL_BEND) + 2.0 * sensitivity(subject, motion, quantity, from);
}

// Halves the span around where it bends most, until next to nothing is left, or no water moves by
// 2⁻²¹ of the diagonal.
static void check_span(const struct subject *subject, const struct motion *motion, int quantity,
                       double from, double span) {
    const double shortest = 0x1p-24;
    double left = (double)INFINITY;
    while (left > SMALL_BEND && span > shortest) {
        double place = from;
        span *= 0.5;
        left = -1.0;
        for (int k = 0; k < 3; ++k) {
            const double there = bend_of(subject, motion, quantity, from + 0.5 * k * span, span);
            if (there > left) {
                left = there;
                place = from + 0.5 * k * span;
            }
        }
        from = place;
    }
    if (left <= SMALL_BEND) {
        return;
    }
    const double most = most_bend(subject, motion, quantity, from, span);
    if (!(left <= most)) {
        double quantities[QUANTITIES], d;
        const struct buoy_hydrostatics there = ask_at(subject, motion, from, quantities);
        print_error("quantity %d: jumps by %.3g at time %.17g, at most %.3g\n", quantity, left,
                    from, most);
        fail_hydrostatics(subject, "no jump", plane_at(motion, from, &d), &there);
    }
}

static void check_motion(const struct subject *subject, const struct motion *motion) {
    enum {
        steps = 32
    };
    const double step = 1.0 / steps;
    double values[steps + 1][QUANTITIES];
    for (int k = 0; k <= steps; ++k) {
        ask_at(subject, motion, k * step, values[k]);
    }
    for (int quantity = 0; quantity < QUANTITIES; ++quantity) {
        for (int k = 1; k < steps; ++k) {
            if (bend(values[k - 1], values[k], values[k + 1], quantity) > SMALL_BEND) {
                check_span(subject, motion, quantity, (k - 1) * step, 2.0 * step);
            }
        }
    }
}

// One of all that have the same bits: emulated processors would take minutes for each.
static bool is_one_of_its_kind(const struct buoy_kernel *kernel) {
    return !kernel->deterministic || strcmp(kernel->isa, "scalar") == 0;
}

static void check_body(struct rng *rng, const char *name, struct body body) {
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = name};
    for (int k = 0; k < 2; ++k) {
        const struct motion motion = random_motion(rng, subject.mesh);
        for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
            if (is_one_of_its_kind(subject.kernel)) {
                check_motion(&subject, &motion);
            }
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

TEST(no_jumps) {
    struct rng rng = rng_make("hydrostatics in motion");
    struct body box = body_box(1.0f, 0.5f, 0.25f);
    body_turn(&box, 5);
    check_body(&rng, "a box", box);
    check_body(&rng, "a bipyramid", body_bipyramid(&rng, 7));
    check_body(&rng, "builtin:star:100", body_builtin("builtin:star:100"));
    check_body(&rng, "builtin:catamaran", body_builtin("builtin:catamaran"));
    check_body(&rng, "builtin:wigley:100", body_builtin("builtin:wigley:100"));
}
