// Why meshes are refused, and what helps.
#include "base/arithmetic.h"

#include "soup/cures.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WORDS(name, cause, words) words,
const char *const buoy_cures[BUOY_CAUSES] = {BUOY_CURES(WORDS)};

enum buoy_status(buoy_refuse_for)(struct buoy_error *error, enum buoy_status status,
                                  enum buoy_cause cause, const char *format, ...) {
    if (!error) {
        return status;
    }
    char what[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const char *words = buoy_cures[cause];
    const size_t room = sizeof error->message - sizeof ": " - strlen(words);
    return buoy_fail(error, status, "%.*s: %s", (int)room, what, words);
}
