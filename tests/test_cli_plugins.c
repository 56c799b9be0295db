// The option --plugin: kernels from shared objects are listed, checked, timed and asked like the
// library's own; one that does anything wrong is reported in a line, and never ranked.
#include <jansson.h>

#include "child.h"
#include "results.h"
#include "test.h"

static const char good[] = TEST_PLUGINS "/good.so";
static const char broken[] = TEST_PLUGINS "/broken.so";
static const char empty[] = TEST_PLUGINS "/empty.so";

static int set_up(void **state) {
    (void)state;
    return unsetenv("PLUGIN_FAULT");
}

static void set_fault(const char *name) {
    assert_int_equal(name ? setenv("PLUGIN_FAULT", name, 1) : unsetenv("PLUGIN_FAULT"), 0);
}

static void expect_text(const char *text, const char *part) {
    if (!strstr(text, part)) {
        print_error("'%s' is not in:\n%s\n", part, text);
    }
    assert_non_null(strstr(text, part));
}

// Fails the test unless a plug-in ends the program, which says how, and prints no answer.
static void expect_end(const struct child *child, const char *text) {
    struct outcome outcome = child_run(child);
    assert_true(outcome.exit_code == -1 || outcome.exit_code == 2);
    assert_string_equal(outcome.output, "");
    expect_text(outcome.error, text);
}

// ------------------------------------------------------------------------- what goes right

static const json_t *find_kernel(const json_t *list, const char *id) {
    for (size_t i = 0; i < json_array_size(list); ++i) {
        const json_t *kernel = json_array_get(list, i);
        if (strcmp(json_string_value(json_object_get(kernel, "id")), id) == 0) {
            return kernel;
        }
    }
    return NULL;
}

static const char *member(const json_t *object, const char *name) {
    return json_string_value(json_object_get(object, name));
}

TEST(listed) {
    struct outcome outcome = child_run(CHILD("list", "--plugin", good, "--format", "json"));
    expect_success(&outcome);
    json_t *list = json_loads(outcome.output, 0, NULL);
    const json_t *kernel = find_kernel(list, "volume/plain/double");
    const json_t *elsewhere = find_kernel(list, "volume/plain/elsewhere");
    assert_non_null(find_kernel(list, "volume/blocks/scalar"));
    assert_non_null(find_kernel(list, "water/sines/double"));
    assert_string_equal(member(kernel, "family"), "volume");
    assert_string_equal(member(kernel, "method"), "plain");
    assert_string_equal(member(kernel, "isa"), "double");
    assert_true(json_is_false(json_object_get(kernel, "deterministic")));
    assert_true(json_is_true(json_object_get(kernel, "runnable")));
    assert_string_equal(member(kernel, "reason"), "");
    assert_true(json_is_false(json_object_get(elsewhere, "runnable")));
    assert_string_equal(member(elsewhere, "reason"), "it needs a machine that was never built");
    json_decref(list);
}

// Every family takes plug-ins.
TEST(verified) {
    struct outcome outcome = child_succeed(
        CHILD("verify", "--plugin", good, "--kernel", "*/double", "--mesh", "builtin:barrel:48",
              "--poses", "16", "--verbose", "--by-immersion", "--out", scratch_path("plots")));
    expect_text(outcome.output, "volume/plain/double");
    expect_text(outcome.output, "hydrostatics/plain/double");
    expect_text(outcome.output, "box/count/double");
    expect_text(outcome.output, "polygon/plain/double");
    expect_text(outcome.output, "water/sines/double");
    expect_text(outcome.output, "forces/plain/double");
    expect_text(outcome.output, "pressure/plain/double");
    expect_text(outcome.output, "ok: 7 of 7 kernels on meshes");
}

// What a kernel leaves out is no failure, and no error.
TEST(left_out) {
    struct outcome outcome =
        child_succeed(CHILD("verify", "--plugin", broken, "--kernel", "volume/broken/double",
                            "--mesh", "builtin:barrel:48"));
    expect_text(outcome.output, "     left out broken\n");
    expect_text(outcome.output,
                "volume/broken/double, builtin:barrel:48: left out: only boxes\n\nok: 1 of 1");
}

