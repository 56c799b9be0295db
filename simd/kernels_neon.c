// Every template method on NEON; with LANES_FMA defined, with fused multiply-add: faster, but not
// the bits of the others.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#ifdef LANES_FMA
#define BUOY_BUILT BUOY_BUILT_NEON_FMA
#define BUOY_VARIANT(name) name##_neon_fma
#else
#define BUOY_BUILT BUOY_BUILT_NEON
#define BUOY_VARIANT(name) name##_neon
#endif
#if BUOY_BUILT == 1

#include "lanes_neon.h"

#include "every_method.h"

#endif
