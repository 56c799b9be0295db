// Every template method on SVE with vectors of 256 bits.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_SVE256 == 1

#include "lanes_sve.h"

#define BUOY_VARIANT(name) name##_sve256
#include "every_method.h"

#endif
