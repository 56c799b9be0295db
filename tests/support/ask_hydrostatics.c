// Queries the kernels of the `hydrostatics` family, and checks their answers.
#include "ask_hydrostatics.h"
#include "buoyancy_kernels.h"

#include <float.h>

#include "dispatch/registry.h"
#include "test.h"

struct buoy_volume volume_part(const struct buoy_hydrostatics *answer) {
    return (struct buoy_volume){answer->volume,
                                {answer->centre[0], answer->centre[1], answer->centre[2]}};
}

void fail_hydrostatics(const struct subject *subject, const char *property, struct buoy_plane plane,
                       const struct buoy_hydrostatics *got) {
    print_error("wetted area %.17g, waterplane %.17g at (%.17g %.17g %.17g), xx %.9g xy %.9g "
                "xz %.9g yy %.9g yz %.9g zz %.9g\n",
                got->wetted_area, got->waterplane_area, got->waterplane_centroid[0],
                got->waterplane_centroid[1], got->waterplane_centroid[2], got->xx, got->xy, got->xz,
                got->yy, got->yz, got->zz);
    fail_answer(subject, property, plane, volume_part(got));
}

static struct surface_slack bounds_of(const struct buoy_kernel *kernel,
                                      const struct buoy_mesh *mesh, struct buoy_plane plane,
                                      double d) {
    struct buoy_mesh_info info;
    struct buoy_surface_bounds bounds;
    buoy_mesh_get_info(mesh, &info, NULL);
    kernel->method->hydrostatics.surface_bounds(mesh, &plane, d, &bounds);
    const double area = info.area, size = info.diagonal;
    return (struct surface_slack){
        .areas = fmax(bounds.wetted_area, bounds.waterplane_area) / area,
        .centroid = bounds.centroid / (area * size),
        .moments = bounds.moments / (area * size * size),
    };
}

struct surface_slack surface_bounds_at(const struct subject *subject, struct buoy_plane plane,
                                       double d) {
    return bounds_of(subject->kernel, subject->mesh, plane, d);
}

// Whether nothing is said of a waterplane.
static bool has_none(const struct buoy_hydrostatics *got, const struct buoy_mesh_info *info) {
    return memcmp(got->waterplane_centroid, info->centre, sizeof got->waterplane_centroid) == 0 &&
           got->xx == 0.0 && got->xy == 0.0 && got->xz == 0.0 && got->yy == 0.0 && got->yz == 0.0 &&
           got->zz == 0.0;
}

// Roundings of the answer's last steps, in double; for moments, roundings of differences of sums.
static const double few_roundings = 32.0 * DBL_EPSILON;

void ask_hydrostatics_open(const struct subject *subject, const struct buoy_plane *planes,
                           size_t count, struct buoy_hydrostatics *results) {
    const struct buoy_hydrostatics_query query = {
        .mesh = subject->mesh, .planes = planes, .count = count, .kernel = subject->kernel};
    const enum buoy_status status = buoy_hydrostatics_compute(&query, results, NULL);
    FAIL_IF(status != BUOY_OK, "%s on %s: %s", subject->kernel->id, subject->body,
            buoy_status_text(status));
}

void expect_possible_surface(const struct subject *subject, struct buoy_plane plane,
                             const struct buoy_hydrostatics *got) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    // Either may be off, and the reference sums the surface in double.
    const double slack =
        (2.0 * surface_bounds_at(subject, plane, (double)plane.d).areas + 1e-12) * info.area;
    if (!(got->wetted_area >= 0.0 && got->wetted_area <= info.area)) {
        fail_hydrostatics(subject, "the wetted area is part of the surface", plane, got);
    }
    if (!(got->waterplane_area >= 0.0 && got->waterplane_area <= got->wetted_area + slack &&
          got->waterplane_area <= info.area - got->wetted_area + slack)) {
        fail_hydrostatics(subject,
                          "the waterplane is the wetted surface's shadow, and the dry one's", plane,
                          got);
    }
    if (got->wetted_area == 0.0 && got->waterplane_area != 0.0) {
        fail_hydrostatics(subject, "no waterplane where nothing is wet", plane, got);
    }
    if (got->waterplane_area > 0.0) {
        const double n[3] = {(double)plane.normal[0], (double)plane.normal[1],
                             (double)plane.normal[2]};
        const double m[3][3] = {
            {got->xx, got->xy, got->xz}, {got->xy, got->yy, got->yz}, {got->xz, got->yz, got->zz}};
        const double largest = fmax(got->xx, fmax(got->yy, got->zz));
        double height = -(double)plane.d, size = fabs(height);
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3;
            const double off = fabs(got->waterplane_centroid[i] - info.centre[i]);
            if (!(off <=
                  info.half_extent[i] + few_roundings * (fabs(info.centre[i]) + info.diagonal))) {
                fail_hydrostatics(subject, "w must lie in the bounding box", plane, got);
            }
            height += n[i] * got->waterplane_centroid[i];
            size += fabs(n[i]) * (fabs(got->waterplane_centroid[i]) + info.half_extent[i]);
            if (!(m[i][i] >= 0.0 &&
                  m[i][j] * m[i][j] <= m[i][i] * m[j][j] + few_roundings * largest * largest)) {
                fail_hydrostatics(subject, "second moments are positive semidefinite", plane, got);
            }
            const double along = m[i][0] * n[0] + m[i][1] * n[1] + m[i][2] * n[2];
            const double length = fabs(n[0]) + fabs(n[1]) + fabs(n[2]);
            if (!(fabs(along) <= few_roundings * length * largest)) {
                fail_hydrostatics(subject, "the waterplane has no extent along the normal", plane,
                                  got);
            }
        }
        if (!(fabs(height) <= few_roundings * size)) {
            fail_hydrostatics(subject, "w must lie on the water", plane, got);
        }
    } else if (!has_none(got, &info)) {
        fail_hydrostatics(subject, "without a waterplane, w is the mesh's centre", plane, got);
    }
}

