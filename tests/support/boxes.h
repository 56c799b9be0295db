// Queries of the `box` family: asks them, and checks that the answers are valid and keep the
// kernels' promises.
#ifndef TESTS_BOXES_H
#define TESTS_BOXES_H

#include "buoyancy_shapes.h"
#include "next_kernel.h"
#include "rng.h"

struct box_question {
    struct buoy_shape box;
    struct buoy_plane plane;
};

// A question of any kind that is hard to get right: edges up to 1000 times as long as others, tilts
// of 0, 10⁻¹² … 1 about one axis or two, planes anywhere, through corners, barely wet, barely dry
// and clear of the box. Only + − × ÷ in double: the same bits on every platform.
struct box_question box_question_make(struct rng *rng);

// Those of the family `box`, without those that are wrong as published.
const struct buoy_kernel *next_right_box_kernel(size_t *index);

// `count` questions for most kernels, enough for a voxel count.
size_t box_questions_for(const struct buoy_kernel *kernel, size_t count);

// Asks a kernel about boxes. Whatever the questions, the test fails unless 0 ≤ V ≤ the box's
// volume, and c is in the box and not above the water, or the origin where V = 0.
void ask_boxes(const struct buoy_kernel *kernel, const struct box_question *questions, size_t count,
               struct buoy_volume *results);
struct buoy_volume ask_box(const struct buoy_kernel *kernel, struct box_question question);

double box_volume(struct buoy_shape box);
double box_diagonal(struct buoy_shape box);

// Half the extent of the box along n, times |n|: the plane misses the box if |d| is larger.
double box_reach(struct box_question question);

// Fails the test: what was asked, what was answered, and what ought to hold.
void fail_box(const struct buoy_kernel *kernel, const char *property, struct box_question question,
              struct buoy_volume got);

// Fails the test unless an answer is within `bounds` times the kernel's documented bounds of the
// expected one.
void expect_box(const struct buoy_kernel *kernel, const char *property,
                struct box_question question, struct buoy_volume got, struct buoy_volume expected,
                double bounds);

// Fails the test unless two answers have the same bits.
void expect_same_box(const struct buoy_kernel *kernel, const char *property,
                     struct box_question question, struct buoy_volume got,
                     struct buoy_volume expected);

#endif
