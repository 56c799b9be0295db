// hydrostatics/blocks: volume/blocks, whose V and c it returns to the bit, with wetted area and
// waterplane added up in the same pass (surface.h). A template, included by every_method.h once for
// each instruction set.
#include "blocks_pass.h"
#include "dispatch/methods.h"
#include "hydrostatics_pass.h"

static void hydrostatics_blocks_sum(const struct sums_pass *pass, struct sums *sums) {
    surface_begin(pass->surface, pass);
    blocks_sum_with(pass, sums, pass->surface);
}

void BUOY_VARIANT(buoy_hydrostatics_blocks)(const struct buoy_hydrostatics_query *request,
                                            struct buoy_hydrostatics *restrict results) {
    const struct buoy_mesh *mesh = request->mesh;
    for (size_t i = 0; i < request->count; ++i) {
        struct sums_pass pass = {
            .mesh = mesh, .shift = buoy_blocks_shift(mesh), .precise = !mesh->compact};
        hydrostatics_answer(&pass, request, i, hydrostatics_blocks_sum, &results[i]);
    }
}
