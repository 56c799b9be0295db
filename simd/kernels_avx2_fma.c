// Every template method on AVX2 with fused multiply-add: faster, but not the bits of the others.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_AVX2_FMA == 1

#define LANES_FMA
#include "lanes_avx2.h"

#define BUOY_VARIANT(name) name##_avx2_fma
#include "every_method.h"

#endif
