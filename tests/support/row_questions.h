// Questions that are rows of numbers (bench/questions/rows.h), as tests/climb and tests/fuzz ask
// them.
#ifndef TESTS_ROW_QUESTIONS_H
#define TESTS_ROW_QUESTIONS_H

#include "rows.h"

// Room for so many rows of a family.
struct queries row_questions_make(const struct family *family, size_t count);

// The answers to the rows from `index` on, through the function that checks them; `more` may be
// NULL.
enum buoy_status row_questions_ask(const struct queries *queries, const struct buoy_kernel *kernel,
                                   size_t index, size_t count, void *answers, void *more,
                                   struct buoy_error *error);

// Whether the kernel answers the question.
bool row_question_is_for(const struct queries *queries, size_t index,
                         const struct buoy_kernel *kernel);

// The property that an answer lacks, whatever was asked, or NULL: 0 ≤ V ≤ the whole, the centre in
// the bounding box and not above the water, or in its middle where V is 0.
const char *row_answer_fault(const struct queries *queries, size_t index,
                             const struct buoy_kernel *kernel, const void *answer);

#endif
