// Every template method on SVE with vectors of 256 or 512 bits, whichever the compiler's flags fix;
// with LANES_FMA defined, with fused multiply-add: faster, but not the bits of the others.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_SVE256 == 1 || BUOY_BUILT_SVE256_FMA == 1 || BUOY_BUILT_SVE512 == 1 ||              \
    BUOY_BUILT_SVE512_FMA == 1

#include "lanes_sve.h"

#if LANES_WIDTH == 8 && !defined(LANES_FMA)
#define BUOY_VARIANT(name) name##_sve256
#elif LANES_WIDTH == 8
#define BUOY_VARIANT(name) name##_sve256_fma
#elif !defined(LANES_FMA)
#define BUOY_VARIANT(name) name##_sve512
#else
#define BUOY_VARIANT(name) name##_sve512_fma
#endif
#include "every_method.h"

#endif
