// The parameters of catto_listing.h in single precision, for both ways of compiling it.
#include <float.h>

#define CATTO_REAL float
#define CATTO_X(mesh, of, i) ((void)(mesh), (of)->x[i])
#define CATTO_Y(mesh, of, i) ((of)->y[i])
#define CATTO_Z(mesh, of, i) ((of)->z[i])
#define CATTO_OFFSET(mesh, given, d, baked) ((baked)->offset)
// A body whose deepest corner is less deep than this is too shallow to resolve in float: a height
// is the rounded sum of terms of up to the plane's reach.
#define CATTO_LEAST_DEPTH 2.4e-7
#define CATTO_LEAST_VOLUME FLT_EPSILON
#include "catto_listing.h"
