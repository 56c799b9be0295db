// The methods in double, `blocks64` and `hierarchy64`: every variant's volume is within
// 1e-13 max(1, κ) V_total of the exact one, wherever the body lies and however thin it is, and its
// centroid is as good where a hundredth or more of the body is wet. Offsets in double count to
// their last digits.
#include "ask.h"
#include "body.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "rng.h"
#include "test.h"

static bool is_in_double(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->name, "blocks64") == 0 ||
           strcmp(kernel->method->name, "hierarchy64") == 0;
}

// A body stretched by a factor along z, then moved by a number of its extents along each axis.
static const struct setting {
    const char *specification;
    double stretch, away;
} settings[] = {
    {"builtin:box", 1.0, 0.0},          {"builtin:box", 1e-4, 0.0},
    {"builtin:box", 1.0, 1e5},          {"builtin:barrel:100", 1.0, 0.0},
    {"builtin:barrel:100", 1e-3, 30.0}, {"builtin:star:320", 1.0, 0.0},
    {"builtin:wigley:1300", 1.0, 0.0},  {"builtin:sphere:1280", 1.0, 0.0},
    {"builtin:sphere:1280", 1.0, 1e3},  {"builtin:catamaran:1000", 1.0, 7.0},
    {"builtin:sphere:5120", 1.0, 0.0},
};

static struct body place(const struct setting *setting, struct rng *rng) {
    struct body body = body_builtin(setting->specification);
    const double m[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, setting->stretch};
    double move[3];
    for (int i = 0; i < 3; ++i) {
        move[i] = setting->away * rng_between(rng, -1.0, 1.0);
    }
    body_transform(&body, m, (const double[3]){0.0, 0.0, 0.0});
    body_move(&body, move);
    return body;
}

static double distance(const double a[3], const double b[3]) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

enum {
    questions = 24
};

static void check_kernel(const struct subject *subject, const struct buoy_plane *planes,
                         const struct buoy_volume *truth) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    const double bar = 1e-13 * fmax(1.0, info.conditioning);
    const double origin[3] = {0.0, 0.0, 0.0};
    // A centroid far out is rounded there.
    const double rounded = 0x1p-51 * distance(info.centre, origin) / info.diagonal;
    struct buoy_volume got[questions];
    ask_all(subject, planes, questions, got);
    for (size_t k = 0; k < questions; ++k) {
        const double total = info.volume, off = fabs(got[k].volume - truth[k].volume) / total;
        if (off > bar) {
            fail_answer(subject, "within 1e-13 max(1, conditioning)", planes[k], got[k]);
        }
        if (truth[k].volume > 0.01 * total &&
            distance(got[k].centre, truth[k].centre) > (100.0 * bar + rounded) * info.diagonal) {
            fail_answer(subject, "a centroid in double", planes[k], got[k]);
        }
    }
}

TEST(errors) {
    struct rng rng = rng_make("volumes in double");
    size_t checked = 0;
    for (size_t s = 0; s < sizeof settings / sizeof *settings; ++s) {
        struct body body = place(&settings[s], &rng);
        struct subject subject = {.mesh = body_mesh(&body, 0), .body = settings[s].specification};
        struct buoy_exact *exact = exact_of(subject.mesh);
        struct buoy_plane planes[questions];
        struct buoy_volume truth[questions];
        for (size_t k = 0; k < questions; ++k) {
            planes[k] = rng_plane(&rng, subject.mesh);
            if (k % 4 == 0) { // flush with a vertex, along z
                planes[k] = (struct buoy_plane){{0.0f, 0.0f, k % 8 ? 2.0f : -1.0f}, 0.0f};
                const float z = body.positions[3 * rng_below(&rng, body.vertex_count) + 2];
                planes[k].d = planes[k].normal[2] * z;
            }
            buoy_exact_volume(exact, &planes[k], &truth[k]);
        }
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            if (is_in_double(subject.kernel)) {
                check_kernel(&subject, planes, truth);
                ++checked;
            }
        }
    }
    assert_true(checked >= 2 * sizeof settings / sizeof *settings);
}

// A cube far out, where d and n·x cancel in all but a few digits.
TEST(offsets) {
    struct rng rng = rng_make("offsets in double");
    double low;
    struct body body = body_cube_far_out(&low);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a cube far out"};
    for (int k = 0; k < 40; ++k) {
        const double offset = low + 2.0 * pow(2.0, rng_between(&rng, -24.0, 0.0));
        const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.0f};
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            struct buoy_volume got;
            if (is_in_double(subject.kernel)) {
                ask_offsets(&subject, &plane, &offset, 1, &got);
                assert_true(fabs(got.volume - 4.0 * (offset - low)) <= 1e-14 * 8.0);
            }
        }
    }
}