// Two plug-ins, one of which leaves a mesh out.
TEST(raced) {
    SKIP_IF(!can_time(), "built without Google Benchmark");
    const char *folder = scratch_path("raced");
    struct outcome outcome =
        child_run(CHILD("run", "--plugin", good, "--plugin", broken, "--kernel=volume/*/double",
                        "--kernel=volume/catto/scalar", "--mesh=builtin:box",
                        "--mesh=builtin:barrel:48", "--workload=crowd", "--out", folder, "--",
                        "--benchmark_min_time=0.001", "--benchmark_repetitions=2"));
    char path[600];
    snprintf(path, sizeof path, "%s/results.json", folder);
    char *text = read_file(path);
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(text);
    expect_text(outcome.output, "volume/plain/double");
    expect_text(outcome.error,
                "volume/broken/double leaves out (only boxes): builtin:barrel:48/crowd\n");
    expect_text(text, "\"volume/plain/double/builtin:barrel:48/crowd\"");
    expect_text(text, "\"volume/broken/double/builtin:box/crowd\"");
    expect_text(text, "\"the tests' good plug-in\"");
    expect_text(text, "\"speedup_vs_rival\": 1.0"); // the rival's own
    expect_text(outcome.output, " ×catto ×rival ");
}

TEST(asked) {
    const char *planes = "nx,ny,nz,d\n0,0,1,0\n0,0,2,0.5\n";
    struct outcome outcome = child_succeed(
        &(struct child){.arguments = {"eval", "volume", "--mesh", "builtin:box", "--planes", "-",
                                      "--plugin", good, "--kernel", "volume/plain/double"},
                        .input = planes});
    double lower[4], upper[4];
    assert_int_equal(sscanf(outcome.output, "volume,cx,cy,cz\n%lf,%lf,%lf,%lf\n%lf,%lf,%lf,%lf\n",
                            &lower[0], &lower[1], &lower[2], &lower[3], &upper[0], &upper[1],
                            &upper[2], &upper[3]),
                     8);
    assert_true(lower[0] > 0.0 && upper[0] > lower[0] && upper[3] > lower[3]);

    // The library's own kernels answer as they do without plug-ins.
    const struct child plain = {
        .arguments = {"eval", "volume", "--mesh", "builtin:box", "--planes", "-"}, .input = planes};
    struct child beside = plain;
    beside.arguments[6] = "--plugin";
    beside.arguments[7] = good;
    struct outcome expected = child_run(&plain), got = child_succeed(&beside);
    assert_string_equal(got.output, expected.output);
}

TEST(profiled) {
    struct child child = {.arguments = {"profile", "--plugin", broken, "--kernel",
                                        "volume/broken/double", "--mesh", "builtin:box",
                                        "--seconds", "0.01"}};
    struct outcome outcome = child_succeed(&child);
    expect_text(outcome.output, "volume/broken/double on builtin:box");
    child.arguments[6] = "builtin:barrel:48";
    expect_refusal(&child, "profile: volume/broken/double: only boxes");
    child.arguments[6] = "builtin:box";
    set_fault("crash in query");
    expect_end(&child, "crashed (SIGSEGV) in a query of volume/broken/double");
    set_fault(NULL);
}

// A kernel for an instruction set of the library obeys BUOY_ISA, and the machine.
TEST(instruction_sets) {
    set_fault("foreign isa");
    struct outcome outcome = child_succeed(CHILD("list", "--plugin", broken));
    expect_text(outcome.output, "no: this machine cannot run simd128");
    set_fault("cannot run");
    outcome = child_succeed(CHILD("list", "--plugin", broken));
    expect_text(outcome.output, "no: no such?machine\n");
    set_fault("Latin-1"); // JSON has no place for what is not UTF-8
    outcome = child_run(CHILD("list", "--plugin", broken, "--format", "json"));
    expect_success(&outcome);
    expect_text(outcome.output, "\"no m?re\"");
    set_fault("cannot run");
    expect_refusal(CHILD("verify", "--plugin", broken, "--kernel", "volume/broken/double"),
                   "cannot run here: volume/broken/double: no such?machine");
    set_fault(NULL);
}

// ------------------------------------------------------------------------- what is refused

static void refuse(const char *path, const char *text) {
    expect_refusal(CHILD("list", "--plugin", path), text);
}

TEST(no_plugins) {
    refuse("/nowhere/x.so", "--plugin /nowhere/x.so: there is no such file");
    refuse(scratch_folder(), "--plugin ");
    refuse(scratch_write_text("text.so", "not a shared object"), "text.so: ");
    refuse(empty, "it has no function buoy_plugin_describe()");
    expect_refusal(CHILD("list", "--plugin", good, "--plugin", good),
                   "there is a kernel volume/plain/double already");
}

