// `buoybench verify`: the table and the JSON agree.
#include <jansson.h>
#include <unistd.h>

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "child.h"
#include "test.h"

// Every runnable kernel keeps to its bounds on a small mesh, and none is left out.
TEST(all_kernels) {
    struct outcome outcome = child_run(CHILD("verify", "--mesh", "builtin:star:320", "--poses",
                                             "50", "--voxels", "16", "--verbose"));
    expect_success(&outcome);
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        char row[64];
        snprintf(row, sizeof row, "\n%s ", info.id);
        assert_true(!strstr(outcome.output, row) == !info.runnable);
    }
}

// Whether a method promises what accuracy_permitted() says, at every immersion.
static bool is_exact_method(const char *id) {
    static const char *const starts[] = {"volume/blocks", "volume/hierarchy", "volume/batch",
                                         "volume/auto"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; ++i) {
        if (strncmp(id, starts[i], strlen(starts[i])) == 0) {
            return true;
        }
    }
    return false;
}

TEST(by_immersion) {
    static const char *const arguments[] = {
        "verify",   "--mesh",        "builtin:barrel:96", "--kernel", "volume/*/scalar",
        "--kernel", "volume/*/best", "--poses",           "40",       "--by-immersion",
        NULL};
    struct child text = {0}, json = {0};
    size_t count = 0;
    for (; arguments[count]; ++count) {
        text.arguments[count] = json.arguments[count] = arguments[count];
    }
    char folder[512];
    snprintf(folder, sizeof folder, "%s", scratch_path("immersion"));
    text.arguments[count] = "--out";
    text.arguments[count + 1] = folder;
    json.arguments[count] = "--format";
    json.arguments[count + 1] = "json";
    struct outcome outcome = child_succeed(&text);
    assert_non_null(strstr(outcome.output, "\nconditioning floor "));
    assert_non_null(strstr(outcome.output, "builtin:barrel:96: |ΔV|/V_total"));
    assert_non_null(strstr(outcome.output, "\nvolume/blocks64/scalar "));
    assert_non_null(strstr(outcome.output, "builtin:barrel:96: certified bound"));
    assert_non_null(strstr(outcome.output, "\n3 figures in "));
    // A chart for each measure, with a line of each method in its colour, and the floor in the
    // first.
    char *page = child_page(folder);
    for (size_t i = 0; i < 3; ++i) {
        page = strstr(page + 1, "<figure ");
        assert_non_null(page);
        const char *end = strstr(page, "</figure>"), *method = strstr(page, ">blocks64</text>");
        const char *floor = strstr(page, ">conditioning floor</text>");
        assert_true(method && method < end);
        assert_int_equal(floor && floor < end, i == 0);
        assert_non_null(
            strstr(page, "<g class=\"c1 strong\"><title>blocks</title><path class=\"line\""));
        assert_non_null(strstr(page, "<g class=\"c8 strong\"><title>voxel</title>"));
    }
    outcome = child_succeed(&json);
    json_t *report = json_loads(outcome.output, 0, NULL);
    json_t *mesh = json_array_get(json_object_get(report, "meshes"), 0), *kernel;
    size_t k;
    json_array_foreach(json_object_get(mesh, "kernels"), k, kernel) {
        // By decades of immersion: a floor where there are planes, no more than half a float's
        // step of the whole surface's way, and the methods that users are told to call within
        // what it permits.
        const double conditioning = json_number_value(json_object_get(mesh, "conditioning"));
        const char *id = json_string_value(json_object_get(kernel, "kernel"));
        size_t c;
        json_t *class;
        json_array_foreach(json_object_get(kernel, "by_immersion"), c, class) {
            json_t *floor = json_object_get(class, "conditioning_floor");
            const double used = json_number_value(json_object_get(class, "volume_of_permitted"));
            assert_non_null(floor);
            if (json_integer_value(json_object_get(class, "planes")) > 0) {
                assert_true(json_is_number(floor));
                assert_true(json_number_value(floor) <= 0x1p-24 * conditioning);
                assert_true(!is_exact_method(id) || used <= 1.0);
                const double error = json_number_value(json_object_get(class, "volume_of_total"));
                assert_true((error > 0.0) == (used > 0.0));
                json_t *certified = json_object_get(class, "certified_of_volume_error");
                assert_true(json_number_value(certified) >= (json_is_null(certified) ? 0.0 : 1.0));
            }
        }
    }
    assert_true(k >= 5);
    json_decref(report);
}

