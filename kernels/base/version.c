// Which library this is.
#include "base/arithmetic.h"

#include "buoyancy.h"

uint32_t buoy_version(void) {
    return BUOY_VERSION;
}
