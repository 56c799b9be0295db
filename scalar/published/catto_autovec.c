// volume/catto/autovec: the source of volume/catto/scalar with the compiler free to vectorise.
#include "base/arithmetic.h"

#define CATTO_FUNCTION buoy_volume_catto_autovec
#include "catto_listing.h"
