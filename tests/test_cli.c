// The command line's frame: help, usage errors, BUOY_ISA, output that cannot be written, `list`.
#include <jansson.h>
#include <unistd.h>

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "child.h"
#include "dispatch/registry.h"
#include "test.h"

static const char *const commands[] = {"list", "run", "eval", "verify", "mesh", "profile", "tune"};
enum {
    COMMAND_COUNT = sizeof commands / sizeof commands[0]
};

// `help CMD` and `CMD --help` say the same: synopsis first, then examples; the overview names all.
TEST(help) {
    struct outcome overview = child_run(&(struct child){.arguments = {"--help"}});
    struct outcome bare = child_run(&(struct child){.arguments = {NULL}});
    expect_success(&overview);
    expect_success(&bare);
    assert_string_equal(overview.output, bare.output);
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        struct outcome help = child_run(&(struct child){.arguments = {"help", commands[i]}});
        struct outcome option = child_run(&(struct child){.arguments = {commands[i], "--help"}});
        char synopsis[64];
        snprintf(synopsis, sizeof synopsis, "usage: buoybench %s", commands[i]);
        expect_success(&help);
        expect_success(&option);
        assert_string_equal(help.output, option.output);
        assert_ptr_equal(strstr(help.output, synopsis), help.output);
        assert_non_null(strstr(help.output, "\nexamples:\n"));
        assert_non_null(strstr(overview.output, commands[i]));
    }
}

// No line of help is wider than a terminal of 100 columns.
TEST(help_fits_a_terminal) {
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        struct outcome help = child_run(&(struct child){.arguments = {"help", commands[i]}});
        for (const char *line = help.output; *line != '\0'; line += strcspn(line, "\n") + 1) {
            assert_in_range(strcspn(line, "\n"), 0, 100);
        }
    }
}

TEST(version) {
    struct outcome version = child_succeed(&(struct child){.arguments = {"--version"}});
    int end = 0;
    sscanf(version.output, "buoybench %*d.%*d.%*d\n%n", &end);
    assert_int_not_equal(end, 0);
    assert_int_equal(version.output[end], '\0');
}

// ------------------------------------------------------------------------------- refusals

// An instruction set that exists but is not in this build is refused for the reason that `list`
// gives.
TEST(isa_not_in_this_build) {
    bool some = false;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        if (kernel->not_built) {
            char text[200];
            snprintf(text, sizeof text, "BUOY_ISA: '%s' is %s", kernel->isa, kernel->not_built);
            expect_refusal(&(struct child){.arguments = {"list"}, .isa = kernel->isa}, text);
            some = true;
        }
    }
    assert_true(some); // no processor has all of them
}

// A kernel that exists but cannot run is refused by name, with the reason.
TEST(kernel_beyond_the_cap) {
    const struct buoy_kernel *wide = buoy_kernel_find("volume/blocks/sse2");
    if (!wide) {
        SKIP("no SSE2");
    }
    expect_refusal(
        &(struct child){.arguments = {"verify", "--kernel", "volume/blocks/sse2"}, .isa = "scalar"},
        "volume/blocks/sse2");
    expect_refusal(&(struct child){.arguments = {"eval", "volume", "--mesh", "builtin:box",
                                                 "--planes", "-", "--kernel", "*/avx*"},
                                   .isa = "scalar"},
                   "*/avx*");
}

// ----------------------------------------------------------------------------------- list

// The JSON has one object per kernel of the registry, with the columns of the contract.
TEST(list_json) {
    struct outcome list = child_succeed(&(struct child){.arguments = {"list", "--format", "json"}});
    json_error_t error;
    json_t *kernels = json_loads(list.output, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(kernels);
    assert_int_equal(json_array_size(kernels), buoy_kernel_count());
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const char *id, *family, *method, *isa, *reason;
        int deterministic, runnable;
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        assert_int_equal(json_unpack(json_array_get(kernels, i),
                                     "{s:s, s:s, s:s, s:s, s:b, s:b, s:s !}", "id", &id, "family",
                                     &family, "method", &method, "isa", &isa, "deterministic",
                                     &deterministic, "runnable", &runnable, "reason", &reason),
                         0);
        char joined[128];
        snprintf(joined, sizeof joined, "%s/%s/%s", family, method, isa);
        assert_string_equal(id, info.id);
        assert_string_equal(id, joined);
        assert_string_equal(reason, info.reason);
        assert_int_equal(deterministic, info.deterministic);
        assert_int_equal(runnable, info.runnable);
        assert_int_equal(runnable, reason[0] == '\0');
    }
    json_decref(kernels);
}

// The cap is what BUOY_ISA says: with `scalar`, no kernel of another instruction set can run.
TEST(list_capped) {
    struct outcome list =
        child_run(&(struct child){.arguments = {"list", "--format", "json"}, .isa = "scalar"});
    expect_success(&list);
    json_t *kernels = json_loads(list.output, 0, NULL), *kernel;
    size_t i;
    json_array_foreach(kernels, i, kernel) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (strstr(info.isa, "sse") || strstr(info.isa, "avx")) {
            assert_true(json_is_false(json_object_get(kernel, "runnable")));
            assert_string_not_equal(json_string_value(json_object_get(kernel, "reason")), "");
        }
    }
    json_decref(kernels);
}
