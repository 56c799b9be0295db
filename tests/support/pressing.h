// Bodies in any water: queries the kernels of `pressure`, and checks their answers.
#ifndef TESTS_PRESSING_H
#define TESTS_PRESSING_H

#include "buoyancy_pressure.h"
#include "dispatch/registry.h"
#include "next_kernel.h"
#include "rng.h"

// A body in its water.
struct pressing {
    const char *body; // its name, for messages
    const struct buoy_mesh *mesh;
    struct buoy_pose pose;
    struct buoy_water water;
    const struct buoy_surface_motion *motion; // or NULL
    struct buoy_waterline *waterline;         // or NULL
};

struct buoy_pressure_query pressing_query(const struct pressing *pressing, void *scratch,
                                          size_t scratch_bytes);

// Asks a kernel about a body in water. Whatever the question, the test fails unless all numbers are
// finite, the wetted area is between 0 and the whole, and without any there is no force.
struct buoy_pressure ask_pressure(const struct buoy_kernel *kernel,
                                  const struct pressing *pressing);

// The true answer, in double: each triangle is clipped, and each part integrated from the middles
// of its edges.
struct buoy_pressure true_pressure(const struct pressing *pressing);

// The allowed error of a kernel's answer: the kernel's documented bounds and, for the truth's own
// rounding, the bounds of `kerner64`, which works in double, too.
struct buoy_pressure_bounds bounds_of_pressure(const struct buoy_kernel *kernel,
                                               const struct pressing *pressing);

// The torque of an answer about the mesh's centre.
void torque_at_centre(const struct pressing *pressing, const struct buoy_pressure *about_pose,
                      double torque[3]);

// Fails the test unless the force, the torque about the mesh's centre and the wetted area are
// within those bounds of what is expected, widened by `slack` of ρ g V_total, of that × the
// diagonal, and of the whole surface.
void expect_pressure(const struct buoy_kernel *kernel, const struct pressing *pressing,
                     const char *property, const struct buoy_pressure *got,
                     const struct buoy_pressure *expected, double slack);

// A rotation uniform over all there are, the mesh's centre at a place.
struct buoy_pose random_pose(struct rng *rng, const struct buoy_mesh *mesh, const double at[3]);

// Waves some of a length high and several long.
struct buoy_waves *random_waves(struct rng *rng, double length);

// A patch that covers ± `half`, filled from waves at time 0.
struct buoy_patch *patch_of_waves(const struct buoy_waves *waves, double half, uint32_t columns,
                                  uint32_t rows);

// Waves and a patch of them about a body of some two units, whose border the body may reach beyond.
struct waters {
    struct buoy_waves *waves;
    struct buoy_patch *patch;
};
struct waters waters_make(struct rng *rng);
void waters_free(struct waters *waters);

// Such a body in water of any kind.
struct pressing random_pressing(struct rng *rng, const struct buoy_mesh *mesh,
                                const struct waters *waters);

#endif
