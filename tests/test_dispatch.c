// Which kernels may run, by machine, build and buoy_set_isa(); none of this changes an answer.
// (test_environment.c tests the values of BUOY_ISA.)
#include <ctype.h>

#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "machine.h"
#include "owned.h"
#include "test.h"

// ------------------------------------------------------------------------------- the registry

TEST(registry) {
    assert_true(buoy_kernel_count() > 0);
    assert_null(buoy_kernel_at(buoy_kernel_count()));
    assert_null(buoy_kernel_find(NULL));
    static const char *const none[] = {"",
                                       "volume/blocks",
                                       "volume/blocks/",
                                       "volume/none/best",
                                       "none/blocks/best",
                                       "box/blocks/best",
                                       "volume/block/best",
                                       "volume//best",
                                       "volume/best",
                                       "/best",
                                       "best",
                                       "volume/blocks/bes",
                                       "volume/blocks/best/",
                                       "volume/blocks/best+fma"};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        assert_null(buoy_kernel_find(none[i]));
    }
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        char id[100];
        snprintf(id, sizeof id, "%s/%s/%s", info.family, info.method, info.isa);
        assert_string_equal(info.id, id);
        assert_ptr_equal(buoy_kernel_find(id), kernel); // hence no id twice
        assert_true(info.runnable == (info.reason[0] == '\0'));
    }
}

static const char *processor_here(void) {
#if defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "AArch64";
#else
    return "another";
#endif
}

// A kernel that this build lacks says of which processor it is, or which option has switched it
// off; asking for its instruction set brings the same reason.
TEST(reasons_of_what_is_not_built) {
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        if (!kernel->not_built) {
            continue;
        }
        const struct buoy_isa *isa = buoy_isa_find(kernel->isa);
        char option[40], switched_off[100], foreign[100];
        struct buoy_kernel_info info;
        struct buoy_error error;
        assert_non_null(isa);
        // The CMake option that switches an instruction set off: BUOY_AVX2_FMA for avx2+fma.
        const size_t size = sizeof option;
        snprintf(option, size, "BUOY_%s", isa->name);
        for (char *c = option; *c; ++c) {
            *c = *c == '+' ? '_' : (char)toupper((unsigned char)*c);
        }
        snprintf(switched_off, sizeof switched_off, "not built: switched off (%s)", option);
        snprintf(foreign, sizeof foreign, "not built: it needs %s", isa->processor);
        buoy_kernel_get_info(kernel, &info, NULL);
        if (strcmp(info.reason, switched_off) == 0) {
            assert_string_equal(isa->processor, processor_here());
        } else {
            assert_string_equal(info.reason, foreign);
        }
        assert_int_equal(buoy_set_isa(isa->name, &error), BUOY_ERROR_NOT_RUNNABLE);
        assert_non_null(strstr(error.message, info.reason));
    }
}

// ------------------------------------------------------------------------------------ the cap

