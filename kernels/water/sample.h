// What every query of a surface must bring.
#ifndef BUOY_SAMPLE_H
#define BUOY_SAMPLE_H

#include "buoyancy_water.h"

enum buoy_status buoy_check_surface_query(const struct buoy_surface_query *query);

#endif
