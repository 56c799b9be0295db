// The command line's frame: help, usage errors, BUOY_ISA, output that cannot be written, `list`.
#include <jansson.h>
#include <unistd.h>

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "child.h"
#include "dispatch/registry.h"
#include "progress.h"
#include "test.h"

static const char *const commands[] = {"list", "run", "eval", "verify", "mesh", "profile", "tune"};
enum {
    COMMAND_COUNT = sizeof commands / sizeof commands[0]
};

// `help CMD` and `CMD --help` say the same: synopsis first, then examples; the overview names all.
TEST(help) {
    struct outcome overview = child_run(CHILD("--help"));
    struct outcome bare = child_run(CHILD(NULL));
    expect_success(&overview);
    expect_success(&bare);
    assert_string_equal(overview.output, bare.output);
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        struct outcome help = child_run(CHILD("help", commands[i]));
        struct outcome option = child_run(CHILD(commands[i], "--help"));
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
        struct outcome help = child_run(CHILD("help", commands[i]));
        for (const char *line = help.output; *line != '\0'; line += strcspn(line, "\n") + 1) {
            assert_in_range(strcspn(line, "\n"), 0, 100);
        }
    }
}

TEST(version) {
    struct outcome version = child_succeed(CHILD("--version"));
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
    SKIP_IF(!wide, "no SSE2");
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
    struct outcome list = child_succeed(CHILD("list", "--format", "json"));
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

// ------------------------------------------------------------------------------------ cli progress

// Progress where stderr is no terminal: jobs that are announced write nothing, and those that are
// mostly short write one line once they have taken two seconds.

// What three looks at a job that began so long ago write to stderr, which is a file meanwhile.
static void show_thrice(struct progress *progress, double seconds_ago, char *text, size_t size) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    const int before = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    progress->began -= seconds_ago;
    for (int i = 0; i < 3; ++i) {
        progress_step(progress);
        progress_show(progress, "item");
    }
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

TEST(pipe) {
    char text[200];
    struct progress progress;
    progress_begin_silently(&progress, "job: item", 10);
    show_thrice(&progress, 2.0, text, sizeof text);
    assert_string_equal(text, "job: item 10 %\n");
    show_thrice(&progress, 2.0, text, sizeof text);
    assert_string_equal(text, "");

    progress_begin_silently(&progress, "job: item", 10);
    show_thrice(&progress, 0.0, text, sizeof text);
    assert_string_equal(text, "");

    progress_begin(&progress, "job: item", 10);
    show_thrice(&progress, 3600.0, text, sizeof text);
    assert_string_equal(text, "");
}

// ------------------------------------------------------------------------------ cli failing writes

// Output that cannot be written: exit code 2 and one line on stderr, from every subcommand, but not
// a word if only the reader of a pipe has left; and files are complete or unchanged, wherever the
// disk fills up.

// Every subcommand but `run`, which test_cli_run.c asks.
TEST(standard_output) {
    const char *planes = scratch_write_text("planes.csv", "nx,ny,nz,d\n0,0,1,0\n");
    const char *boxes = scratch_write_text("boxes.csv", "hx,hy,hz,nx,ny,nz,d\n1,2,3,0,0,1,0\n");
    const char *shapes =
        scratch_write_text("shapes.csv", "shape,a,b,c,nx,ny,nz,d\nsphere,1,0,0,0,0,1,0\n");
    const char *polygons = scratch_write_text("polygons.csv", "0,1,0,-1,-1,1,-1,1,1\n");
    const char *drafts = scratch_write_text("drafts.csv", "nx,ny,nz,volume\n0,0,1,0.5\n");
    const char *water = scratch_write_text(
        "water.json", "{\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0}");
    const char *const failing[][10] = {
        {"--help"},
        {"--version"},
        {"help", "eval"},
        {"list"},
        {"list", "--format", "json"},
        {"eval", "volume", "--mesh", "builtin:box", "--planes", planes},
        {"eval", "hydrostatics", "--mesh", "builtin:box", "--planes", planes},
        {"eval", "draft", "--mesh", "builtin:box", "--input", drafts},
        {"eval", "pressure", "--mesh", "builtin:box", "--water", water},
        {"eval", "box", "--input", boxes},
        {"eval", "shapes", "--input", shapes},
        {"eval", "polygon", "--input", polygons},
        {"mesh", "builtin:box"},
        {"mesh", "builtin:box", "--format", "json"},
        {"curves", "--mesh", "builtin:box"},
        {"float", "--shape=sphere,1", "--seconds=.1"},
        {"gz", "--mesh", "builtin:box", "--density", "500", "--com", "0,0,0"},
        {"equilibrium", "--mesh", "builtin:box", "--density", "500"},
        {"mesh", "builtin:box", "builtin:barrel"},
        {"verify", "--mesh", "builtin:box", "--kernel", "volume/blocks/scalar"},
        {"verify", "--mesh", "builtin:box", "--kernel", "volume/blocks/scalar", "--format", "json"},
    };
    const enum child_output outputs[] = {CHILD_TO_FULL_DISK, CHILD_TO_CLOSED_PIPE, CHILD_CLOSED};
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; ++i) {
        if (outputs[i] == CHILD_TO_FULL_DISK && access("/dev/full", W_OK) != 0) {
            continue; // not on macOS
        }
        for (size_t k = 0; k < sizeof failing / sizeof failing[0]; ++k) {
            struct child child = {.output = outputs[i]};
            memcpy(child.arguments, failing[k], sizeof failing[k]);
            if (outputs[i] == CHILD_TO_CLOSED_PIPE) {
                const struct outcome outcome = child_run(&child);
                expect_success(&outcome);
            } else {
                expect_refusal(&child, "standard output: ");
            }
        }
    }
}

// The file was written before the report was lost, so it is whole.
TEST(repaired_but_not_reported) {
    SKIP_IF(access("/dev/full", W_OK) != 0, "there is no /dev/full");
    char whole[512], unreported[512];
    snprintf(whole, sizeof whole, "%s", scratch_path("whole.obj"));
    snprintf(unreported, sizeof unreported, "%s", scratch_path("unreported.obj"));
    struct child child = {.arguments = {"mesh", "builtin:sphere:320", "--repair", whole}};
    child_succeed(&child);
    child.arguments[3] = unreported;
    child.output = CHILD_TO_FULL_DISK;
    expect_refusal(&child, "standard output: ");
    char *texts[2] = {read_file(whole), read_file(unreported)};
    assert_true(texts[0] && texts[1]);
    assert_string_equal(texts[0], texts[1]);
}

// A file may grow to each of these sizes and no further; only the last lets all of it through. (The
// complaint on stderr is a file here, too, and has less than 200 bytes.)
TEST(full_disk) {
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_path("large.obj"));
    struct child child = {.arguments = {"mesh", "builtin:sphere:1280", "--repair", path}};
    child_succeed(&child);
    char *whole = read_file(path);
    assert_non_null(whole);
    const size_t size = strlen(whole), sizes[] = {200, 4095, 4096, 4097, size / 2, size - 1, size};
    assert_true(size > 10000);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        scratch_write_text("large.obj", "as it was\n");
        child.largest_file = sizes[i];
        if (sizes[i] < size) {
            expect_refusal(&child, "large.obj: File too large");
        } else {
            child_succeed(&child);
        }
        char *text = read_file(path);
        assert_non_null(text);
        assert_string_equal(text, sizes[i] < size ? "as it was\n" : whole);
    }
}