static void expect_refused(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh) {
    const char *family = kernel->method->family;
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.0f};
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = &plane, .count = 1, .kernel = kernel};
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}};
    const struct buoy_shapes_query box_query = {
        .shapes = &box, .planes = &plane, .count = 1, .kernel = kernel};
    const struct buoy_shape shape = {BUOY_SHAPE_SPHERE, {1.0f, 0.0f, 0.0f}};
    const struct buoy_shapes_query shapes_query = {
        .shapes = &shape, .planes = &plane, .count = 1, .kernel = kernel};
    static const float triangle[] = {0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f};
    const struct buoy_polygon polygon = {triangle, 3};
    const struct buoy_line line = {{0.0f, 1.0f}, 0.5f};
    const struct buoy_polygon_query polygon_query = {&polygon, &line, 1, kernel, NULL};
    const double zero = 0.0;
    const struct buoy_hydrostatics_query body_query = {
        .mesh = mesh, .planes = &plane, .count = 1, .kernel = kernel};
    struct buoy_volume volume = {.volume = -1.0};
    struct buoy_area area = {.area = -1.0};
    struct buoy_hydrostatics body = {.volume = -1.0};
    struct buoy_pressure pressure = {.wetted_area = -1.0};
    float height = -1.0f;
    struct buoy_surface surface_query = {.x = &zero, .y = &zero, .count = 1, .height = &height};
    const struct buoy_submerged wet = {.volume = 1.0};
    const struct buoy_drag_body drag_body = {.mass = 1.0, .volume = 1.0};
    const struct buoy_drag_motion motion = {.velocity = {0.0}};
    const struct buoy_met_water met = {.up = {0.0, 0.0, 1.0}};
    const struct buoy_forces_query forces_query = {.submerged = &wet,
                                                   .bodies = &drag_body,
                                                   .motions = &motion,
                                                   .waters = &met,
                                                   .count = 1,
                                                   .density = 1.0,
                                                   .kernel = kernel};
    struct buoy_forces forces = {.drag = {.force = {-1.0}}};
    struct buoy_waves *calm = waves_of(NULL, 0, 1.0);
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct buoy_step_options by_kernel = {.kernel = kernel};
    const struct buoy_step_query step_query = {.water = &water, .options = &by_kernel};
    _Alignas(64) static char scratch[4096];
    const struct buoy_pressure_query pressure_query = {.mesh = mesh,
                                                       .pose = buoy_pose_identity(),
                                                       .water = &water,
                                                       .scratch = scratch,
                                                       .scratch_bytes = sizeof scratch,
                                                       .kernel = kernel};
    surface_query.kernel = kernel;
    const enum buoy_status status =
        strcmp(family, "box") == 0       ? buoy_shapes_compute(&box_query, &volume, NULL)
        : strcmp(family, "shapes") == 0  ? buoy_shapes_compute(&shapes_query, &volume, NULL)
        : strcmp(family, "polygon") == 0 ? buoy_polygon_compute(&polygon_query, &area, NULL)
        : strcmp(family, "water") == 0   ? buoy_waves_sample(calm, 0.0, &surface_query, NULL)
        : strcmp(family, "forces") == 0  ? buoy_forces_compute(&forces_query, &forces, NULL)
        : strcmp(family, "step") == 0    ? buoy_water_forces_compute(&step_query, NULL, NULL)
        : strcmp(family, "pressure") == 0
            ? buoy_pressure_compute(&pressure_query, NULL, &pressure, NULL)
        : strcmp(family, "hydrostatics") == 0 ? buoy_hydrostatics_compute(&body_query, &body, NULL)
                                              : buoy_volume_compute(&query, &volume, NULL);
    assert_int_equal(status, BUOY_ERROR_NOT_RUNNABLE);
    assert_true(volume.volume == -1.0 && area.area == -1.0 && height == -1.0f);
    assert_true(body.volume == -1.0 && pressure.wetted_area == -1.0);
    assert_true(forces.drag.force[0] == -1.0);
}

static bool is_of_method(const struct buoy_kernel *kernel, const struct buoy_method *method) {
    return strcmp(kernel->method->family, method->family) == 0 &&
           strcmp(kernel->method->name, method->name) == 0;
}

static bool chooses_by_count(const char *id) {
    static const char *const ids[] = {"box/corners/best", "polygon/batch/best", "water/waves/best",
                                      "step/fused/best"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i) {
        if (strcmp(ids[i], id) == 0) {
            return true;
        }
    }
    return false;
}

