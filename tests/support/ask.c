// Queries kernels, and checks that their answers are valid and keep the kernels' promises.
#include "ask.h"
#include "buoyancy_kernels.h"

#include <float.h>

#include "base/memory.h"
#include "dispatch/registry.h"
#include "test.h"

bool is_voxel(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->name, "voxel") == 0 ||
           strcmp(kernel->method->name, "refined") == 0;
}

size_t questions_for(const struct buoy_kernel *kernel, size_t count) {
    return is_voxel(kernel) && count > 4 ? 4 : count;
}

size_t questions_about(const struct buoy_mesh *mesh, const struct buoy_kernel *kernel,
                       size_t count) {
    const size_t many = 1000;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const struct buoy_method *method = kernel->method;
    if (info.triangle_count > many && !method->volume.examined && !method->hydrostatics.examined) {
        count = (count + 7) / 8;
    }
    return questions_for(kernel, count);
}

void fail_answer(const struct subject *subject, const char *property, struct buoy_plane plane,
                 struct buoy_volume got) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    fail_msg("%s on %s (%zu triangles, volume %.17g, kappa %.3g), plane (%.9g %.9g %.9g) d %.9g: "
             "volume %.17g at (%.17g %.17g %.17g): %s",
             subject->kernel->id, subject->body, info.triangle_count, info.volume,
             info.conditioning, (double)plane.normal[0], (double)plane.normal[1],
             (double)plane.normal[2], (double)plane.d, got.volume, got.centre[0], got.centre[1],
             got.centre[2], property);
}

// Rounding of the answer's own last steps, in double, is all that is forgiven.
static const double few_roundings = 16.0 * DBL_EPSILON;

void expect_possible(const struct subject *subject, struct buoy_plane plane,
                     struct buoy_volume got) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    if (!(got.volume >= 0.0 && got.volume <= info.volume * (1.0 + 1e-6))) {
        fail_answer(subject, "the volume must be between 0 and that of the body", plane, got);
    }
    const double c[3] = {got.centre[0], got.centre[1], got.centre[2]};
    const double n[3] = {(double)plane.normal[0], (double)plane.normal[1], (double)plane.normal[2]};
    double height = -(double)plane.d, size = fabs(height);
    for (int i = 0; i < 3; ++i) {
        const double off = fabs(c[i] - info.centre[i]);
        const double most = got.volume > 0.0 ? info.half_extent[i] : 0.0;
        if (!(off <= most + few_roundings * (fabs(info.centre[i]) + most))) {
            fail_answer(subject,
                        got.volume > 0.0 ? "the centroid must lie in the bounding box"
                                         : "without volume, c must be the mesh's centre",
                        plane, got);
        }
        height += n[i] * c[i];
        size += fabs(n[i]) * (fabs(c[i]) + fabs(info.centre[i])); // to which c is added at the end
    }
    if (got.volume > 0.0 && !(height <= few_roundings * size)) {
        fail_answer(subject, "the centroid must not lie above the water", plane, got);
    }
}

