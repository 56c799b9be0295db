// Meshes below planes, small bodies and awkward planes, as the families `volume` and `hydrostatics`
// have them: against exact arithmetic, and areas and waterplanes against the reference in double.
#include "buoyancy_kernels.h"
#include "targets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"
#include "bodies.h"
#include "families.h"
#include "kernels.h"
#include "mesh_questions.h"

enum {
    MOST_PLANES = 20, // more than any register holds, so that batches have a tail
    VOXELS = 4,
};

// What is asked about one body.
static struct {
    struct fuzz_body body;
    struct queries queries;
    struct buoy_mesh_info info;
    struct buoy_plane planes[MOST_PLANES];
    size_t count, at; // how many, and the one at hand
    struct buoy_hydrostatics truth[MOST_PLANES];
    struct buoy_hydrostatics answers[FUZZ_MOST_KERNELS][MOST_PLANES]; // as large, or smaller
    struct buoy_volume_error bounds[MOST_PLANES]; // that the kernel at hand gives with volumes
} asked;

static void describe(void) {
    fuzz_body_print(&asked.body);
    fuzz_plane_print(&asked.planes[asked.at]);
}

static void put(const struct buoy_kernel *kernel, size_t first, size_t count, void *answers,
                struct buoy_volume_error *bounds) {
    struct buoy_error error;
    fuzz_watch();
    FUZZ_FAIL_IF(mesh_questions_ask(&asked.queries, kernel, first, count, answers, bounds,
                                    &error) != BUOY_OK,
                 "%s: %s", kernel->id, error.message);
    fuzz_expect_no_flags(kernel->id);
}

// The bounds given with an answer hold. Nothing has no centre. They are no part of the tally: an
// answer in float is just as far off as they say.
static void check_bounds(const struct buoy_kernel *kernel, size_t index,
                         const struct buoy_volume *got, const struct buoy_volume *truth) {
    const struct buoy_volume_error *bounds = &asked.bounds[index];
    const double off = fabs(got->volume - truth->volume);
    const double away = buoy_distance(got->centre, truth->centre);
    FUZZ_FAIL_IF(!(off <= bounds->volume) || (truth->volume > 0.0 && !(away <= bounds->centre)),
                 "%s: volume off by %a, at most %a was given; centre by %a, at most %a", kernel->id,
                 off, bounds->volume, away, bounds->centre);
}

// Areas, of which the shares are counted; then everything else, by tests/support.
static void judge_surface(const struct subject *subject, size_t index,
                          const struct buoy_hydrostatics *got) {
    const struct buoy_plane plane = asked.planes[index];
    const double area = asked.info.area;
    struct surface_slack slack;
    const struct buoy_hydrostatics expected = reference_hydrostatics(subject->mesh, plane, &slack);
    const double most = surface_bounds_at(subject, plane, (double)plane.d).areas + slack.areas;
    expect_possible_surface(subject, plane, got);
    fuzz_expect(subject->kernel->id, "wetted area / surface",
                fabs(got->wetted_area - expected.wetted_area) / area, most);
    fuzz_expect(subject->kernel->id, "waterplane area / surface",
                fabs(got->waterplane_area - expected.waterplane_area) / area, most);
    if (!fuzz_goes_on) {
        expect_surface(subject, "the reference in double", plane, got, &expected, slack);
    }
}

