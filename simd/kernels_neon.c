// Every template method on NEON.
#include "base/arithmetic.h"
#include "base/hot.h"
#include "dispatch/isas.h"

#if BUOY_BUILT_NEON == 1

#include "lanes_neon.h"

#define BUOY_VARIANT(name) name##_neon
#include "every_method.h"

#endif
