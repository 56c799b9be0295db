// The family `pressure`: bodies in any water, against a clipper in double.
#include "targets.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "bodies.h"
#include "exact.h"
#include "kernels.h"
#include "pressing.h"

enum {
    MOST_POSES = 4,
    SIDE = 4, // of a patch, in samples
};

// Water of one kind or another, about a body of that size.
struct sea {
    struct buoy_waves *waves;
    struct buoy_patch *patch;
};

static struct sea make_sea(struct fuzz_bytes *bytes, double size) {
    struct sea sea = {NULL, NULL};
    if (size > 1e17) {
        return sea; // as high no water is taken
    }
    struct buoy_wave waves[2];
    for (int i = 0; i < 2; ++i) {
        waves[i] = (struct buoy_wave){
            .amplitude = (float)(size * 0.25 * fabs(fuzz_fraction(bytes))),
            .wavelength = (float)fmax(size * (0.5 + 2.0 * fabs(fuzz_fraction(bytes))), 1e-30),
            .direction = (float)(3.0 * fuzz_fraction(bytes)),
            .phase = (float)(3.0 * fuzz_fraction(bytes)),
        };
    }
    float heights[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; ++i) {
        heights[i] = (float)(0.5 * size * fuzz_fraction(bytes));
    }
    const float step = (float)fmax(size, 1e-9);
    const struct buoy_patch_grid grid = {
        {-1.5 * (double)step, -1.5 * (double)step}, {step, step}, SIDE, SIDE};
    FUZZ_FAIL_IF(buoy_waves_create(waves, 2, BUOY_GRAVITY, 0.0, &sea.waves, NULL) == BUOY_OK &&
                     buoy_patch_create(&grid, &sea.patch, NULL) == BUOY_OK &&
                     buoy_patch_set(sea.patch, heights, NULL) != BUOY_OK,
                 "heights are refused");
    return sea;
}

// Whether a face lies so near to a plane that it may be taken to be on either side: then as much of
// the wetted area hangs on a rounding (buoyancy_hydrostatics.h), and only the force is looked at.
static bool is_flush(const struct pressing *asked, const struct buoy_mesh_info *info,
                     const struct buoy_pressure *expected) {
    const struct buoy_plane *plane = &asked->water.plane;
    const double length =
        hypot(hypot((double)plane->normal[0], (double)plane->normal[1]), (double)plane->normal[2]);
    double far = info->diagonal;
    for (int i = 0; i < 3; ++i) {
        far = fmax(far, fabs(info->centre[i]));
    }
    struct pressing moved = *asked;
    bool flush = false;
    for (int side = -1; side <= 1; side += 2) {
        // At least the next float.
        const float towards = side < 0 ? -FLT_MAX : FLT_MAX;
        const double d = (double)plane->d + side * 0x1p-21 * length * far;
        moved.water.plane.d = nextafterf((float)fmax(-3e38, fmin(3e38, d)), towards);
        const double area = true_pressure(&moved).wetted_area;
        flush = flush || fabs(area - expected->wetted_area) > 1e-6 * info->area;
    }
    return asked->water.kind == BUOY_WATER_PLANE && flush;
}

// Whether a method's bounds apply to a body at this depth: the bounds of `centre` and `appendix`
// apply up to a hundred diagonals (kernels/bounds/bounds_forces.c).
static bool is_promised(const struct buoy_kernel *kernel, const struct pressing *asked,
                        const struct buoy_mesh_info *info) {
    const struct buoy_plane *plane = &asked->water.plane;
    const double n[3] = {(double)plane->normal[0], (double)plane->normal[1],
                         (double)plane->normal[2]};
    const double height =
        n[0] * info->centre[0] + n[1] * info->centre[1] + n[2] * info->centre[2] - (double)plane->d;
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const char *method = kernel->method->name;
    return (strcmp(method, "centre") != 0 && strcmp(method, "appendix") != 0) ||
           asked->water.kind != BUOY_WATER_PLANE || fabs(height) < 100.0 * length * info->diagonal;
}

