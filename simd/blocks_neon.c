// volume/blocks on NEON.
#include "lanes_neon.h"

#define BLOCKS_NAME(name) name##_neon
#include "blocks_template.h"
