// Arrays whose elements fail alone.
#include "base/arithmetic.h"

#include "base/elements.h"

#include <string.h>

#include "base/status.h"

void buoy_elements_answer(const struct buoy_elements *elements, size_t first, size_t count) {
    if (elements->failed) {
        memset(elements->failed + first, 0, count);
    }
}

void buoy_elements_fail(struct buoy_elements *elements, size_t index) {
    elements->first = index < elements->first ? index : elements->first;
    ++elements->failures;
    if (elements->failed) {
        elements->failed[index] = 1;
    }
}

enum buoy_status buoy_elements_end(const struct buoy_elements *elements, size_t count,
                                   struct buoy_error *error) {
    if (elements->failures == 0) {
        return buoy_succeed(error);
    }
    char failures[64]; // of which the caller reads all, however long the cause is
    snprintf(failures, sizeof failures, " (%zu of %zu failed)", elements->failures, count);
    return buoy_fail(error, BUOY_ERROR_ELEMENT, "%.*s%s",
                     (int)(sizeof error->message - 1 - strlen(failures)), elements->cause.message,
                     failures);
}

enum buoy_status buoy_answered(uint8_t *failed, size_t count, struct buoy_error *error) {
    if (failed) {
        memset(failed, 0, count);
    }
    return buoy_succeed(error);
}

enum buoy_status buoy_answer_runs(const struct buoy_runs *runs, struct buoy_error *error) {
    struct buoy_elements elements;
    buoy_elements_begin(&elements, runs->failed);
    for (size_t begin = 0; begin < runs->count;) {
        const size_t end =
            runs->find_fault(runs->question, begin, buoy_elements_cause(&elements, begin));
        if (end > begin) {
            buoy_elements_answer(&elements, begin, end - begin);
            runs->answer(runs->question, begin, end - begin);
        }
        if (end < runs->count) {
            buoy_elements_fail(&elements, end);
            runs->forget(runs->question, end);
        }
        begin = end + 1;
    }
    return buoy_elements_end(&elements, runs->count, error);
}
