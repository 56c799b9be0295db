// Queries of the families `shapes` and `box`: asks them, and checks that the answers are valid and
// keep the kernels' promises.
#ifndef TESTS_SHAPES_H
#define TESTS_SHAPES_H

#include "buoyancy_shapes.h"
#include "next_kernel.h"
#include "rng.h"

struct shape_question {
    struct buoy_shape shape;
    struct buoy_plane plane;
};

// Both parts of an answer.
struct shape_answer {
    struct buoy_volume volume;
    struct buoy_shape_surface surface;
};

// A question about a shape of one of the kinds (a set, mesh/kinds.h) that is hard to get right:
// sizes up to 1000 times as long as others, tilts of 0, 10⁻¹² … 1 about one axis or two, planes
// anywhere, barely wet, barely dry, through the middle and clear of the shape. Only + − × ÷ √ in
// double: the same bits on every platform.
struct shape_question shape_question_make(struct rng *rng, unsigned kinds);

// A box and a plane, also through corners and clear of the box.
struct shape_question box_question_make(struct rng *rng);

// `count` questions for most kernels, enough for a voxel count.
size_t box_questions_for(const struct buoy_kernel *kernel, size_t count);

// The kinds that a kernel of `shapes` answers.
unsigned shapes_kinds_of(const struct buoy_kernel *kernel);

// Asks a kernel about shapes. Whatever the questions, the test fails unless 0 ≤ V ≤ the shape's
// volume, c is in the shape's bounding box and not above the water, or the origin where V = 0,
// areas are between 0 and the whole, and second moments along axes are not below 0. Kernels of
// `box` are asked for volumes alone.
void ask_shapes(const struct buoy_kernel *kernel, const struct shape_question *questions,
                size_t count, struct shape_answer *answers);
struct shape_answer ask_shape(const struct buoy_kernel *kernel, struct shape_question question);

// Properties of the shape of a question, and the diagonal of its bounding box.
struct buoy_shape_info shape_info(struct shape_question question);
double shape_diagonal(struct shape_question question);

// The least and the largest n·x of the shape's points.
void shape_extent(struct shape_question question, double *low, double *high);

// Prints a question for a failing test.
void print_shape(struct shape_question question);

// Fails the test: what was asked, what was answered, and what ought to hold.
void fail_shape(const struct buoy_kernel *kernel, const char *property,
                struct shape_question question, struct shape_answer got);

// Fails the test unless the volume and the centre are within `bounds` times the kernel's documented
// bounds of the expected ones; and the same for surfaces.
void expect_shape(const struct buoy_kernel *kernel, const char *property,
                  struct shape_question question, struct shape_answer got,
                  struct shape_answer expected, double bounds);
void expect_shape_surface(const struct buoy_kernel *kernel, const char *property,
                          struct shape_question question, struct shape_answer got,
                          struct shape_answer expected, double bounds);

// Fails the test unless two answers have the same bits.
void expect_same_shape(const struct buoy_kernel *kernel, const char *property,
                       struct shape_question question, struct shape_answer got,
                       struct shape_answer expected);

#endif
