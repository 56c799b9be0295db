// Every template method on RISC-V's vectors (V) of 256 bits.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_RVV256 == 1

#include "lanes_rvv.h"

#define BUOY_VARIANT(name) name##_rvv256
#include "every_method.h"

#endif