TEST(broken_tables) {
    static const struct {
        const char *fault, *text;
    } cases[] = {
        {"another version",
         "its plug-in interface is version 6, this program's is 5: compile it with"},
        {"version 2", "plugin.h, where each function takes the kernel's context first"},
        {"another size", "its kernels take "},
        {"null", "buoy_plugin_describe() returns NULL"},
        {"no name", "its name is not 1 to 80 printable characters"},
        {"two lines", "its name is not 1 to 80 printable characters"},
        {"no table", "it must have 1 to 64 kernels"},
        {"no kernels", "it must have 1 to 64 kernels"},
        {"too many kernels", "it must have 1 to 64 kernels"},
        {"no family", "kernel 0: it "},
        {"unknown family", "kernel 0: it "},
        {"no method", "kernel 0: method and isa must be"},
        {"long method", "kernel 0: method and isa must be"},
        {"bad method", "kernel 0: method and isa must be"},
        {"no isa", "kernel 0: method and isa must be"},
        {"slash", "kernel 0: method and isa must be"},
        {"best", "kernel 0: the words best and tuned are the library's own"},
        {"tuned", "kernel 0: the words best and tuned are the library's own"},
        {"no function", "kernel 0: the function of its own family is NULL"},
        {"two functions", "kernel 0: it has the function of another family"},
        {"release without make", "kernel 0: it has release() without make()"},
        {"no accuracy", "kernel 0: it states no accuracy between 0 and 1"},
        {"nan accuracy", "kernel 0: it states no accuracy between 0 and 1"},
        {"accuracy above 1", "kernel 0: it states no accuracy between 0 and 1"},
        {"a built-in's id", "kernel 0: there is a kernel volume/blocks/scalar already"},
        {"two of one id", "kernels 0 and 1 are both volume/broken/double"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        set_fault(cases[i].fault);
        refuse(broken, cases[i].text);
    }
    set_fault("full method"); // just short enough

    child_succeed(CHILD("list", "--plugin", broken));
    set_fault(NULL);
}

// A plug-in that ends the program is named in a line.
TEST(ends) {
    static const struct {
        const char *fault, *text;
    } cases[] = {
        {"garbage table", "crashed (SIGSEGV) in buoy_plugin_describe() of "},
        {"crash in constructor", "crashed (SIGSEGV) while "},
        {"abort in constructor", "crashed (SIGABRT) while "},
        {"exit in constructor", "ended the program while "},
        {"crash in describe", "crashed (SIGSEGV) in buoy_plugin_describe() of "},
        {"exit in describe", "ended the program in buoy_plugin_describe() of "},
        {"crash in why_not", "crashed (SIGSEGV) in why_not() of volume/broken/double"},
        {"crash in make", "crashed (SIGSEGV) in make() of volume/broken/double"},
        {"crash in query", "crashed (SIGSEGV) in a query of volume/broken/double"},
        {"exit in query", "ended the program in a query of volume/broken/double"},
        {"crash in release", "crashed (SIGSEGV) in release() of volume/broken/double"},
        {"hang in constructor", "hangs while "},
        {"hang in why_not", "hangs in why_not() of volume/broken/double"},
    };
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); // nobody frees what the program had
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        set_fault(cases[i].fault);
        expect_end(&(struct child){.arguments = {"eval", "volume", "--mesh", "builtin:box",
                                                 "--planes", "-", "--plugin", broken, "--kernel",
                                                 "volume/broken/double"},
                                   .input = "nx,ny,nz,d\n0,0,1,0\n"},
                   cases[i].text);
    }
    set_fault("crash in destructor"); // the answers are there by then
    struct outcome outcome = child_run(CHILD("list", "--plugin", broken));
    expect_text(outcome.error, "crashed (SIGSEGV) while ");
    expect_text(outcome.output, "volume/broken/double");
    set_fault(NULL);
}

// ------------------------------------------------------------------- what fails its check

static const struct {
    const char *fault, *text;
} failures[] = {
    {"wrong answers", NULL},
    {"nan", NULL},
    {"infinity", NULL},
    {"query fails", "a query failed: it returned 7"},
    {"rounds upward", "a query changed how the processor rounds"},
    {"make fails", "make() failed: only boxes"},
    {"make fails in Latin-1", "make() failed: only bo?tes"},
    {"bad accuracy of a hull", "make() states no accuracy between 0 and 1"},
};
enum {
    FAILURE_COUNT = sizeof failures / sizeof failures[0]
};

