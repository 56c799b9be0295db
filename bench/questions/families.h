// The families: the file of each defines one of these.
#ifndef BENCH_FAMILIES_H
#define BENCH_FAMILIES_H

#include "buoyancy_shapes.h"
#include "family.h"

extern const struct family family_volume;
extern const struct family family_hydrostatics;
extern const struct family family_box;
extern const struct family family_shapes_mixed;
extern const struct family family_shapes_box;
extern const struct family family_shapes_sphere;
extern const struct family family_shapes_ellipsoid;
extern const struct family family_shapes_capsule;
extern const struct family family_shapes_cylinder;
extern const struct family family_shapes_cone;
extern const struct family family_polygon;
extern const struct family family_basin;
extern const struct family family_water;
extern const struct family family_pressure;
extern const struct family family_forces;
extern const struct family family_step;

// For families that answer with a volume and its centroid, or with an area and its own.
extern const struct family_headings families_volume_headings, families_area_headings;
extern const char *const families_volume_fields[4], *const families_area_fields[3];

// 64 questions a call; by default, or only where the user chooses the kernels.
extern const struct workload families_per_call, families_on_request;

// For families whose kernels need no scratch memory, or receive no triangles.
size_t families_no_scratch(const struct queries *queries, const struct buoy_kernel *kernel);
size_t families_no_triangles(const struct queries *queries, const struct buoy_kernel *kernel);
double families_none_examined(const struct queries *queries, const struct buoy_kernel *kernel);

// A box as 12 triangles. For baselines, a cube of half extents 1 is asked with a plane that was
// transformed with it into a box: bounds of such an answer.
enum buoy_status families_box_mesh(const struct buoy_shape *box, struct buoy_mesh **mesh,
                                   struct buoy_error *error);
struct family_bounds families_cube_bounds(const struct buoy_kernel *kernel,
                                          const struct buoy_mesh *cube,
                                          const struct buoy_plane *plane);

#endif
