// Every template method on SSE2.
#include "lanes_sse2.h"

#define BUOY_VARIANT(name) name##_sse2
#include "every_method.h"
