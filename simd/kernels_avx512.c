// Every template method on AVX-512.
#include "lanes_avx512.h"

#define BUOY_VARIANT(name) name##_avx512
#include "every_method.h"