// --out without what it draws, or beside JSON, is refused, and makes no folder.
TEST(out_alone) {
    char folder[512];
    snprintf(folder, sizeof folder, "%s", scratch_path("nothing"));
    for (size_t i = 0; i < 2; ++i) {
        const struct child child = {.arguments = {"verify", "--out", folder,
                                                  i ? "--by-immersion" : "--verbose",
                                                  i ? "--format" : NULL, "json"}};
        expect_refusal(&child, "--out needs --by-immersion");
        assert_int_equal(access(folder, F_OK), -1);
    }
}

// A mesh as large as floats allow: offsets of slanting planes would be beyond them.
TEST(largest) {
    scratch_write_text("largest.obj", "v 0 0 0\nv 3e38 0 0\nv 0 3e38 0\nv 0 0 3e38\n"
                                      "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    struct outcome outcome = child_run(CHILD("verify", "--mesh", scratch_path("largest.obj"),
                                             "--kernel", "volume/auto/best", "--poses", "20"));
    expect_success(&outcome);
}

// Approximations have no bound that they could hold: they are neither "ok" nor counted.
TEST(approximations) {
    const struct child child = {
        .arguments = {"verify", "--mesh", "builtin:box", "--kernel", "volume/s*/scalar", "--kernel",
                      "volume/blocks/scalar", "--poses", "16", "--verbose"}};
    struct outcome outcome = child_succeed(&child);
    const char *row = strstr(outcome.output, "\nvolume/spheres/scalar ");
    assert_non_null(row);
    assert_memory_equal(strchr(row + 1, '\n') - 12, " approximate", 12);
    row = strstr(outcome.output, "\nvolume/blocks/scalar ");
    assert_memory_equal(strchr(row + 1, '\n') - 4, "  ok", 4);
    assert_non_null(strstr(outcome.output, "\nok: 1 of 1 kernels on meshes hold the documented "
                                           "bounds and promised bits; 1 approximation has no "
                                           "bound\n"));
    struct outcome alone =
        child_succeed(CHILD("verify", "--mesh", "builtin:box", "--kernel", "volume/spheres/*",
                            "--kernel", "volume/pontoons/*", "--poses", "16"));
    assert_non_null(strstr(alone.output, "\n-    volume       builtin:box"));
    assert_non_null(strstr(alone.output, "\nok: 0 of 0 kernels on meshes hold the documented "
                                         "bounds and promised bits; 2 approximations have no "
                                         "bound\n"));
}

// Classes of immersion add up to all planes, and the barely wet ones are among them.
TEST(json) {
    struct outcome outcome = child_succeed(
        CHILD("verify", "--mesh", "builtin:box", "--mesh", "builtin:torus", "--kernel",
              "volume/blocks/*", "--poses", "40", "--seed", "7", "--format", "json"));
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_true(json_object_get(report, "ok")));
    assert_true(json_is_true(json_object_get(report, "bounds_hold")));
    assert_int_equal(json_integer_value(json_object_get(report, "seed")), 7);
    const json_int_t planes = json_integer_value(json_object_get(report, "planes"));
    assert_true(planes > 40);
    json_t *meshes = json_object_get(report, "meshes"), *mesh, *kernel, *class;
    assert_int_equal(json_array_size(meshes), 2);
    size_t i, k, c;
    json_array_foreach(meshes, i, mesh) {
        json_array_foreach(json_object_get(mesh, "kernels"), k, kernel) {
            json_int_t sum = 0, barely_wet = 0;
            json_array_foreach(json_object_get(kernel, "by_immersion"), c, class) {
                const json_int_t here = json_integer_value(json_object_get(class, "planes"));
                const double from = json_number_value(json_object_get(class, "from"));
                sum += here;
                barely_wet += from > 0.0 && from < 1e-3 ? here : 0;
            }
            assert_int_equal(sum, planes);
            assert_true(barely_wet >= 3 * 4);
            assert_true(json_number_value(json_object_get(kernel, "volume_bound")) > 0.0);
        }
        assert_true(k >= 1);
    }
    json_decref(report);
}

