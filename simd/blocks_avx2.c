// volume/blocks on AVX2.
#include "lanes_avx2.h"

#define BLOCKS_NAME(name) name##_avx2
#include "blocks_template.h"
