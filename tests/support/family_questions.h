// The queries for each kernel family's digest, and their answers bit by bit.
#ifndef TESTS_FAMILY_QUESTIONS_H
#define TESTS_FAMILY_QUESTIONS_H

#include "boxes.h"
#include "corpus.h"
#include "dispatch/registry.h"
#include "outline.h"

enum {
    family_box_count = 3000,
    family_polygon_count = 3000,
    family_shape_count = 3000,
};
extern struct corpus family_corpus;
extern struct box_question family_boxes[family_box_count];
extern struct outline_question family_polygons[family_polygon_count];

// Setup and teardown of a group of tests.
int family_questions_make(void **state);
int family_questions_free(void **state);

enum {
    volume_fields = 4,
    hydrostatics_fields = 15,
    pressing_fields = 13,
    force_fields = 12,
    step_fields = 17,
    most_fields = step_fields
};

// The bits of an answer, field by field: as many as its family has.
struct answer_bits {
    uint64_t field[most_fields];
};

// What a family is asked. Kernels that are asked less leave the other answers zero.
struct family_questions {
    const char *name;
    size_t (*questions)(void);
    void (*ask)(const struct buoy_kernel *kernel, struct answer_bits *answers);
    void (*print_question)(size_t question);
    size_t fields;
    const char *const *names;
};

// The test fails if there are none for the kernel's family.
const struct family_questions *family_questions_of(const struct buoy_kernel *kernel);

// All answers of a kernel, which the caller frees.
struct answer_bits *family_questions_ask(const struct buoy_kernel *kernel);

#endif
