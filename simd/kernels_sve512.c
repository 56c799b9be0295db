// Every template method on SVE with vectors of 512 bits.
#include "lanes_sve.h"

#define BUOY_VARIANT(name) name##_sve512
#include "every_method.h"