static struct buoy_pressure ask(const struct buoy_kernel *kernel, const struct pressing *pressing,
                                bool is_open) {
    struct buoy_pressure got;
    fuzz_watch();
    if (!is_open) {
        got = ask_pressure(kernel, pressing);
    } else {
        const size_t size = buoy_pressure_scratch_bytes(pressing->mesh, NULL);
        void *scratch = buoy_aligned_alloc(size);
        struct buoy_pressure_query query = pressing_query(pressing, scratch, size);
        query.kernel = kernel;
        FUZZ_FAIL_IF(buoy_pressure_compute(&query, NULL, &got, NULL) != BUOY_OK,
                     "%s refuses an open mesh", kernel->id);
        buoy_aligned_free(scratch);
    }
    fuzz_expect_no_flags(kernel->id);
    return got;
}

static struct fuzz_body body;
static struct pressing pressing;

static void describe(void) {
    const struct buoy_plane *plane = &pressing.water.plane;
    const struct buoy_pose *pose = &pressing.pose;
    fuzz_body_print(&body);
    const struct buoy_region *region = pressing.water.region;
    if (region) {
        fprintf(stderr, "pool %.17g,%.17g,%.17g to %.17g,%.17g,%.17g\n", region->low[0],
                region->low[1], region->low[2], region->high[0], region->high[1], region->high[2]);
    }
    fprintf(stderr,
            "at %.17g,%.17g,%.17g turned %.17g,%.17g,%.17g,%.17g in water of kind %d, plane "
            "%.9g,%.9g,%.9g,%.9g\n",
            pose->position[0], pose->position[1], pose->position[2], pose->rotation[0],
            pose->rotation[1], pose->rotation[2], pose->rotation[3], (int)pressing.water.kind,
            (double)plane->normal[0], (double)plane->normal[1], (double)plane->normal[2],
            (double)plane->d);
}

