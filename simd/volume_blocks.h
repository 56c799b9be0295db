// volume/blocks: lanes = triangles. A template, included by every_method.h once for each
// instruction set.
#include "blocks_pass.h"
#include "dispatch/methods.h"

static void volume_blocks_sum(const struct sums_pass *pass, struct sums *sums) {
    blocks_sum_with(pass, sums, NULL);
}

void BUOY_VARIANT(buoy_volume_blocks)(const struct buoy_volume_query *request,
                                      struct buoy_volume *restrict results) {
    for (size_t i = 0; i < request->count; ++i) {
        double d;
        const struct buoy_plane plane = buoy_plane_of(request->planes, request->planes64, i, &d);
        sums_answer_query(request->mesh, buoy_blocks_shift(request->mesh), &plane, d,
                          volume_blocks_sum, &results[i]);
    }
}
