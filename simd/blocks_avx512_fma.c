// volume/blocks on AVX-512 with fused multiply-add: faster, but not the bits of the other variants.
#define LANES_FMA
#include "lanes_avx512.h"

#define BLOCKS_NAME(name) name##_avx512_fma
#include "blocks_template.h"
