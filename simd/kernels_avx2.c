// Every template method on AVX2; with LANES_FMA defined, with fused multiply-add: faster, but not
// the bits of the others.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#ifdef LANES_FMA
#define BUOY_BUILT BUOY_BUILT_AVX2_FMA
#define BUOY_VARIANT(name) name##_avx2_fma
#else
#define BUOY_BUILT BUOY_BUILT_AVX2
#define BUOY_VARIANT(name) name##_avx2
#endif
#if BUOY_BUILT == 1

#include "lanes_avx2.h"

#include "every_method.h"

#endif
