// Every template method on AVX-512.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_AVX512 == 1

#include "lanes_avx512.h"

#define BUOY_VARIANT(name) name##_avx512
#include "every_method.h"

#endif
