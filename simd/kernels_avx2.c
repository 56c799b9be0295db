// Every template method on AVX2.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_AVX2 == 1

#include "lanes_avx2.h"

#define BUOY_VARIANT(name) name##_avx2
#include "every_method.h"

#endif
