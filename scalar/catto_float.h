// The parameters of catto_listing.h in single precision, for both ways of compiling it.
#include <float.h>

#define CATTO_REAL float
#define CATTO_X(mesh, i) ((mesh)->x[i])
#define CATTO_Y(mesh, i) ((mesh)->y[i])
#define CATTO_Z(mesh, i) ((mesh)->z[i])
#define CATTO_OFFSET(mesh, given, baked) ((baked)->offset)
#define CATTO_LEAST_DEPTH BUOY_LEAST_DEPTH
#define CATTO_LEAST_VOLUME FLT_EPSILON
#include "catto_listing.h"
