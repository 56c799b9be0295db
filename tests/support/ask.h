// Queries kernels, and checks that their answers are valid and keep the kernels' promises.
#ifndef TESTS_ASK_H
#define TESTS_ASK_H

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "next_kernel.h"

// Who is asked about what.
struct subject {
    const struct buoy_kernel *kernel;
    struct buoy_mesh *mesh;
    const char *body; // its name, for messages
};

// Whether a kernel counts voxels: so slow and so coarse that fewer questions do.
bool is_voxel(const struct buoy_kernel *kernel);

// `count` questions for most kernels, enough for a voxel count.
size_t questions_for(const struct buoy_kernel *kernel, size_t count);

// Questions about a mesh: an eighth, at least one, where each question costs a look at every one of
// many triangles. Emulated processors would take minutes.
size_t questions_about(const struct buoy_mesh *mesh, const struct buoy_kernel *kernel,
                       size_t count);

// Fails the test unless 0 ≤ V ≤ V_total (1 + 10⁻⁶), and c is in the bounding box and not above the
// water, or the mesh's centre where V = 0.
void expect_possible(const struct subject *subject, struct buoy_plane plane,
                     struct buoy_volume got);

// Asks a kernel about planes. Whatever the question, the test fails unless the answer is possible.
void ask_all(const struct subject *subject, const struct buoy_plane *planes, size_t count,
             struct buoy_volume *results);
struct buoy_volume ask(const struct subject *subject, struct buoy_plane plane);

// Asks about a mesh that may be open, where there is nothing that every answer must be.
void ask_open(const struct subject *subject, const struct buoy_plane *planes, size_t count,
              struct buoy_volume *results);

// Like ask_open(), about planes in float or in double, with error bounds of the answers, or NULL.
void ask_with_errors(const struct subject *subject, const struct buoy_plane *planes,
                     const struct buoy_plane64 *planes64, size_t count, struct buoy_volume *results,
                     struct buoy_volume_error *errors);

// The kernel's documented bounds on this mesh below a plane: on |ΔV|, and on |Δc|.
double volume_bound(const struct subject *subject, struct buoy_plane plane);
double centroid_bound(const struct subject *subject, struct buoy_plane plane);

// By how much rounding a body's vertices to float may change a volume: by the whole surface times
// how far a vertex moves at most.
double rounding_slack(const struct buoy_mesh *mesh);

// What a volume misplaced anywhere in the body does to the centroid of `volume`.
double misplaced(const struct buoy_mesh *mesh, double slack, double volume);

// Fails the test: what was asked, what was answered, and what ought to hold.
void fail_answer(const struct subject *subject, const char *property, struct buoy_plane plane,
                 struct buoy_volume got);

// Fails the test unless an answer lies within the kernel's bounds, widened by slacks for what is
// not the kernel's doing, of the expected one.
void expect(const struct subject *subject, const char *property, struct buoy_plane plane,
            struct buoy_volume got, struct buoy_volume expected, double volume_slack,
            double centroid_slack);

// Fails the test unless two answers have the same bits.
void expect_same_bits(const struct subject *subject, const char *property, struct buoy_plane plane,
                      const struct buoy_volume *got, const struct buoy_volume *expected);

#endif
