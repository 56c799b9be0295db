// volume/catto/autovec: the source of volume/catto/scalar with the compiler free to vectorise.
#define CATTO_FUNCTION buoy_volume_catto_autovec
#include "base/arithmetic.h"

#include "catto_float.h"
