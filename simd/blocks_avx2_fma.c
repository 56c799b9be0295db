// volume/blocks on AVX2 with fused multiply-add: faster, but not the bits of the other variants.
#define LANES_FMA
#include "lanes_avx2.h"

#define BLOCKS_NAME(name) name##_avx2_fma
#include "blocks_template.h"
