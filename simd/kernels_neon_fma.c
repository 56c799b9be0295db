// Every template method on NEON with fused multiply-add: faster, but not the bits of the others.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_NEON_FMA == 1

#define LANES_FMA
#include "lanes_neon.h"

#define BUOY_VARIANT(name) name##_neon_fma
#include "every_method.h"

#endif
