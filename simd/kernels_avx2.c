// Every template method on AVX2.
#include "lanes_avx2.h"

#define BUOY_VARIANT(name) name##_avx2
#include "every_method.h"
