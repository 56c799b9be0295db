// Bodies that move: made of one shape or mesh, moved by the library, and what is asked of them.
#ifndef TESTS_DRIFTING_H
#define TESTS_DRIFTING_H

#include "motion.h"

// A model of a shape of uniform density. The test fails if it cannot be made.
struct buoy_model *drifting_shape(enum buoy_shape_kind kind, float a, float b, float c,
                                  double density, struct buoy_drag drag);

// A model of a mesh of uniform density.
struct buoy_model *drifting_mesh(const struct buoy_mesh *mesh, double density,
                                 struct buoy_drag drag);

// A body of a model at rest, at a height and turned by (x, y, z, 1) made a unit.
struct motion_body drifting_body(const struct buoy_model *model, double height, double x, double y,
                                 double z);

// A question about bodies in some water.
struct motion_query drifting_query(struct motion_body *bodies, size_t count,
                                   const struct buoy_water *water, double dt,
                                   enum motion_scheme scheme);

// Moves bodies, and the query's time with them. The test fails if they cannot be moved.
void drifting_advance(struct motion_query *query, size_t steps);

// The energy of the query's only body; and its kinetic energy about a current, with its angular
// momentum, found independently of the library.
double drifting_energy(const struct motion_query *query);
double drifting_kinetic(const struct motion_body *body, const double current[3],
                        double momentum[3]);

// Where the centre of mass of a body is.
void drifting_centre(const struct motion_body *body, double centre[3]);

#endif
