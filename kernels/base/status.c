// Statuses in words; limits; arrays whose elements fail alone.
#include "base/arithmetic.h"

#include "base/status.h"

#include <stdarg.h>
#include <string.h>

const char *buoy_status_text(enum buoy_status status) {
    static const char too_large[] = "more triangles, vertices, bodies or cuts than the library "
                                    "takes, or parts too tangled";
    static const char *const texts[] = {
        [BUOY_OK] = "no error",
        [BUOY_ERROR_ARGUMENT] = "invalid argument",
        [BUOY_ERROR_MEMORY] = "out of memory",
        [BUOY_ERROR_NON_FINITE] = "a number is infinite or not a number, or a normal is zero",
        [BUOY_ERROR_INDEX] = "a triangle names a vertex that does not exist",
        [BUOY_ERROR_OPEN] = "the mesh is not closed",
        [BUOY_ERROR_WINDING] = "the mesh is wound inconsistently",
        [BUOY_ERROR_INWARD] = "the mesh is wound inward",
        [BUOY_ERROR_ZERO_VOLUME] = "the mesh encloses no volume",
        [BUOY_ERROR_TOO_LARGE] = too_large,
        [BUOY_ERROR_UNKNOWN_NAME] = "no kernel or instruction set has that name",
        [BUOY_ERROR_NOT_RUNNABLE] = "this machine cannot run that kernel or instruction set",
        [BUOY_ERROR_SCRATCH] = "the scratch memory is too small or misaligned",
        [BUOY_ERROR_RANGE] = "a volume is below 0 or above the whole body's",
        [BUOY_ERROR_PRECISION] = "the body is too ill-conditioned for double precision",
        [BUOY_ERROR_PROFILE] =
            "a tuning profile cannot be read or belongs to another library or machine",
        [BUOY_ERROR_IMAGE] = "an image of a mesh is foreign, newer or damaged",
        [BUOY_ERROR_LAYOUT] = "the mesh does not keep what the function reads",
        [BUOY_ERROR_ELEMENT] = "some elements of an array have no answer",
    };
    const size_t index = (size_t)(unsigned)status;
    return index < sizeof texts / sizeof *texts ? texts[index] : "unknown status";
}

enum buoy_status(buoy_fail)(struct buoy_error *error, enum buoy_status status, const char *format,
                            ...) {
    if (error) {
        error->status = status;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

enum buoy_status buoy_fail_memory(struct buoy_error *error) {
    return buoy_fail(error, BUOY_ERROR_MEMORY, "%s", buoy_status_text(BUOY_ERROR_MEMORY));
}

enum buoy_status buoy_fail_scratch(struct buoy_error *error, size_t needed) {
    return buoy_fail(error, BUOY_ERROR_SCRATCH,
                     "%zu bytes of scratch memory, aligned to 64, are needed", needed);
}

enum buoy_status buoy_fail_plane(struct buoy_error *error, const struct buoy_plane *plane,
                                 size_t index) {
    const float *n = plane->normal;
    return buoy_fail(error, BUOY_ERROR_NON_FINITE, "plane %zu: normal (%g, %g, %g), d %g: %s",
                     index, (double)n[0], (double)n[1], (double)n[2], (double)plane->d,
                     n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f ? "the normal is zero"
                                                                  : "not finite");
}

enum buoy_status buoy_fail_limit(const struct buoy_quantity *quantity, const char *of, size_t index,
                                 struct buoy_error *error) {
    char place[40] = "", limit[40] = "not finite";
    int i = 0;
    while (buoy_within(&quantity->numbers[i], 1, quantity->most)) {
        ++i;
    }
    if (of) {
        snprintf(place, sizeof place, "%s %zu: ", of, index);
    }
    if (isfinite(quantity->numbers[i])) {
        snprintf(limit, sizeof limit, "beyond the limit of %g", quantity->most);
    }
    return buoy_fail(error, BUOY_ERROR_NON_FINITE, "%s%s %.17g is %s", place, quantity->name,
                     quantity->numbers[i], limit);
}

// ---------------------------------------------------------------------------------------- elements

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
