// Every kernel against itself: changes that must keep an answer, or change it in a known way.
//
// Bodies are coarse (11 bits a coordinate), normals small integers, and every change is an integer
// one, so that the changed question is exact in float, too: only the kernels' own bounds apply.
#include "ask.h"
#include "body.h"
#include "dispatch/registry.h"
#include "rng.h"
#include "test.h"

enum {
    question_count = 40
};

// Two bodies: a concave one of many triangles, an uneven one of few.
static struct body make_body(int which) {
    struct body body;
    if (which == 0) {
        body = body_builtin("builtin:star:1000");
    } else {
        struct rng rng = rng_make("bipyramid");
        body = body_bipyramid(&rng, 5);
    }
    body_coarsen(&body);
    return body;
}

static const char *const names[] = {"a star", "a bipyramid"};

// A plane of integer normal, up to 15, and an offset of few bits, through the middle three quarters
// of the body.
static struct buoy_plane coarse_plane(struct rng *rng, const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double n[3], middle = 0.0, reach = 0.0;
    do {
        for (int i = 0; i < 3; ++i) {
            n[i] = (double)rng_below(rng, 31) - 15.0;
        }
    } while (n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0);
    for (int i = 0; i < 3; ++i) {
        middle += n[i] * info.centre[i];
        reach += fabs(n[i]) * info.half_extent[i];
    }
    const double d = middle + reach * rng_between(rng, -0.75, 0.75);
    int exponent;
    frexp(reach + fabs(middle), &exponent);
    return (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]},
                               (float)ldexp(rint(ldexp(d, 9 - exponent)), exponent - 9)};
}

// Asks both the body and a changed one, and compares: `change` alters body and plane, and what is
// expected of the answer.
typedef void change_function(struct body *body, struct buoy_plane *plane,
                             struct buoy_volume *expected);

static void check_change(change_function *change, unsigned flags, const char *property) {
    struct rng rng = rng_make(property);
    for (int which = 0; which < 2; ++which) {
        struct body body = make_body(which), changed = body_copy(&body);
        struct buoy_plane no_plane = {0};
        struct buoy_volume no_volume = {0};
        change(&changed, &no_plane, &no_volume);
        struct subject subject = {.mesh = body_mesh(&body, 0), .body = names[which]};
        struct subject twin = {.mesh = body_mesh(&changed, flags), .body = names[which]};
        for (size_t i = 0; (twin.kernel = subject.kernel = next_kernel(&i));) {
            for (size_t k = 0; k < questions_for(subject.kernel, question_count); ++k) {
                const struct buoy_plane asked = coarse_plane(&rng, subject.mesh);
                struct buoy_plane plane = asked;
                struct buoy_volume expected = ask(&subject, plane);
                const double volume = expected.volume;
                struct body unused = {0};
                change(&unused, &plane, &expected);
                // The error of the first answer, as large as it comes out of the change.
                const double grown = volume > 0.0 ? expected.volume / volume : 1.0;
                expect(&twin, property, plane, ask(&twin, plane), expected,
                       volume_bound(&subject, asked) * grown,
                       centroid_bound(&subject, asked) * cbrt(grown));
            }
        }
        buoy_mesh_destroy(subject.mesh);
        buoy_mesh_destroy(twin.mesh);
        body_free(&body);
        body_free(&changed);
    }
}

static void translate(struct body *body, struct buoy_plane *plane, struct buoy_volume *expected) {
    static const double t[3] = {12.0, -7.0, 29.0};
    body_move(body, t);
    plane->d += plane->normal[0] * 12.0f - plane->normal[1] * 7.0f + plane->normal[2] * 29.0f;
    expected->centre[0] += t[0];
    expected->centre[1] += t[1];
    expected->centre[2] += t[2];
}

TEST(translation) {
    check_change(translate, 0, "moved along with the water");
}

// 25 times a rotation: by the angle of the 3-4-5 triangle about z, then about x.
static const double rotation[9] = {15, -20, 0, 12, 9, -20, 16, 12, 15};