// family/method/best is the best kernel of a method below the cap, alone or as a glob.
TEST(best_of_a_method) {
    static const char *const globs[] = {"volume/blocks/best", "volume/*locks/best"};
    const char *isa;
    assert_int_equal(buoy_get_isa(&isa, NULL), BUOY_OK);
    const char *const caps[] = {isa, "scalar"};
    for (size_t i = 0; i < 2; ++i) {
        assert_int_equal(buoy_set_isa(caps[i], NULL), BUOY_OK);
        struct outcome outcome =
            child_run(&(struct child){.arguments = {"verify", "--mesh", "builtin:box", "--kernel",
                                                    globs[i], "--poses", "20", "--format", "json"},
                                      .isa = caps[i]});
        expect_success(&outcome);
        json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
        const json_t *mesh = json_array_get(json_object_get(report, "meshes"), 0);
        const json_t *kernels = json_object_get(mesh, "kernels");
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_find("volume/blocks/best"), &info, NULL);
        assert_int_equal(json_array_size(kernels), 1);
        assert_string_equal(
            json_string_value(json_object_get(json_array_get(kernels, 0), "kernel")), info.id);
        json_decref(report);
    }
    assert_int_equal(buoy_set_isa(isa, NULL), BUOY_OK);
    expect_refusal(CHILD("verify", "--kernel", "volume/none/best"), "volume/none/best");
}

// Boxes stand where a mesh does, whatever the meshes; nobody but their kernels answers for them.
TEST(boxes) {
    struct outcome outcome = child_succeed(CHILD("verify", "--mesh", "builtin:torus", "--kernel",
                                                 "box/corners/*", "--kernel", "volume/catto/scalar",
                                                 "--poses", "40", "--format", "json"));
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    const json_t *meshes = json_object_get(report, "meshes");
    assert_int_equal(json_array_size(meshes), 2);
    const json_t *boxes = json_array_get(meshes, 1), *kernel;
    assert_string_equal(json_string_value(json_object_get(boxes, "mesh")), "boxes");
    assert_true(json_is_null(json_object_get(boxes, "conditioning")));
    size_t i;
    json_array_foreach(json_object_get(boxes, "kernels"), i, kernel) {
        const char *id = json_string_value(json_object_get(kernel, "kernel"));
        const json_t *errors = json_object_get(kernel, "volume_of_total");
        assert_int_equal(strncmp(id, "box/corners/", 12), 0);
        assert_true(json_number_value(json_object_get(errors, "max")) < 3e-7);
    }
    assert_true(i >= 1);
    json_decref(report);
}

// Kernels of hydrostatics answer for the same meshes, and for areas and waterplanes, too.
TEST(surfaces) {
    struct outcome outcome = child_succeed(
        CHILD("verify", "--mesh", "builtin:wigley:500", "--kernel", "hydrostatics/*", "--kernel",
              "volume/blocks/scalar", "--poses", "40", "--format", "json"));
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    const json_t *meshes = json_object_get(report, "meshes"), *kernel;
    assert_int_equal(json_array_size(meshes), 2); // the same twice
    const json_t *volume = json_array_get(meshes, 0), *hydrostatics = json_array_get(meshes, 1);
    kernel = json_array_get(json_object_get(volume, "kernels"), 0);
    assert_null(json_object_get(kernel, "surface"));
    size_t i;
    json_array_foreach(json_object_get(hydrostatics, "kernels"), i, kernel) {
        const char *id = json_string_value(json_object_get(kernel, "kernel"));
        const double worst = json_number_value(json_object_get(kernel, "surface"));
        const double bound = json_number_value(json_object_get(kernel, "surface_bound"));
        const bool in_double = strstr(id, "/clip64/");
        assert_int_equal(strncmp(id, "hydrostatics/", 13), 0);
        assert_true(worst > 0.0 && worst <= bound && bound < 0.1);
        assert_true(!in_double || worst < 1e-13); // and not 0, as against itself
    }
    assert_true(i >= 3); // best, scalar, the reference
    json_decref(report);
}

// One seed gives one report, another seed another one.
TEST(seed) {
    struct outcome outcomes[3];
    for (size_t i = 0; i < 3; ++i) {
        outcomes[i] =
            child_run(CHILD("verify", "--mesh", "builtin:torus", "--kernel", "volume/blocks/scalar",
                            "--poses", "20", "--seed", i < 2 ? "5" : "6"));
        expect_success(&outcomes[i]);
    }
    assert_string_equal(outcomes[0].output, outcomes[1].output);
    assert_string_not_equal(outcomes[0].output, outcomes[2].output);
}
