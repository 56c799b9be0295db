// Every template method on SSE2.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_SSE2 == 1

#include "lanes_sse2.h"

#define BUOY_VARIANT(name) name##_sse2
#include "every_method.h"

#endif
