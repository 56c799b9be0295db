// The family `volume` against exact arithmetic: small bodies, awkward planes.
#include "targets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "base/aligned.h"
#include "base/vector.h"
#include "bodies.h"
#include "errors.h"
#include "exact.h"
#include "kernels.h"

enum {
    MOST_PLANES = 20, // more than any register holds, so that batches have a tail
    VOXELS = 4,
};

// The queries about one body.
struct content {
    struct fuzz_body body;
    struct buoy_mesh *mesh;
    struct buoy_mesh_info info;
    struct buoy_plane planes[MOST_PLANES];
    size_t count, at; // how many, and the one at hand
    struct buoy_volume truth[MOST_PLANES];
    struct buoy_volume answers[FUZZ_MOST_KERNELS][MOST_PLANES];
    struct buoy_volume_error errors[MOST_PLANES]; // bounds that the kernel at hand gives
};

// Grows as kernels ask for more, and is never freed: a fuzzer's process keeps it.
static void *scratch_of(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh,
                        size_t *bytes) {
    static void *scratch;
    static size_t most;
    *bytes = buoy_volume_scratch_bytes(kernel, mesh, NULL);
    if (*bytes > most) {
        buoy_aligned_free(scratch);
        scratch = buoy_aligned_alloc(*bytes);
        most = *bytes;
    }
    return scratch;
}

static void put(const struct content *content, const struct buoy_kernel *kernel, size_t first,
                size_t count, struct buoy_volume *results, struct buoy_volume_error *errors) {
    struct buoy_volume_query query = {.mesh = content->mesh,
                                      .planes = content->planes + first,
                                      .count = count,
                                      .voxels = VOXELS,
                                      .errors = errors};
    query.scratch = scratch_of(kernel, content->mesh, &query.scratch_bytes);
    fuzz_watch();
    const enum buoy_status status = buoy_volume_with(kernel, &query, results, NULL);
    fuzz_expect_no_flags(kernel->id);
    if (status != BUOY_OK) {
        fuzz_fail("%s: %s", kernel->id, buoy_status_text(status));
    }
}

// One of the questions again, alone: its answer must not depend on company.
static void ask_alone(const struct content *content, const struct buoy_kernel *kernel, size_t index,
                      const struct buoy_volume *in_company) {
    struct buoy_volume alone;
    put(content, kernel, index, 1, &alone, NULL);
    if (memcmp(&alone, in_company, sizeof alone) != 0) {
        fuzz_fail("%s answers %a alone and %a in company", kernel->id, alone.volume,
                  in_company->volume);
    }
}

// Where an open edge is wet, all is NaN; elsewhere nothing is.
static void check_open(const struct buoy_kernel *kernel, const struct buoy_volume *got) {
    const int count =
        isnan(got->volume) + isnan(got->centre[0]) + isnan(got->centre[1]) + isnan(got->centre[2]);
    if (count != 0 && count != 4) {
        fuzz_fail("%s on an open mesh: volume %g at (%g %g %g)", kernel->id, got->volume,
                  got->centre[0], got->centre[1], got->centre[2]);
    }
}

// The bounds given with an answer hold. Nothing has no centre. They are no part of the tally: an
// answer in float is just as far off as they say.
static void check_errors(const struct content *content, const struct buoy_kernel *kernel,
                         size_t index, const struct buoy_volume *got) {
    const struct buoy_volume *truth = &content->truth[index];
    const struct buoy_volume_error *error = &content->errors[index];
    const double off = fabs(got->volume - truth->volume);
    const double away = buoy_distance(got->centre, truth->centre);
    if (!(off <= error->volume) || (truth->volume > 0.0 && !(away <= error->centre))) {
        fuzz_fail("%s: volume off by %a, at most %a was given; centre by %a, at most %a",
                  kernel->id, off, error->volume, away, error->centre);
    }
}

static void judge(const struct content *content, const struct buoy_kernel *kernel, size_t index,
                  const struct buoy_volume *got) {
    const struct subject subject = {kernel, content->mesh, "a body"};
    if (content->body.is_open) {
        check_open(kernel, got);
        return;
    }
    if (!content->body.is_sound) {
        fuzz_expect_number(kernel->id, content->info.volume, got);
        return;
    }
    expect_possible(&subject, content->planes[index], *got);
    check_errors(content, kernel, index, got);
    if (is_voxel(kernel)) {
        return; // so few cells may find all or nothing
    }
    const struct buoy_volume_bounds bounds =
        kernel->method->volume.bounds(content->mesh, &content->planes[index], VOXELS);
    const struct family_errors errors =
        errors_of_volume(content->info.volume, content->info.diagonal, &content->truth[index], got);
    fuzz_expect(kernel->id, "volume / total", errors.of_total, bounds.volume);
    // An answer of nothing, where that is within the bound, is about the mesh's centre.
    if (got->volume > 0.0) {
        fuzz_expect(kernel->id, "centroid / diagonal", errors.centroid, bounds.centroid);
    }
}

static void find_truth(struct content *content) {
    struct buoy_exact *exact = content->body.is_sound ? buoy_exact_create(content->mesh) : NULL;
    for (size_t i = 0; i < content->count && exact; ++i) {
        buoy_exact_volume(exact, &content->planes[i], &content->truth[i]);
    }
    buoy_exact_destroy(exact);
}

static void ask_every_kernel(struct content *content, size_t again) {
    const struct fuzz_kernels *kernels = fuzz_kernels_of("volume");
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        put(content, kernel, 0, content->count, content->answers[k], content->errors);
        fuzz_expect_twins(kernels, k, content->answers, MOST_PLANES, content->count,
                          sizeof **content->answers);
        for (size_t i = 0; i < content->count; ++i) {
            content->at = i;
            judge(content, kernel, i, &content->answers[k][i]);
        }
        if (kernel->deterministic) {
            ask_alone(content, kernel, again, &content->answers[k][again]);
        }
    }
    fuzz_count(content->count, content->count * kernels->count);
}

static struct content content;

static void describe(void) {
    fuzz_body_print(&content.body);
    fuzz_plane_print(&content.planes[content.at]);
}

static void run(const uint8_t *bytes, size_t size) {
    struct fuzz_bytes in = {bytes, bytes + size};
    content.count = 1 + fuzz_below(&in, MOST_PLANES);
    const size_t again = fuzz_below(&in, content.count);
    fuzz_body_make(&in, &content.body);
    content.mesh = fuzz_body_mesh(&in, &content.body);
    if (!content.mesh) {
        return;
    }
    fuzz_describe = describe;
    buoy_mesh_get_info(content.mesh, &content.info, NULL);
    for (size_t i = 0; i < content.count; ++i) {
        content.planes[i] = fuzz_plane(&in, &content.body);
    }
    find_truth(&content);
    ask_every_kernel(&content, again);
    buoy_mesh_destroy(content.mesh);
}

const struct fuzz_target fuzz_volume = {
    "volume", "volumes of small bodies against exact arithmetic", 400, true, false, run};