TEST(failures_verified) {
    for (size_t i = 0; i < FAILURE_COUNT; ++i) {
        set_fault(failures[i].fault);
        struct outcome outcome =
            child_run(CHILD("verify", "--plugin", broken, "--kernel", "volume/broken/double",
                            "--mesh", "builtin:box", "--poses", "8"));
        assert_int_equal(outcome.exit_code, 1);
        assert_string_equal(outcome.error, "");
        expect_text(outcome.output, "FAIL");
        if (failures[i].text) {
            expect_text(outcome.output, failures[i].text);
        }
    }
    set_fault(NULL);
}

// Neither timed nor ranked; the report says why.
TEST(failures_raced) {
    SKIP_IF(!can_time(), "built without Google Benchmark");
    const char *folder = scratch_path("failed");
    for (size_t i = 0; i < FAILURE_COUNT; i += (size_t)in_a_hurry(3, 1)) {
        set_fault(failures[i].fault);
        struct outcome outcome = child_run(
            CHILD("run", "--plugin", broken, "--kernel", "volume/broken/double", "--kernel",
                  "volume/catto/scalar", "--mesh", "builtin:box", "--poses=16", "--out", folder,
                  "--", "--benchmark_min_time=0.001", "--benchmark_repetitions=2"));
        char path[600];
        snprintf(path, sizeof path, "%s/results.json", folder);
        char *text = read_file(path);
        assert_int_equal(outcome.exit_code, 1);
        assert_non_null(text);
        expect_text(text, "\"error_occurred\": true");
        if (failures[i].text) {
            expect_text(outcome.output, failures[i].text);
            expect_text(text, failures[i].text);
        }
    }
    set_fault(NULL);
}

// What the library's own kernels take is on disk before a plug-in is asked anything.
TEST(written_before) {
    static const char *const faults[] = {"crash in make", "crash in query", "exit in query"};
    SKIP_IF(!can_time(), "built without Google Benchmark");
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        char name[40];
        snprintf(name, sizeof name, "before-%zu", i);
        const char *folder = scratch_path(name);
        set_fault(faults[i]);
        struct outcome outcome = child_run(
            CHILD("run", "--plugin", broken, "--kernel", "volume/broken/double", "--kernel",
                  "volume/catto/scalar", "--mesh", "builtin:box", "--poses=16", "--out", folder,
                  "--", "--benchmark_min_time=0.001", "--benchmark_repetitions=2"));
        assert_true(outcome.exit_code == -1 || outcome.exit_code == 2);
        expect_text(outcome.error, " of volume/broken/double\n");
        json_t *results = load_results(folder);
        find_row(results, "volume/catto/scalar/builtin:box");
    }
    set_fault(NULL);
}

// `eval` prints nothing in place of answers.
TEST(failures_asked) {
    for (size_t i = 0; i < FAILURE_COUNT; ++i) {
        if (failures[i].text) {
            set_fault(failures[i].fault);
            expect_refusal(&(struct child){.arguments = {"eval", "volume", "--mesh", "builtin:box",
                                                         "--planes", "-", "--plugin", broken,
                                                         "--kernel", "volume/broken/double"},
                                           .input = "nx,ny,nz,d\n0,0,1,0\n"},
                           failures[i].text);
        }
    }
    set_fault(NULL);
    expect_refusal(
        &(struct child){.arguments = {"eval", "volume", "--mesh", "builtin:barrel:48", "--planes",
                                      "-", "--plugin", broken, "--kernel", "volume/broken/double"},
                        .input = "nx,ny,nz,d\n0,0,1,0\n"},
        "volume/broken/double: declines: only boxes");
}

// A promise of the same bits holds among plug-ins, and towards the library's variants of a method.
TEST(bits) {
    static const struct {
        const char *fault, *kernels, *text;
        int exit_code;
    } cases[] = {
        {"same bits", "volume/broken/*", "same   ok", 0},
        {"other bits", "volume/broken/*", "DIFFER FAIL", 1},
        {"built-in bits", "volume/catto/double", "DIFFER FAIL", 1},
        {"no promise", "volume/broken/*", "free   ok", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        set_fault(cases[i].fault);
        struct outcome outcome =
            child_run(CHILD("verify", "--plugin", broken, "--kernel", cases[i].kernels, "--mesh",
                            "builtin:box", "--poses", "8", "--verbose"));
        assert_int_equal(outcome.exit_code, cases[i].exit_code);
        expect_text(outcome.output, cases[i].text);
    }
    set_fault(NULL);
}

TEST_FIXTURE(set_up, NULL)
