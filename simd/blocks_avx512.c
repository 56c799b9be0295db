// volume/blocks on AVX-512.
#include "lanes_avx512.h"

#define BLOCKS_NAME(name) name##_avx512
#include "blocks_template.h"
