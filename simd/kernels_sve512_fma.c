// Every template method on SVE with vectors of 512 bits and fused multiply-add: faster, but not the
// bits of the others.
#define LANES_FMA
#include "lanes_sve.h"

#define BUOY_VARIANT(name) name##_sve512_fma
#include "every_method.h"
