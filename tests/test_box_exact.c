// The `box` family against exact arithmetic on the twelve triangles of the same box, at every tilt
// and shape, and against closed forms.
#include "body.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "rng.h"
#include "shapes.h"
#include "test.h"

enum {
    most_questions = 500
};
static struct shape_question questions[most_questions];
static struct shape_answer expected[most_questions], got[most_questions];

static void check_answers(const char *property, size_t count) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("box", &i));) {
        const size_t asked = box_questions_for(kernel, count);
        ask_shapes(kernel, questions, asked, got);
        for (size_t k = 0; k < asked; ++k) {
            expect_shape(kernel, property, questions[k], got[k], expected[k], 1.0);
        }
    }
}

// Sets what is expected of `count` questions about one box, from the first-th on.
static void ask_exact(struct buoy_shape box, size_t first, size_t count) {
    struct buoy_mesh *mesh = mesh_of(body_box(box.size[0], box.size[1], box.size[2]), 0);
    struct buoy_exact *exact = exact_of(mesh);
    for (size_t i = first; i < first + count; ++i) {
        buoy_exact_volume(exact, &questions[i].plane, &expected[i].volume);
    }
}

// Any box, any question.
TEST(any_box) {
    struct rng rng = rng_make("boxes");
    for (int round = 0; round < 40; ++round) {
        for (size_t i = 0; i < most_questions; ++i) {
            questions[i] = box_question_make(&rng);
            ask_exact(questions[i].shape, i, 1);
        }
        check_answers("what exact arithmetic says", most_questions);
    }
}

// Every tilt with every shape: normals turned by θ about one axis and by φ about another.
TEST(tilts_and_aspects) {
    static const double tilts[] = {0.0,  1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4,
                                   1e-3, 1e-2,  0.1,   0.5,  0.8,  1.0,  1.5,  1.5707963267948966};
    static const double aspects[] = {1.0, 1000.0};
    enum {
        tilt_count = sizeof tilts / sizeof *tilts,
        aspect_count = sizeof aspects / sizeof *aspects
    };
    struct rng rng = rng_make("tilts and aspects");
    for (int shape = 0; shape < aspect_count * aspect_count * aspect_count; ++shape) {
        const struct buoy_shape box = {
            BUOY_SHAPE_BOX,
            {(float)(aspects[shape % aspect_count] * rng_between(&rng, 1.0, 1.1)),
             (float)(aspects[shape / aspect_count % aspect_count] * rng_between(&rng, 1.0, 1.1)),
             (float)(aspects[shape / aspect_count / aspect_count] * rng_between(&rng, 1.0, 1.1))}};
        for (int t = 0; t < tilt_count * tilt_count; ++t) {
            const double theta = tilts[t % tilt_count], phi = tilts[t / tilt_count];
            const double n[3] = {cos(theta) * cos(phi), sin(theta) * cos(phi), sin(phi)};
            const size_t up = rng_below(&rng, 3);
            questions[t] = (struct shape_question){
                box,
                {{(float)n[(3 - up) % 3], (float)n[(4 - up) % 3], (float)n[(5 - up) % 3]}, 0.0f}};
            double low, high;
            shape_extent(questions[t], &low, &high);
            questions[t].plane.d = (float)(high * rng_between(&rng, -1.0, 1.0));
        }
        ask_exact(box, 0, tilt_count * tilt_count);
        check_answers("what exact arithmetic says at this tilt", tilt_count * tilt_count);
    }
}

TEST(closed_forms) {
    static const struct {
        struct shape_question question;
        struct buoy_volume answer;
    } cases[] = {
        // Level: the part below z = d of a 2 × 4 × 6 box.
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, 1}}, {32, {0, 0, -1}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, -5}, -5}}, {16, {0, 0, 2}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{2, 0, 0}, -1}}, {12, {-0.75, 0, 0}}},
        // Along an edge: the wedge x + y < −1 of a cube of side 2 is half a unit square.
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 0}, -1}}, {1, {-2.0 / 3.0, -2.0 / 3.0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 0}, 1}}, {7, {-2.0 / 21.0, -2.0 / 21.0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 0}, 0}}, {4, {-1.0 / 3.0, -1.0 / 3.0, 0}}},
        // On a corner: the tetrahedron of legs 1, and half of the cube.
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 1}, -2}}, {1.0 / 6.0, {-0.75, -0.75, -0.75}}},
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 1}, 0}},
         {4, {-13.0 / 48.0, -13.0 / 48.0, -13.0 / 48.0}}},
        // Flush with a face, clear of the box, and level through its centre.
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, -3}}, {0, {0, 0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, 3}}, {48, {0, 0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{1, -1, 1}, 7}}, {48, {0, 0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 1, 0}, 0}}, {24, {0, -1, 0}}},
    };
    const size_t count = sizeof cases / sizeof *cases;
    for (size_t i = 0; i < count; ++i) {
        questions[i] = cases[i].question;
        expected[i].volume = cases[i].answer;
    }
    check_answers("the closed form", count);
}

// Nothing is lost at the tilts at which things float. While the water crosses four sides of a box,
// tilted by θ along x and φ along y, and stands T above its bottom at its middle,
//   c = (−hx² tan θ/(3T), −hy² tan φ/(3T), T/2 − hz + (hx² tan² θ + hy² tan² φ)/(6T)):
// each coordinate of c is held to a few roundings of itself, however small the tilt.
TEST(small_arms) {
    static const double tilts[] = {1e-30, 1e-12, 1e-9, 1e-6, 1e-3, 1e-2};
    struct rng rng = rng_make("small arms");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("box", &i));) {
        for (int k = 0; strcmp(kernel->method->name, "corners") == 0 && k < 1000; ++k) {
            const double theta = tilts[rng_below(&rng, 6)], phi = tilts[rng_below(&rng, 6)];
            const float hx = (float)rng_between(&rng, 1.0, 9.0);
            const float hy = (float)rng_between(&rng, 1.0, 9.0);
            const struct shape_question q = {
                {BUOY_SHAPE_BOX, {hx, hy, 1.0f}},
                {{(float)theta, (float)phi, 1.0f}, (float)rng_between(&rng, -0.8, 0.0)}};
            const struct shape_answer answer = ask_shape(kernel, q);
            const double *c = answer.volume.centre;
            const double t = 1.0 + (double)q.plane.d, x = (double)hx * (double)q.plane.normal[0];
            const double y = (double)hy * (double)q.plane.normal[1];
            const double arm_x = -(double)hx * x / (3.0 * t), arm_y = -(double)hy * y / (3.0 * t);
            const double most = 32.0 * 0x1p-24; // relative
            if (!(fabs(c[0] - arm_x) <= most * fabs(arm_x) &&
                  fabs(c[1] - arm_y) <= most * fabs(arm_y))) {
                print_error("expected c = (%.9g, %.9g)\n", arm_x, arm_y);
                fail_shape(kernel, "a small tilt's arm must be right to its last digits", q,
                           answer);
            }
        }
    }
}
