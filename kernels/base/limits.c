// Bounds of the numbers that callers may give.
#include "base/arithmetic.h"

#include "base/limits.h"

#include "base/status.h"

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