void ask_with_errors(const struct subject *subject, const struct buoy_plane *planes,
                     const struct buoy_plane64 *planes64, size_t count, struct buoy_volume *results,
                     struct buoy_volume_error *errors) {
    const size_t bytes = buoy_volume_scratch_bytes(subject->kernel, subject->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    const struct buoy_volume_query query = {
        .mesh = subject->mesh,
        .planes = planes,
        .planes64 = planes64,
        .count = count,
        .scratch = scratch,
        .scratch_bytes = bytes,
        .errors = errors,
        .kernel = subject->kernel,
    };
    const enum buoy_status status = buoy_volume_compute(&query, results, NULL);
    buoy_aligned_free(scratch);
    FAIL_IF(status != BUOY_OK, "%s on %s: %s", subject->kernel->id, subject->body,
            buoy_status_text(status));
}

void ask_open(const struct subject *subject, const struct buoy_plane *planes, size_t count,
              struct buoy_volume *results) {
    ask_with_errors(subject, planes, NULL, count, results, NULL);
}

void ask_all(const struct subject *subject, const struct buoy_plane *planes, size_t count,
             struct buoy_volume *results) {
    ask_open(subject, planes, count, results);
    for (size_t i = 0; i < count; ++i) {
        expect_possible(subject, planes[i], results[i]);
    }
}

struct buoy_volume ask(const struct subject *subject, struct buoy_plane plane) {
    struct buoy_volume result;
    ask_all(subject, &plane, 1, &result);
    return result;
}

// What is known of a method's bounds for a mesh and a plane. All its variants have the same, and
// finding them takes a look at every triangle.
struct known_bounds {
    buoy_volume_bounds_function *of;
    const struct buoy_mesh *mesh;
    double volume, area; // of the mesh: another may come to lie at the same place
    struct buoy_plane plane;
    struct buoy_volume_bounds bounds;
};

static struct buoy_volume_bounds bounds_for(const struct subject *subject,
                                            const struct buoy_plane *plane) {
    static _Thread_local struct known_bounds known[4096];
    buoy_volume_bounds_function *const of = subject->kernel->method->volume.bounds;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    uint64_t hash = (uint64_t)(uintptr_t)of;
    uint32_t bits[4];
    memcpy(bits, plane, sizeof bits);
    for (int i = 0; i < 4; ++i) {
        hash = (hash ^ bits[i]) * UINT64_C(0x9e3779b97f4a7c15);
    }
    struct known_bounds *entry = &known[hash >> 52];
    if (entry->of != of || entry->mesh != subject->mesh || entry->volume != info.volume ||
        entry->area != info.area || memcmp(&entry->plane, plane, sizeof *plane) != 0) {
        *entry = (struct known_bounds){.of = of,
                                       .mesh = subject->mesh,
                                       .volume = info.volume,
                                       .area = info.area,
                                       .plane = *plane,
                                       .bounds = of(subject->mesh, plane, 0)};
    }
    return entry->bounds;
}

double volume_bound(const struct subject *subject, struct buoy_plane plane) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    return bounds_for(subject, &plane).volume * fabs(info.volume);
}

double centroid_bound(const struct subject *subject, struct buoy_plane plane) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    return bounds_for(subject, &plane).centroid * info.diagonal;
}

double rounding_slack(const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double largest = 0.0;
    for (int i = 0; i < 3; ++i) {
        largest = fmax(largest, fabs(info.centre[i]) + info.half_extent[i]);
    }
    return info.area * sqrt(3.0) * 0x1p-24 * largest;
}

double misplaced(const struct buoy_mesh *mesh, double slack, double volume) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    return slack * info.diagonal / volume;
}

void expect(const struct subject *subject, const char *property, struct buoy_plane plane,
            struct buoy_volume got, struct buoy_volume expected, double volume_slack,
            double centroid_slack) {
    const double volume_error = fabs(got.volume - expected.volume);
    const double volume_most = volume_bound(subject, plane) + volume_slack;
    const double x = got.centre[0] - expected.centre[0], y = got.centre[1] - expected.centre[1],
                 z = got.centre[2] - expected.centre[2];
    const double centroid_error = sqrt(x * x + y * y + z * z);
    const double centroid_most = centroid_bound(subject, plane) + centroid_slack;
    if (!(volume_error <= volume_most)) {
        print_error("expected volume %.17g, off by %.3g, allowed %.3g\n", expected.volume,
                    volume_error, volume_most);
        fail_answer(subject, property, plane, got);
    }
    // An answer of nothing, where that is within the bound, is about the mesh's centre.
    if (got.volume > 0.0 && !(centroid_error <= centroid_most)) {
        print_error("expected centroid (%.17g %.17g %.17g), off by %.3g, allowed %.3g\n",
                    expected.centre[0], expected.centre[1], expected.centre[2], centroid_error,
                    centroid_most);
        fail_answer(subject, property, plane, got);
    }
}

void expect_same_bits(const struct subject *subject, const char *property, struct buoy_plane plane,
                      const struct buoy_volume *got, const struct buoy_volume *expected) {
    if (memcmp(got, expected, sizeof *got) != 0) {
        print_error("expected volume %.17g (%a) at (%a %a %a), got %a at (%a %a %a)\n",
                    expected->volume, expected->volume, expected->centre[0], expected->centre[1],
                    expected->centre[2], got->volume, got->centre[0], got->centre[1],
                    got->centre[2]);
        fail_answer(subject, property, plane, *got);
    }
}
