// Every template method on AVX2 with fused multiply-add: faster, but not the bits of the others.
#define LANES_FMA
#include "lanes_avx2.h"

#define BUOY_VARIANT(name) name##_avx2_fma
#include "every_method.h"
