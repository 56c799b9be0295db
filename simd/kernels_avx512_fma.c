// Every template method on AVX-512 with fused multiply-add: faster, but not the bits of the others.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_AVX512_FMA == 1

#define LANES_FMA
#include "lanes_avx512.h"

#define BUOY_VARIANT(name) name##_avx512_fma
#include "every_method.h"

#endif