static void rotate(struct body *body, struct buoy_plane *plane, struct buoy_volume *expected) {
    body_transform(body, rotation, (const double[3]){0, 0, 0});
    const double n[3] = {(double)plane->normal[0], (double)plane->normal[1],
                         (double)plane->normal[2]};
    const double c[3] = {expected->centre[0], expected->centre[1], expected->centre[2]};
    double turned_n[3], turned_c[3];
    for (int i = 0; i < 3; ++i) {
        const double *row = rotation + 3 * i;
        turned_n[i] = row[0] * n[0] + row[1] * n[1] + row[2] * n[2];
        turned_c[i] = row[0] * c[0] + row[1] * c[1] + row[2] * c[2];
    }
    *plane = (struct buoy_plane){{(float)turned_n[0], (float)turned_n[1], (float)turned_n[2]},
                                 plane->d * 625.0f};
    *expected =
        (struct buoy_volume){expected->volume * 15625.0, {turned_c[0], turned_c[1], turned_c[2]}};
}

TEST(rotation) {
    check_change(rotate, 0, "turned (and 25 times as large) along with the water");
}

static void refine(struct body *body, struct buoy_plane *plane, struct buoy_volume *expected) {
    (void)plane;
    (void)expected;
    if (body->triangle_count > 0) {
        struct body fine = body_refine(body);
        body_free(body);
        *body = fine;
    }
}

TEST(refinement) {
    check_change(refine, BUOY_MESH_WELD, "the same surface in four times the triangles");
}

// Deals triangles out in another order, starting each at another corner.
static void renumber(struct body *body, struct buoy_plane *plane, struct buoy_volume *expected) {
    (void)plane;
    (void)expected;
    struct rng rng = rng_make("renumber");
    for (size_t t = body->triangle_count; t > 1; --t) {
        uint32_t *a = body->indices + 3 * (t - 1), *b = body->indices + 3 * rng_below(&rng, t);
        const size_t turn = rng_below(&rng, 3);
        uint32_t old[3];
        memcpy(old, a, sizeof old);
        memmove(a, b, sizeof old);
        for (size_t k = 0; k < 3; ++k) {
            b[k] = old[(k + turn) % 3];
        }
    }
}

TEST(renumbering) {
    check_change(renumber, 0, "triangles in another order");
}

static void lengthen(struct body *body, struct buoy_plane *plane, struct buoy_volume *expected) {
    (void)body;
    (void)expected;
    *plane = (struct buoy_plane){
        {plane->normal[0] * 41.0f, plane->normal[1] * 41.0f, plane->normal[2] * 41.0f},
        plane->d * 41.0f};
}

TEST(length_of_normal) {
    check_change(lengthen, 0, "a normal 41 times as long");
}

static struct buoy_plane scaled_plane(struct buoy_plane plane, float normal, float offset) {
    return (struct buoy_plane){
        {plane.normal[0] * normal, plane.normal[1] * normal, plane.normal[2] * normal},
        plane.d * offset};
}

