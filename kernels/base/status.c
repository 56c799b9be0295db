// Statuses in words.
#include "base/arithmetic.h"

#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

const char *buoy_status_text(enum buoy_status status) {
    switch (status) {
    case BUOY_OK:
        return "no error";
    case BUOY_ERROR_ARGUMENT:
        return "invalid argument";
    case BUOY_ERROR_MEMORY:
        return "out of memory";
    case BUOY_ERROR_NON_FINITE:
        return "a number is infinite or not a number, or a normal is zero";
    case BUOY_ERROR_INDEX:
        return "a triangle names a vertex that does not exist";
    case BUOY_ERROR_OPEN:
        return "the mesh is not closed";
    case BUOY_ERROR_WINDING:
        return "the mesh is wound inconsistently";
    case BUOY_ERROR_INWARD:
        return "the mesh is wound inward";
    case BUOY_ERROR_ZERO_VOLUME:
        return "the mesh encloses no volume";
    case BUOY_ERROR_TOO_LARGE:
        return "more triangles, vertices, bodies or cuts than the library takes, or parts too "
               "tangled";
    case BUOY_ERROR_UNKNOWN_NAME:
        return "no kernel or instruction set has that name";
    case BUOY_ERROR_NOT_RUNNABLE:
        return "this machine cannot run that kernel or instruction set";
    case BUOY_ERROR_SCRATCH:
        return "the scratch memory is too small or misaligned";
    case BUOY_ERROR_RANGE:
        return "a volume is below 0 or above the whole body's";
    case BUOY_ERROR_PRECISION:
        return "the body is too ill-conditioned for double precision";
    case BUOY_ERROR_PROFILE:
        return "a tuning profile cannot be read or belongs to another library or machine";
    case BUOY_ERROR_IMAGE:
        return "an image of a mesh is foreign, newer or damaged";
    case BUOY_ERROR_LAYOUT:
        return "the mesh does not keep what the function reads";
    case BUOY_ERROR_ELEMENT:
        return "some elements of an array have no answer";
    }
    return "unknown status";
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