static void put(const struct buoy_mesh_info *info) {
    static struct buoy_pressure answers[FUZZ_MOST_KERNELS];
    const struct fuzz_kernels *kernels = fuzz_kernels_of("pressure");
    struct buoy_pressure expected = {.wetted_area = 0.0};
    if (body.is_sound) {
        expected = true_pressure(&pressing);
        if (pressing.water.kind == BUOY_WATER_PLANE && !pressing.water.region) {
            // By Archimedes, on a body that is not moved: however deep it lies, no digit is lost.
            const struct buoy_plane *plane = &pressing.water.plane;
            const double n[3] = {(double)plane->normal[0], (double)plane->normal[1],
                                 (double)plane->normal[2]};
            const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            struct buoy_exact *exact = buoy_exact_create(pressing.mesh);
            struct buoy_volume wet;
            buoy_exact_volume(exact, plane, &wet);
            buoy_exact_destroy(exact);
            const double c[3] = {wet.centre[0], wet.centre[1], wet.centre[2]};
            const double weight =
                pressing.water.density * pressing.water.gravity * wet.volume / length;
            for (int i = 0; i < 3; ++i) {
                const int j = (i + 1) % 3, k = (i + 2) % 3;
                expected.force[i] = weight * n[i];
                expected.torque[i] = weight * (c[j] * n[k] - c[k] * n[j]);
            }
        }
    }
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        answers[k] = ask(kernel, &pressing, body.is_open);
        fuzz_expect_twins(kernels, k, answers, 1, 1, sizeof *answers);
        if (body.is_sound && is_promised(kernel, &pressing, info)) {
            // The share of the force's bound that is taken up; everything else is for
            // expect_pressure().
            const double whole = pressing.water.density * pressing.water.gravity * info->volume;
            double off = 0.0, far = 0.0;
            for (int i = 0; i < 3; ++i) {
                off = hypot(off, answers[k].force[i] - expected.force[i]);
                far += fabs(info->centre[i]) + fabs(pressing.pose.position[i]);
            }
            if (pressing.water.kind == BUOY_WATER_PLANE) {
                fuzz_expect(kernel->id, "force", off, bounds_of_pressure(kernel, &pressing).force);
            }
            // Levels of waves and patches, up to a diagonal, are rounded to float from places that
            // are rounded here and there.
            const bool is_rough = pressing.water.kind != BUOY_WATER_PLANE;
            // Intermediate results must fit doubles. A torque about a place many diagonals away
            // also says little about the torque about the centre, for which the bounds hold.
            const bool fits =
                fabs(log2(whole * info->diagonal)) < 400.0 && far < 1e4 * info->diagonal;
            if (fits && !fuzz_goes_on && !is_flush(&pressing, info, &expected)) {
                expect_pressure(kernel, &pressing, "a clipper in double", &answers[k], &expected,
                                is_rough ? 0x1p-23 * info->conditioning : 0.0);
            }
        }
    }
    fuzz_count(1, kernels->count);
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
    const struct sea sea = make_sea(&in, info.diagonal);
    const size_t count = 1 + fuzz_below(&in, MOST_POSES);
    struct buoy_region pool;
    for (size_t i = 0; i < count; ++i) {
        pressing =
            (struct pressing){.body = "a body", .mesh = mesh, .water = buoy_calm_sea(BUOY_Z_UP)};
        const size_t kind = fuzz_below(&in, 4);
        // Unit quaternions that are exact, and others.
        struct buoy_pose pose = buoy_pose_identity();
        double length2 = 0.0;
        if (fuzz_one_in(&in, 2)) {
            for (int k = 0; k < 4; ++k) {
                pose.rotation[k] = fuzz_fraction(&in);
                length2 += pose.rotation[k] * pose.rotation[k];
            }
            for (int k = 0; k < 4; ++k) {
                pose.rotation[k] = length2 > 1e-6 ? pose.rotation[k] / sqrt(length2) : k == 3;
            }
        }
        const bool at_home = fuzz_one_in(&in, 2);
        for (int k = 0; k < 3; ++k) {
            pose.position[k] = -info.centre[k];
            pose.position[k] += at_home ? 0.0 : 0.5 * info.diagonal * fuzz_fraction(&in);
        }
        pressing.pose = pose;
        if (kind == 1 && sea.patch) {
            pressing.water.kind = BUOY_WATER_PATCH;
            pressing.water.patch = sea.patch;
        } else if (kind == 2 && sea.waves) {
            pressing.water.kind = BUOY_WATER_WAVES;
            pressing.water.waves = sea.waves;
        } else { // a plane about the body as it lies in its own frame
            pressing.pose = buoy_pose_identity();
            pressing.water.plane = fuzz_plane(&in, &body);
        }
        // In still water, in which cuts along walls do not depend on how they are put together.
        if (pressing.water.kind == BUOY_WATER_PLANE && fuzz_one_in(&in, 4)) {
            // Walls through the body, or nowhere.
            for (int k = 0; k < 3; ++k) {
                const double wall = 0.5 * info.diagonal * fuzz_fraction(&in);
                const double other = 0.5 * info.diagonal * fuzz_fraction(&in);
                pool.low[k] = fuzz_one_in(&in, 2) ? -(double)INFINITY : fmin(wall, other);
                pool.high[k] = fuzz_one_in(&in, 2) ? (double)INFINITY : fmax(wall, other);
            }
            pressing.water.region = &pool;
        }
        // Farther than that the library takes no positions.
        if (fabs(pressing.pose.position[0]) + fabs(pressing.pose.position[1]) +
                fabs(pressing.pose.position[2]) <
            1e17) {
            put(&info);
        }
    }
    buoy_waves_destroy(sea.waves);
    buoy_patch_destroy(sea.patch);
    buoy_mesh_destroy(mesh);
}

const struct fuzz_target fuzz_pressure = {
    "pressure", "pressure on bodies in any water", 400, true, false, run};
