// Every template method, for one instruction set. Include it once per source, after defining
//
//   BUOY_VARIANT(name)  the exported name of this variant, e.g. name##_avx2
//
// and including one lanes_<isa>.h. It undefines the parameter at its end.
#ifndef BUOY_VARIANT
#error "define BUOY_VARIANT(name) before including this template"
#endif

#include "box_corners.h"
#include "forces_batch.h"
#include "hydrostatics_blocks.h"
#include "polygon_batch.h"
#include "pressure_kerner.h"
#include "volume_batch.h"
#include "volume_blocks.h"
#include "volume_hierarchy.h"
#include "water_waves.h"

#undef BUOY_VARIANT
