// Drafts: the plane found displaces the requested volume.
#include "targets.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "bodies.h"
#include "buoyancy_hydrostatics.h"
#include "dispatch/registry.h"

// Volumes below planes that lie a little lower and a little higher than the answer, in double:
// kernels in float may take the water to be anywhere between (as reference_hydrostatics() has it).
static void find_range(const struct buoy_mesh *mesh, const float normal[3], double d,
                       double range[2]) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double x = (double)normal[0], y = (double)normal[1], z = (double)normal[2];
    const double step = 0x1p-21 * info.diagonal * sqrt(x * x + y * y + z * z);
    const struct buoy_plane plane = {{normal[0], normal[1], normal[2]}, 0.0f};
    const struct buoy_plane planes[2] = {plane, plane};
    const double offsets[2] = {d - step, d + step};
    const struct buoy_hydrostatics_query query = {
        .mesh = mesh, .planes = planes, .offsets = offsets, .count = 2};
    struct buoy_hydrostatics at[2];
    if (buoy_hydrostatics_with(buoy_kernel_find("hydrostatics/clip64/scalar"), &query, at, NULL) !=
        BUOY_OK) {
        fuzz_fail("the reference cannot be asked");
    }
    range[0] = at[0].volume;
    range[1] = at[1].volume;
}

// The plane, with a normal about 1 long, so that its offset is a float.
static struct buoy_plane find_plane(const float normal[3], double d) {
    const float largest = fmaxf(fabsf(normal[0]), fmaxf(fabsf(normal[1]), fabsf(normal[2])));
    const int power = -ilogbf(largest);
    const double offset = fmax(-(double)FLT_MAX, fmin(ldexp(d, power), (double)FLT_MAX));
    return (struct buoy_plane){
        {ldexpf(normal[0], power), ldexpf(normal[1], power), ldexpf(normal[2], power)},
        (float)offset};
}

static bool is_finite_sum(const double *numbers, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i) {
        sum += fabs(numbers[i]) * 0x1p-900;
    }
    return isfinite(sum);
}

static void check_stability(const struct buoy_hydrostatics *at, const float normal[3]) {
    struct buoy_metacentric_radii radii;
    double stiffness[6][6];
    if (buoy_metacentric_radii_compute(at, normal, &radii, NULL) == BUOY_OK &&
        !(radii.transverse >= 0.0 && radii.longitudinal >= radii.transverse &&
          isfinite(radii.longitudinal) && is_finite_sum(radii.axis, 3))) {
        fuzz_fail("metacentric radii %g and %g", radii.transverse, radii.longitudinal);
    }
    if (buoy_stiffness(at, normal, 1e4, at->centre, stiffness, NULL) == BUOY_OK &&
        !is_finite_sum(stiffness[0], 36)) {
        fuzz_fail("stiffness that is not finite");
    }
}

static void check(const struct buoy_mesh *mesh, const float normal[3], double volume, double d,
                  const struct buoy_draft_info *found) {
    const struct buoy_kernel *kernel = buoy_kernel_find("hydrostatics/auto/best");
    struct buoy_mesh_info info;
    double range[2];
    buoy_mesh_get_info(mesh, &info, NULL);
    if (!isfinite(d) || found->evaluations > 128 || !isfinite(found->at.volume)) {
        fuzz_fail("draft %g after %u evaluations, displacing %g", d, found->evaluations,
                  found->at.volume);
    }
    find_range(mesh, normal, d, range);
    const struct buoy_plane there = find_plane(normal, d);
    const double bound = 1e-6 + kernel->method->hydrostatics.bounds(mesh, &there, 0).volume;
    const double off = fmax(range[0] - volume, volume - range[1]) / info.volume;
    fuzz_expect("draft", "displaced volume / total", fmax(off, 0.0), bound);
}

static struct fuzz_body body;
static struct buoy_plane plane;
static double asked;

// Conditioning from which on a draft may be refused (buoyancy_hydrostatics.h).
#define LEAST_REFUSED 1e4

// That conditioning: of half the product of every triangle's two shorter edges, not of its area.
static double find_conditioning(const struct buoy_mesh_info *info) {
    double sum = 0.0;
    for (size_t t = 0; t < body.triangle_count; ++t) {
        double product = 1.0, longest = 0.0;
        for (size_t k = 0; k < 3; ++k) {
            const float *a = body.positions + 3 * (size_t)body.indices[3 * t + k];
            const float *b = body.positions + 3 * (size_t)body.indices[3 * t + (k + 1) % 3];
            const double x = (double)b[0] - (double)a[0], y = (double)b[1] - (double)a[1],
                         z = (double)b[2] - (double)a[2];
            const double length = sqrt(x * x + y * y + z * z);
            product *= length;
            longest = fmax(longest, length);
        }
        sum += longest > 0.0 ? 0.5 * product / longest : 0.0;
    }
    return sum * info->diagonal / fabs(info->volume);
}

static void describe(void) {
    fuzz_body_print(&body);
    fprintf(stderr, "normal %.9g,%.9g,%.9g, volume %.17g\n", (double)plane.normal[0],
            (double)plane.normal[1], (double)plane.normal[2], asked);
}

static void run(const uint8_t *bytes, size_t size) {
    struct fuzz_bytes in = {bytes, bytes + size};
    struct buoy_mesh_info info;
    fuzz_body_make(&in, &body);
    struct buoy_mesh *mesh = fuzz_body_mesh(&in, &body);
    if (!mesh) {
        return;
    }
    buoy_mesh_get_info(mesh, &info, NULL);
    fuzz_describe = describe;
    const size_t count = 1 + fuzz_below(&in, 8);
    for (size_t i = 0; i < count; ++i) {
        plane = fuzz_plane(&in, &body);
        const float normal[3] = {plane.normal[0], plane.normal[1], plane.normal[2]};
        double share = 0.5 * (1.0 + fuzz_fraction(&in));
        share = fuzz_one_in(&in, 4) ? ldexp(share, -(int)fuzz_below(&in, 64)) : share;
        share = fuzz_one_in(&in, 4) ? 1.0 - share : share;
        asked = share * fabs(info.volume);
        struct buoy_draft_info found;
        double d = NAN;
        fuzz_watch();
        const enum buoy_status status = buoy_draft(mesh, normal, asked, &d, &found, NULL);
        fuzz_expect_no_flags("draft");
        if (status == BUOY_OK) {
            if (body.is_sound) {
                check(mesh, normal, asked, d, &found);
                check_stability(&found.at, normal);
            }
        } else if (!body.is_open &&
                   !(status == BUOY_ERROR_PRECISION && find_conditioning(&info) > LEAST_REFUSED)) {
            fuzz_fail("no draft of a closed body: %s", buoy_status_text(status));
        }
    }
    buoy_mesh_destroy(mesh);
    fuzz_count(count, count);
}

const struct fuzz_target fuzz_draft = {
    "draft", "drafts displace what was asked for; stability", 300, true, false, run};
