// Every template method on lanes that count. The bits are those of the scalar twins.
#include "lanes_counted.h"

#define BUOY_VARIANT(name) name##_counted
#include "../../../../simd/every_method.h"
