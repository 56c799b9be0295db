// Questions about a mesh below planes, as the families `volume` and `hydrostatics` of the table of
// questions have them (bench/questions), for tests/climb and tests/fuzz.
#ifndef TESTS_MESH_QUESTIONS_H
#define TESTS_MESH_QUESTIONS_H

#include "ask_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "family.h"

// The mesh must live as long; queries_free() ends them.
struct queries mesh_questions_make(const struct family *family, const struct buoy_mesh *mesh,
                                   const struct buoy_plane *planes, size_t count, unsigned voxels);

// The answers to `count` of them from the first-th on, through the function that checks them;
// `bounds` of volumes or NULL.
enum buoy_status mesh_questions_ask(const struct queries *queries, const struct buoy_kernel *kernel,
                                    size_t first, size_t count, void *answers,
                                    struct buoy_volume_error *bounds, struct buoy_error *error);

#endif
