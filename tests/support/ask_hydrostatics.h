// Queries the kernels of the `hydrostatics` family, and checks that their answers are valid and
// keep the kernels' promises.
#ifndef TESTS_ASK_HYDROSTATICS_H
#define TESTS_ASK_HYDROSTATICS_H

#include "ask.h"
#include "buoyancy_hydrostatics.h"
#include "next_kernel.h"

// An answer's volume and centre of buoyancy.
struct buoy_volume volume_part(const struct buoy_hydrostatics *answer);

// Asks a kernel about planes. Whatever the question, the test fails unless the answer is possible:
// what expect_possible() says of V and c; areas no larger than the surface, the waterplane's no
// larger than the wetted or the dry one; w on the water and in the bounding box; second moments
// positive semidefinite and without a part along the normal; nothing where no vertex is submerged.
void ask_hydrostatics_all(const struct subject *subject, const struct buoy_plane *planes,
                          size_t count, struct buoy_hydrostatics *results);
void expect_possible_surface(const struct subject *subject, struct buoy_plane plane,
                             const struct buoy_hydrostatics *got); // all of it but V and c
struct buoy_hydrostatics ask_hydrostatics(const struct subject *subject, struct buoy_plane plane);

// Asks about a mesh that may be open, where there is nothing that every answer must be.
void ask_hydrostatics_open(const struct subject *subject, const struct buoy_plane *planes,
                           size_t count, struct buoy_hydrostatics *results);

// Errors, or the bounds on them: of areas / A, with A the area of the whole surface; of the
// waterplane's area × its centroid / A D, with D the diagonal; of second moments / A D²; and of
// second moments as a share of the largest.
struct surface_slack {
    double areas, centroid, moments, moments_relative;
};

// A kernel's documented bounds where the plane's offset is d.
struct surface_slack surface_bounds_at(const struct subject *subject, struct buoy_plane plane,
                                       double d);

// What the reference in double says, and its own bounds.
struct buoy_hydrostatics reference_hydrostatics(const struct buoy_mesh *mesh,
                                                struct buoy_plane plane,
                                                struct surface_slack *bounds);

// Fails the test unless an answer's areas and waterplane lie within the kernel's bounds, widened by
// slacks for what is not the kernel's doing, of the expected ones; what is expected to be NaN, is
// not looked at.
void expect_surface(const struct subject *subject, const char *property, struct buoy_plane plane,
                    const struct buoy_hydrostatics *got, const struct buoy_hydrostatics *expected,
                    struct surface_slack slack);

// Fails the test unless two answers have the same bits.
void expect_same_hydrostatics(const struct subject *subject, const char *property,
                              struct buoy_plane plane, const struct buoy_hydrostatics *got,
                              const struct buoy_hydrostatics *expected);

// Fails the test: what was asked, what was answered, and what ought to hold.
void fail_hydrostatics(const struct subject *subject, const char *property, struct buoy_plane plane,
                       const struct buoy_hydrostatics *got);

#endif
