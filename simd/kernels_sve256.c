// Every template method on SVE with vectors of 256 bits.
#include "lanes_sve.h"

#define BUOY_VARIANT(name) name##_sve256
#include "every_method.h"