static void check_all_best(const char *cap) {
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        // family/method/best is deterministic and runs, and no such kernel of the method comes
        // later. Where the method has one of the cap's instruction set, without FMA, it is that.
        const struct buoy_method *method = buoy_kernel_at(i)->method;
        char id[64], of_cap[64];
        snprintf(id, sizeof id, "%s/%s/best", method->family, method->name);
        snprintf(of_cap, sizeof of_cap, "%s/%s/%.*s", method->family, method->name,
                 (int)strcspn(cap, "+"), cap);
        const struct buoy_kernel *best = buoy_kernel_find(id), *expected = buoy_kernel_find(of_cap);
        assert_non_null(best);
        if (!is_of_method(best, method)) {
            // auto/best, which chooses the method's instruction set at every query: test_counts.c
            assert_string_equal(best->method->family, method->family);
            assert_true(chooses_by_count(id));
            continue;
        }
        assert_true(is_of_method(best, method) && !chooses_by_count(id));
        if (strcmp(method->name, "auto") == 0) {
            assert_string_equal(best->id, id); // it chooses at every query
            continue;
        }
        assert_true(best->deterministic && buoy_kernel_runs(best));
        bool after = false;
        for (size_t j = 0; j < buoy_kernel_count(); ++j) {
            const struct buoy_kernel *k = buoy_kernel_at(j);
            assert_false(after && is_of_method(k, method) && k->deterministic &&
                         buoy_kernel_runs(k));
            after = after || k == best;
        }
        if (expected && buoy_kernel_runs(expected) && strcmp(expected->isa, "scalar") != 0) {
            assert_ptr_equal(best, expected);
        }
    }
}

TEST(best_of_a_method) {
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        if (machine_can_run(&buoy_isas[i])) {
            assert_int_equal(buoy_set_isa(buoy_isas[i].name, NULL), BUOY_OK);
            check_all_best(buoy_isas[i].name);
        }
    }
    assert_int_equal(buoy_set_isa("scalar", NULL), BUOY_OK);
    assert_ptr_equal(buoy_kernel_find("volume/blocks/best"),
                     buoy_kernel_find("volume/blocks/scalar"));
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
    check_all_best(machine_best());
}

TEST(caps) {
    const struct buoy_plane planes[] = {{{1.0f, 2.0f, 3.0f}, 0.25f},
                                        {{-3.0f, 0.5f, 1.0f}, -0.125f}};
    struct body body = body_builtin("builtin:star:1000");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_shape boxes[] = {{BUOY_SHAPE_BOX, {1.0f, 2.0f, 3.0f}},
                                       {BUOY_SHAPE_BOX, {0.25f, 0.5f, 0.125f}}};
    struct buoy_volume expected[4], results[4];
    assert_int_equal(buoy_set_isa("scalar", NULL), BUOY_OK);
    assert_int_equal(
        buoy_volume_compute(&(struct buoy_volume_query){.mesh = mesh, .planes = planes, .count = 2},
                            expected, NULL),
        BUOY_OK);
    assert_int_equal(buoy_shapes_compute(
                         &(struct buoy_shapes_query){.shapes = boxes, .planes = planes, .count = 2},
                         expected + 2, NULL),
                     BUOY_OK);
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        const struct buoy_isa *isa = &buoy_isas[i];
        struct buoy_error error;
        const char *name;
        const enum buoy_status status = buoy_set_isa(isa->name, &error);
        if (!machine_can_run(isa)) {
            assert_int_equal(status, BUOY_ERROR_NOT_RUNNABLE);
            assert_non_null(strstr(error.message, isa->name));
            continue;
        }
        assert_int_equal(status, BUOY_OK);
        assert_int_equal(buoy_get_isa(&name, NULL), BUOY_OK);
        assert_string_equal(name, isa->name);
        // Under a cap exactly those kernels run that are built and need no more than it has; the
        // others say why not, and refuse.
        for (size_t k = 0; k < buoy_kernel_count(); ++k) {
            const struct buoy_kernel *kernel = buoy_kernel_at(k);
            const bool allowed = !kernel->not_built && (kernel->needs & ~isa->features) == 0;
            struct buoy_kernel_info info;
            buoy_kernel_get_info(kernel, &info, NULL);
            FAIL_IF(info.runnable != allowed, "%s under a cap of %s: %s", kernel->id, isa->name,
                    info.reason);
            if (!allowed) {
                expect_refused(kernel, mesh);
            }
        }
        assert_int_equal(
            buoy_volume_compute(
                &(struct buoy_volume_query){.mesh = mesh, .planes = planes, .count = 2}, results,
                NULL),
            BUOY_OK);
        assert_int_equal(
            buoy_shapes_compute(
                &(struct buoy_shapes_query){.shapes = boxes, .planes = planes, .count = 2},
                results + 2, NULL),
            BUOY_OK);
        assert_memory_equal(results, expected, sizeof results);
    }
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
}

