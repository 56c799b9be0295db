// Every template method in plain C: the twins that all variants must match bit for bit.
#include "base/arithmetic.h"
#include "base/hot.h"

#include "lanes_scalar.h"

#define BUOY_VARIANT(name) name##_scalar
#include "every_method.h"
