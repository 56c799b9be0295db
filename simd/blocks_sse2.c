// volume/blocks on SSE2.
#include "lanes_sse2.h"

#define BLOCKS_NAME(name) name##_sse2
#include "blocks_template.h"
