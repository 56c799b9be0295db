// volume/blocks: lanes = triangles; for crowds that share a small mesh, lanes = bodies. A template,
// included by every_method.h once for each instruction set.
#include "blocks_crowd.h"
#include "blocks_pass.h"
#include "dispatch/methods.h"

static void volume_blocks_sum(const struct sums_pass *pass, struct sums *sums) {
    blocks_sum_with(pass, sums, NULL);
}

static __attribute__((noinline)) size_t volume_blocks_crowd(const struct buoy_volume_query *query,
                                                            struct buoy_volume *restrict results) {
    return crowd_answer(query, buoy_blocks_shift(query->mesh), blocks_crowd_sum,
                        batch_answer_barely_wet, results);
}

void BUOY_VARIANT(buoy_volume_blocks)(const struct buoy_volume_query *request,
                                      struct buoy_volume *restrict results) {
    size_t i = blocks_crowd_suits(request->mesh, request->count)
                   ? volume_blocks_crowd(request, results)
                   : 0;
    for (; i < request->count; ++i) {
        sums_answer_query(request->mesh, buoy_blocks_shift(request->mesh), &request->planes[i],
                          buoy_offset_of(request->planes, request->offsets, i), volume_blocks_sum,
                          &results[i]);
    }
}