// The scratch memory that a kernel leaves after a query about a box below eight planes.
static void leave_scratch(const char *id, char *scratch, size_t size) {
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_plane planes[8];
    struct buoy_volume results[8];
    for (int i = 0; i < 8; ++i) {
        planes[i] = (struct buoy_plane){{0.0f, 0.0f, 1.0f}, 0.0625f * (float)i};
    }
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes = planes,
                                            .count = 8,
                                            .scratch = scratch,
                                            .scratch_bytes = size,
                                            .kernel = buoy_kernel_find(id)};
    memset(scratch, 0xff, size);
    assert_int_equal(buoy_volume_compute(&query, results, NULL), BUOY_OK);
}

// Answers do not show which kernel `auto` takes under a cap. Scratch memory does: `batch` keeps
// there, for each vertex, the heights of as many bodies as there are lanes.
TEST(auto_takes_the_best_under_a_cap) {
    _Alignas(64) static char by_auto[4096], by_name[4096];
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        const char *name = buoy_isas[i].name;
        if (machine_can_run(&buoy_isas[i])) {
            char id[40]; // kernels with FMA have other bits, so `auto` takes those without
            snprintf(id, sizeof id, "volume/batch/%.*s", (int)strcspn(name, "+"), name);
            struct buoy_kernel_info info;
            buoy_kernel_get_info(buoy_kernel_find(id), &info, NULL);
            if (!info.runnable) {
                continue; // built without
            }
            assert_int_equal(buoy_set_isa(name, NULL), BUOY_OK);
            leave_scratch(id, by_name, sizeof by_name);
            leave_scratch("volume/auto/tuned", by_auto, sizeof by_auto);
            assert_memory_equal(by_auto, by_name, sizeof by_auto);
        }
    }
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
}

TEST(refused_caps_change_nothing) {
    static const char *const unknown[] = {"", "mmx", "AVX2", "avx2+", "avx2+fma+"};
    const char *before, *after;
    struct buoy_error error;
    assert_int_equal(buoy_set_isa("scalar", NULL), BUOY_OK);
    assert_int_equal(buoy_get_isa(&before, NULL), BUOY_OK);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; ++i) {
        assert_int_equal(buoy_set_isa(unknown[i], &error), BUOY_ERROR_UNKNOWN_NAME);
        assert_int_equal(error.status, BUOY_ERROR_UNKNOWN_NAME);
        assert_non_null(strstr(error.message, unknown[i]));
        assert_int_equal(buoy_get_isa(&after, NULL), BUOY_OK);
        assert_string_equal(after, before);
    }
    assert_int_equal(buoy_set_isa(NULL, &error), BUOY_OK);
    assert_int_equal(buoy_get_isa(&after, NULL), BUOY_OK);
    assert_string_equal(after, machine_best());
}

// `list`, for scripts that know what the machine is: the instruction set in use, and of each kernel
// whether it runs or why not.
TEST_ARGUMENTS(count, words) {
    const char *isa;
    assert_true(count == 1 && strcmp(words[0], "list") == 0);
    assert_int_equal(buoy_get_isa(&isa, NULL), BUOY_OK);
    printf("in use: %s\n", isa);
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        printf("%s: %s\n", info.id, info.runnable ? "yes" : info.reason);
    }
    return 0;
}
