// Every template method on WebAssembly's SIMD.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_SIMD128 == 1

#include "lanes_simd128.h"

#define BUOY_VARIANT(name) name##_simd128
#include "every_method.h"

#endif