// A power of two changes nothing but exponents, so it must not change a bit.
TEST(powers_of_two) {
    static const int exponents[] = {-40, -10, -1, 1, 10, 40};
    struct rng rng = rng_make("powers of two");
    struct body body = make_body(0);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = names[0]};
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; ++e) {
        const float factor = ldexpf(1.0f, exponents[e]);
        const double k = (double)factor;
        struct body large = body_copy(&body);
        body_scale(&large, k);
        struct subject twin = {.mesh = body_mesh(&large, 0), .body = names[0]};
        for (size_t i = 0; (twin.kernel = subject.kernel = next_kernel(&i));) {
            for (size_t q = 0; q < questions_for(subject.kernel, question_count); ++q) {
                const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
                const struct buoy_volume small = ask(&subject, plane);
                const struct buoy_plane longer = scaled_plane(plane, factor, factor);
                struct buoy_volume got = ask(&subject, longer);
                expect_same_bits(&subject, "a normal longer by a power of two", longer, &got,
                                 &small);
                const struct buoy_plane moved = scaled_plane(plane, 1.0f, factor);
                const struct buoy_volume expected = {
                    small.volume * k * k * k,
                    {small.centre[0] * k, small.centre[1] * k, small.centre[2] * k}};
                got = ask(&twin, moved);
                expect_same_bits(&twin, "a body larger by a power of two", moved, &got, &expected);
            }
        }
        buoy_mesh_destroy(twin.mesh);
        body_free(&large);
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// The two sides of the water make the whole body, in volume and in first moment.
TEST(complement) {
    struct rng rng = rng_make("complement");
    struct body body = make_body(0);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = names[0]};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (size_t k = 0; k < questions_for(subject.kernel, question_count); ++k) {
            const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            const struct buoy_volume below = ask(&subject, plane);
            const struct buoy_volume above = ask(&subject, scaled_plane(plane, -1.0f, -1.0f));
            struct buoy_volume whole = {.volume = below.volume + above.volume};
            whole.centre[0] =
                (below.volume * below.centre[0] + above.volume * above.centre[0]) / whole.volume;
            whole.centre[1] =
                (below.volume * below.centre[1] + above.volume * above.centre[1]) / whole.volume;
            whole.centre[2] =
                (below.volume * below.centre[2] + above.volume * above.centre[2]) / whole.volume;
            // Each side's errors; a volume misplaced between the sides moves the sum's centroid by
            // up to a diagonal.
            const struct buoy_plane down = scaled_plane(plane, -1.0f, -1.0f);
            const double slack = volume_bound(&subject, down);
            const double centroid_slack = centroid_bound(&subject, plane) +
                                          centroid_bound(&subject, down) +
                                          2.0 * misplaced(subject.mesh, slack, info.volume);
            expect(&subject, "both sides of the water together", plane, whole,
                   (struct buoy_volume){info.volume,
                                        {info.centroid[0], info.centroid[1], info.centroid[2]}},
                   slack, centroid_slack);
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// Volumes and first moments of separate components add up.
TEST(components) {
    static const double apart[3] = {3.0, 1.0, -0.5};
    struct rng rng = rng_make("components");
    struct body first = make_body(0), second = make_body(1);
    body_move(&second, apart);
    struct body both = body_join(&first, &second);
    struct subject subject = {.mesh = body_mesh(&both, 0), .body = "a star and a bipyramid"};
    struct subject parts[2] = {{.mesh = body_mesh(&first, 0), .body = names[0]},
                               {.mesh = body_mesh(&second, 0), .body = names[1]}};
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (size_t k = 0; k < questions_for(subject.kernel, question_count); ++k) {
            const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            struct buoy_volume sum = {0};
            double slack = 0.0, moment_slack = 0.0;
            for (int p = 0; p < 2; ++p) {
                parts[p].kernel = subject.kernel;
                const struct buoy_volume part = ask(&parts[p], plane);
                sum.volume += part.volume;
                sum.centre[0] += part.volume * part.centre[0];
                sum.centre[1] += part.volume * part.centre[1];
                sum.centre[2] += part.volume * part.centre[2];
                slack += volume_bound(&parts[p], plane);
                moment_slack += part.volume * centroid_bound(&parts[p], plane);
            }
            if (sum.volume > 0.0) {
                sum.centre[0] /= sum.volume;
                sum.centre[1] /= sum.volume;
                sum.centre[2] /= sum.volume;
                moment_slack /= sum.volume;
            } else {
                moment_slack = INFINITY;
            }
            expect(&subject, "two components: the sum of each", plane, ask(&subject, plane), sum,
                   slack, moment_slack + misplaced(subject.mesh, slack, sum.volume));
        }
    }
    buoy_mesh_destroy(subject.mesh);
    buoy_mesh_destroy(parts[0].mesh);
    buoy_mesh_destroy(parts[1].mesh);
    body_free(&first);
    body_free(&second);
    body_free(&both);
}
