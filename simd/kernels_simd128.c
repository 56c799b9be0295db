// Every template method on WebAssembly's SIMD.
#include "lanes_simd128.h"

#define BUOY_VARIANT(name) name##_simd128
#include "every_method.h"