void ask_hydrostatics_all(const struct subject *subject, const struct buoy_plane *planes,
                          size_t count, struct buoy_hydrostatics *results) {
    ask_hydrostatics_open(subject, planes, count, results);
    for (size_t i = 0; i < count; ++i) {
        expect_possible(subject, planes[i], volume_part(&results[i]));
        expect_possible_surface(subject, planes[i], &results[i]);
    }
}

struct buoy_hydrostatics ask_hydrostatics(const struct subject *subject, struct buoy_plane plane) {
    struct buoy_hydrostatics result;
    ask_hydrostatics_all(subject, &plane, 1, &result);
    return result;
}

struct buoy_hydrostatics reference_hydrostatics(const struct buoy_mesh *mesh,
                                                struct buoy_plane plane,
                                                struct surface_slack *bounds) {
    const struct buoy_kernel *kernel = buoy_kernel_find("hydrostatics/clip64/scalar");
    const struct buoy_hydrostatics_query query = {
        .mesh = mesh, .planes = &plane, .count = 1, .kernel = kernel};
    struct buoy_hydrostatics result;
    assert_int_equal(buoy_hydrostatics_compute(&query, &result, NULL), BUOY_OK);
    *bounds = bounds_of(kernel, mesh, plane, (double)plane.d);
    return result;
}

void expect_same_hydrostatics(const struct subject *subject, const char *property,
                              struct buoy_plane plane, const struct buoy_hydrostatics *got,
                              const struct buoy_hydrostatics *expected) {
    if (memcmp(got, expected, sizeof *got) != 0) {
        print_error("expected volume %a, areas %a and %a, w (%a %a %a)\n", expected->volume,
                    expected->wetted_area, expected->waterplane_area,
                    expected->waterplane_centroid[0], expected->waterplane_centroid[1],
                    expected->waterplane_centroid[2]);
        fail_hydrostatics(subject, property, plane, got);
    }
}

// Fails the test unless an error is NaN, because nothing was expected, or small enough.
static void check(const struct subject *subject, const char *property, const char *what,
                  struct buoy_plane plane, const struct buoy_hydrostatics *got, const double error,
                  double most) {
    if (!(error <= most) && !isnan(error)) {
        print_error("%s: off by %.3g, allowed %.3g\n", what, error, most);
        fail_hydrostatics(subject, property, plane, got);
    }
}

void expect_surface(const struct subject *subject, const char *property, struct buoy_plane plane,
                    const struct buoy_hydrostatics *got, const struct buoy_hydrostatics *expected,
                    struct surface_slack slack) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    const struct surface_slack bounds = surface_bounds_at(subject, plane, (double)plane.d);
    const double area = info.area, size = info.diagonal;
    check(subject, property, "wetted area", plane, got,
          fabs(got->wetted_area - expected->wetted_area), (bounds.areas + slack.areas) * area);
    check(subject, property, "waterplane area", plane, got,
          fabs(got->waterplane_area - expected->waterplane_area),
          (bounds.areas + slack.areas) * area);
    for (int i = 0; i < 3; ++i) {
        check(subject, property, "waterplane's centroid × its area", plane, got,
              fabs(got->waterplane_centroid[i] - expected->waterplane_centroid[i]) *
                  fabs(expected->waterplane_area),
              (bounds.centroid + slack.centroid) * area * size);
    }
    const double m[6] = {got->xx, got->xy, got->xz, got->yy, got->yz, got->zz};
    const double e[6] = {expected->xx, expected->xy, expected->xz,
                         expected->yy, expected->yz, expected->zz};
    const double largest = fmax(fabs(e[0]), fmax(fabs(e[3]), fabs(e[5])));
    for (int i = 0; i < 6; ++i) {
        check(subject, property, "second moment", plane, got, fabs(m[i] - e[i]),
              (bounds.moments + slack.moments) * area * size * size +
                  slack.moments_relative * largest);
    }
}
