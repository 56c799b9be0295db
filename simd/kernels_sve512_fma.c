// Every template method on SVE with vectors of 512 bits and fused multiply-add: faster, but not the
// bits of the others.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_SVE512_FMA == 1

#define LANES_FMA
#include "lanes_sve.h"

#define BUOY_VARIANT(name) name##_sve512_fma
#include "every_method.h"

#endif
