// Every template method on NEON.
#include "lanes_neon.h"

#define BUOY_VARIANT(name) name##_neon
#include "every_method.h"
