// Barely wet bodies, 1e-6 to 1e-2 of their height deep: the volume of `hierarchy` is within twice
// the conditioning floor of the exact one, or within 1e-6 of it where that is more. `blocks` and
// `batch` take heights from the mesh's centre, not from the apex, so that n·x and d are rounded one
// after the other: they keep three times the floor.
//
// The conditioning floor (kernels/bounds/bounds_floor.c) is what float cannot tell apart.
#include "ask.h"
#include "base/vector.h"
#include "body.h"
#include "dispatch/methods.h"
#include "exact.h"
#include "exact_of.h"
#include "test.h"

// ---------------------------------------------------------------------------------- bodies

static struct body turned(const char *specification, struct rng *rng) {
    struct body body = body_builtin(specification);
    double m[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, t[3];
    if (rng) {
        double x[3], y[3], z[3];
        rng_direction(rng, x);
        rng_direction(rng, t);
        buoy_cross_product(x, t, y);
        const double length = buoy_length(y);
        for (int k = 0; k < 3; ++k) {
            y[k] /= length;
        }
        buoy_cross_product(x, y, z);
        for (int k = 0; k < 3; ++k) {
            m[k] = x[k];
            m[3 + k] = y[k];
            m[6 + k] = z[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        t[k] = rng ? rng_between(rng, -3.0, 3.0) : 0.0;
    }
    body_transform(&body, m, t);
    return body;
}

// A plane that wets a share of the body's height, from below or along a random direction.
static struct buoy_plane barely(struct rng *rng, const struct body *body, size_t k) {
    static const double shares[] = {1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 1e-2};
    double n[3], low, high;
    struct buoy_plane plane = {.d = 0.0f};
    rng_direction(rng, n);
    for (int i = 0; i < 3; ++i) {
        const double level = i == (int)(k / 12 % 3) ? 1.0 : 0.0;
        plane.normal[i] = (float)(k % 2 ? n[i] : k / 6 % 2 ? -level : level);
    }
    body_extent(body, plane, &low, &high);
    plane.d = (float)(low + shares[k / 2 % 6] * rng_between(rng, 0.5, 1.0) * (high - low));
    return plane;
}

enum {
    questions = 144
};

// The methods that promise it: all but the baselines and the counts of voxels.
static bool promises(const struct buoy_kernel *kernel) {
    static const char *const methods[] = {"blocks", "hierarchy", "batch",
                                          "auto",   "blocks64",  "hierarchy64"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i) {
        if (strcmp(kernel->method->name, methods[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void check_kernel(const struct subject *subject, const struct buoy_plane *planes,
                         const struct buoy_volume *truth, const double *floors) {
    const bool from_apex = strcmp(subject->kernel->method->name, "hierarchy") == 0;
    struct buoy_volume got[questions];
    double worst = 0.0, bars[questions];
    for (size_t k = 0; k < questions; ++k) {
        bars[k] = fmax((from_apex ? 2.0 : 3.0) * floors[k], 1e-6 * truth[k].volume);
    }
    ask_all(subject, planes, questions, got);
    for (size_t k = 0; k < questions; ++k) {
        const double error = fabs(got[k].volume - truth[k].volume);
        worst = fmax(worst, error / bars[k]);
        if (error > bars[k]) {
            fail_answer(subject, "within so many conditioning floors, or 1e-6 of itself", planes[k],
                        got[k]);
        }
    }
    if (strcmp(subject->kernel->isa, "scalar") == 0) {
        print_message("%s on %s: %.2f of what is allowed\n", subject->kernel->id, subject->body,
                      worst);
    }
}

static void check_body(const struct body *body, const char *name, struct rng *rng) {
    struct subject subject = {.mesh = body_mesh(body, 0), .body = name};
    struct buoy_exact *exact = exact_of(subject.mesh);
    double *slopes = test_alloc(subject.mesh->vertex_count * sizeof *slopes);
    assert_true(exact && slopes);
    struct buoy_plane planes[questions];
    struct buoy_volume truth[questions];
    double floors[questions];
    for (size_t k = 0; k < questions; ++k) {
        planes[k] = barely(rng, body, k);
        buoy_exact_volume(exact, &planes[k], &truth[k]);
        floors[k] = buoy_conditioning_floor(subject.mesh, &planes[k], slopes);
    }
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        if (promises(subject.kernel)) {
            check_kernel(&subject, planes, truth, floors);
        }
    }
}

// As they are, where many vertices meet the water at once, and turned and moved.
TEST(floor) {
    static const char *const names[] = {
        "builtin:box",        "builtin:barrel:84",      "builtin:barrel:508", "builtin:barrel:1300",
        "builtin:sphere:320", "builtin:wigley:500",     "builtin:star:320",   "builtin:torus:600",
        "builtin:wigley:64",  "builtin:catamaran:1000", "builtin:sphere:5120"};
    struct rng rng = rng_make("barely wet");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        struct body body = turned(names[i], NULL);
        check_body(&body, names[i], &rng);
        body = turned(names[i], &rng);
        check_body(&body, names[i], &rng);
    }
}

// A cube's heights at level water are 1, half a float's step of which is 2^-24: the floor is that
// of a waterplane of 4 that moves so far, or more where sides move against each other.
TEST(size_of_the_floor) {
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 1.0f), 0);
    const struct buoy_plane level = {{0.0f, 0.0f, 1.0f}, 0.0f};
    double slopes[8];
    const double floor = buoy_conditioning_floor(mesh, &level, slopes);
    assert_true(floor >= 0.999 * 4.0 * 0x1p-24 && floor <= 4.0 * 4.0 * 0x1p-24);
}