static void judge(const struct buoy_kernel *kernel, size_t index, const void *answer) {
    const struct queries *queries = &asked.queries;
    const struct subject subject = {kernel, (struct buoy_mesh *)queries->mesh, "a body"};
    const char *truth = (const char *)asked.truth + index * queries->family->answer_bytes;
    struct buoy_volume got, expected;
    memcpy(&got, answer, sizeof got);
    memcpy(&expected, truth, sizeof expected);
    asked.at = index;
    if (asked.body.is_open) {
        // Where an open edge is wet, all is NaN; elsewhere nothing is.
        const int count =
            isnan(got.volume) + isnan(got.centre[0]) + isnan(got.centre[1]) + isnan(got.centre[2]);
        FUZZ_FAIL_IF(count != 0 && count != 4, "%s on an open mesh: volume %g at (%g %g %g)",
                     kernel->id, got.volume, got.centre[0], got.centre[1], got.centre[2]);
        return;
    }
    if (!asked.body.is_sound) {
        fuzz_expect_number(kernel->id, asked.info.volume, &got);
        return;
    }
    expect_possible(&subject, asked.planes[index], got);
    if (!queries->family->has_surface) {
        check_bounds(kernel, index, &got, &expected);
    }
    if (is_voxel(kernel)) {
        return; // so few cells may find all or nothing
    }
    const struct family_errors errors = queries->family->errors(queries, index, truth, answer);
    const struct family_bounds bounds = queries->family->bounds(queries, kernel, index);
    fuzz_expect(kernel->id, "volume / total", errors.of_total, bounds.of_total);
    // An answer of nothing, where that is within the bound, is about the mesh's centre.
    if (got.volume > 0.0) {
        fuzz_expect(kernel->id, "centroid / diagonal", errors.centroid, bounds.centroid);
    }
    if (queries->family->has_surface) {
        judge_surface(&subject, index, answer);
    }
}

static void ask_every_kernel(const struct family *family, size_t again) {
    const struct fuzz_kernels *kernels = fuzz_kernels_of(family->name);
    const size_t bytes = family->answer_bytes;
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        char *answers = (char *)asked.answers + k * MOST_PLANES * bytes;
        put(kernel, 0, asked.count, answers, asked.bounds);
        fuzz_expect_twins(kernels, k, asked.answers, MOST_PLANES, asked.count, bytes);
        for (size_t i = 0; i < asked.count; ++i) {
            judge(kernel, i, answers + i * bytes);
        }
        if (kernel->deterministic) {
            // One of the questions again, alone: its answer must not depend on company.
            struct buoy_hydrostatics alone;
            put(kernel, again, 1, &alone, NULL);
            FUZZ_FAIL_IF(
                memcmp(&alone, (answers + again * bytes), asked.queries.family->answer_bytes) != 0,
                "%s answers %a alone and other bits in company", kernel->id, alone.volume);
        }
    }
    fuzz_count(asked.count, asked.count * kernels->count);
}

static void run(const struct family *family, size_t most, const uint8_t *bytes, size_t size) {
    struct fuzz_bytes in = {bytes, bytes + size};
    asked.count = 1 + fuzz_below(&in, most);
    // Corpora of hydrostatics have no byte for it.
    const size_t again = family->has_surface ? 0 : fuzz_below(&in, asked.count);
    fuzz_body_make(&in, &asked.body);
    struct buoy_mesh *mesh = fuzz_body_mesh(&in, &asked.body);
    if (!mesh) {
        return;
    }
    fuzz_describe = describe;
    buoy_mesh_get_info(mesh, &asked.info, NULL);
    for (size_t i = 0; i < asked.count; ++i) {
        asked.planes[i] = fuzz_plane(&in, &asked.body);
    }
    asked.queries = mesh_questions_make(family, mesh, asked.planes, asked.count, VOXELS);
    FUZZ_FAIL_IF(asked.body.is_sound && family->find_truth(&asked.queries, asked.truth) != 0,
                 "the truth cannot be found");
    ask_every_kernel(family, again);
    queries_free(&asked.queries);
    buoy_mesh_destroy(mesh);
}

#define TARGET(name, most, what, bytes_)                                                           \
    static void run_##name(const uint8_t *bytes, size_t size) {                                    \
        run(&family_##name, most, bytes, size);                                                    \
    }                                                                                              \
    const struct fuzz_target fuzz_##name = {#name, what, bytes_, true, false, run_##name}

TARGET(volume, MOST_PLANES, "volumes of small bodies against exact arithmetic", 400);
TARGET(hydrostatics, 8, "areas and waterplanes against the reference", 300);
