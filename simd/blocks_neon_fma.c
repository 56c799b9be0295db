// volume/blocks on NEON with fused multiply-add: faster, but not the bits of the other variants.
#define LANES_FMA
#include "lanes_neon.h"

#define BLOCKS_NAME(name) name##_neon_fma
#include "blocks_template.h"
