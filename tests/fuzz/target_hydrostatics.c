// The family `hydrostatics`: volumes against exact arithmetic, areas and waterplanes against the
// reference in double.
#include "targets.h"

#include <math.h>
#include <stdio.h>

#include "ask_hydrostatics.h"
#include "bodies.h"
#include "errors.h"
#include "exact.h"
#include "kernels.h"

enum {
    MOST_PLANES = 8,
};

struct content {
    struct fuzz_body body;
    struct buoy_mesh *mesh;
    struct buoy_mesh_info info;
    struct buoy_plane planes[MOST_PLANES];
    size_t count, at; // how many, and the one at hand
    struct buoy_volume truth[MOST_PLANES];
    struct buoy_hydrostatics answers[FUZZ_MOST_KERNELS][MOST_PLANES];
};

static void judge_volume(const struct content *content, const struct buoy_kernel *kernel,
                         size_t index, const struct buoy_hydrostatics *got) {
    const struct buoy_volume_bounds bounds =
        kernel->method->hydrostatics.bounds(content->mesh, &content->planes[index], 0);
    const struct buoy_volume volume = volume_part(got);
    const struct family_errors errors = errors_of_volume(
        content->info.volume, content->info.diagonal, &content->truth[index], &volume);
    fuzz_expect(kernel->id, "volume / total", errors.of_total, bounds.volume);
    if (got->volume > 0.0) {
        fuzz_expect(kernel->id, "centroid / diagonal", errors.centroid, bounds.centroid);
    }
}

// Areas, of which the shares are counted; then everything else, by tests/support.
static void judge_surface(const struct content *content, const struct buoy_kernel *kernel,
                          size_t index, const struct buoy_hydrostatics *got) {
    const struct subject subject = {kernel, content->mesh, "a body"};
    struct surface_slack slack;
    const struct buoy_hydrostatics expected =
        reference_hydrostatics(content->mesh, content->planes[index], &slack);
    const double area = content->info.area;
    const struct buoy_plane plane = content->planes[index];
    const double most = surface_bounds_at(&subject, plane, (double)plane.d).areas + slack.areas;
    fuzz_expect(kernel->id, "wetted area / surface",
                fabs(got->wetted_area - expected.wetted_area) / area, most);
    fuzz_expect(kernel->id, "waterplane area / surface",
                fabs(got->waterplane_area - expected.waterplane_area) / area, most);
    if (!fuzz_goes_on) {
        expect_surface(&subject, "the reference in double", content->planes[index], got, &expected,
                       slack);
    }
}

static void find_truth(struct content *content) {
    struct buoy_exact *exact = buoy_exact_create(content->mesh);
    for (size_t i = 0; i < content->count; ++i) {
        buoy_exact_volume(exact, &content->planes[i], &content->truth[i]);
    }
    buoy_exact_destroy(exact);
}

static void put(struct content *content, const struct buoy_kernel *kernel,
                struct buoy_hydrostatics *answers) {
    const struct subject subject = {kernel, content->mesh, "a body"};
    fuzz_watch();
    if (!content->body.is_sound) {
        ask_hydrostatics_open(&subject, content->planes, content->count, answers);
    } else {
        ask_hydrostatics_all(&subject, content->planes, content->count, answers);
    }
    fuzz_expect_no_flags(kernel->id);
    for (size_t i = 0; i < content->count && !content->body.is_open; ++i) {
        const struct buoy_volume volume = volume_part(&answers[i]);
        content->at = i;
        fuzz_expect_number(kernel->id, content->info.volume, &volume);
    }
}

static struct content content;

static void describe(void) {
    fuzz_body_print(&content.body);
    fuzz_plane_print(&content.planes[content.at]);
}

static void run(const uint8_t *bytes, size_t size) {
    struct fuzz_bytes in = {bytes, bytes + size};
    const struct fuzz_kernels *kernels = fuzz_kernels_of("hydrostatics");
    content.count = 1 + fuzz_below(&in, MOST_PLANES);
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
    if (content.body.is_sound) {
        find_truth(&content);
    }
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        put(&content, kernel, content.answers[k]);
        fuzz_expect_twins(kernels, k, content.answers, MOST_PLANES, content.count,
                          sizeof **content.answers);
        for (size_t i = 0; i < content.count && content.body.is_sound; ++i) {
            content.at = i;
            judge_volume(&content, kernel, i, &content.answers[k][i]);
            judge_surface(&content, kernel, i, &content.answers[k][i]);
        }
    }
    buoy_mesh_destroy(content.mesh);
    fuzz_count(content.count, content.count * kernels->count);
}

const struct fuzz_target fuzz_hydrostatics = {
    "hydrostatics", "areas and waterplanes against the reference", 300, true, false, run};
