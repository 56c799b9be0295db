// `tune` end to end: nothing is written without a measurement, else a profile that `list` accepts;
// one that auto/tuned follows, what `list` says of one that it does not accept.
#include <sys/stat.h>
#include <unistd.h>

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "child.h"
#include "profiles.h"
#include "test.h"

#define PLANES "nx,ny,nz,d\n0.1,0.2,1,0.1\n0.5,-0.2,1,0.3\n"

// What `list` prints with BUOY_PROFILE set to a path, or unset.
static struct outcome run_list(const char *path) {
    if (path) {
        setenv("BUOY_PROFILE", path, 1);
    }
    struct outcome outcome = child_run(CHILD("list"));
    unsetenv("BUOY_PROFILE");
    return outcome;
}

static char *run_eval(const char *kernel, const char *profile) {
    if (profile) {
        setenv("BUOY_PROFILE", profile, 1);
    }
    struct outcome outcome =
        child_run(CHILD("eval", "volume", "--mesh", "builtin:barrel:40", "--planes",
                        scratch_path("planes.csv"), "--kernel", kernel));
    unsetenv("BUOY_PROFILE");
    expect_success(&outcome);
    return outcome.output;
}

// The least time decides a point or none: then one line says so, and there is no file. Five seconds
// decide some, and `list` accepts the file.
TEST(little_time) {
    static const char *const seconds[] = {"0.1", "5"};
    for (int i = 0; i < 2; ++i) {
        const char *path = scratch_path("made/on/the/way/profile.json");
        struct outcome outcome = child_run(CHILD("tune", "--seconds", seconds[i], "--out", path));
        if (outcome.exit_code == 0) {
            struct outcome list = run_list(path);
            expect_success(&list);
            unlink(path);
        } else if (i > 0 || outcome.exit_code != 2 || outcome.output[0] != '\0' ||
                   !strstr(outcome.error, "time ended before any of ") || access(path, F_OK) == 0) {
            fail_msg("exit code %d, stderr: %s", outcome.exit_code, outcome.error);
        }
    }
}

// An interruption leaves what was there.
TEST(interrupted) {
    assert_int_equal(mkdir(scratch_path("stopped"), 0777), 0);
    const char *path = scratch_write_text("stopped/profile.json", "old");
    struct outcome outcome =
        child_run_program("sh", CHILD("-c", "timeout -s INT 1 \"$0\"/buoybench tune --out \"$1\"",
                                      program_folder(), path));
    assert_int_equal(outcome.exit_code, 124);
    assert_string_equal(outcome.output, "");
    char *text = read_file(path);
    assert_string_equal(text, "old");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(scratch_path("stopped")), 0); // nothing else was in it
}

// The profile of these tests takes `blocks` for two planes and 40 triangles, the built-in rule
// `indexed`; the two differ in their last bits.
TEST(eval_follows) {
    char *profile = profile_make(NULL, NULL);
    scratch_write_text("planes.csv", PLANES);
    const char *path = scratch_write_text("followed.json", profile);
    char *tuned = run_eval("volume/auto/tuned", path), *best = run_eval("volume/auto/best", path);
    char *built_in = run_eval("volume/auto/tuned", NULL);
    char *blocks = run_eval("volume/blocks/scalar", NULL);
    char *indexed = run_eval("volume/indexed/scalar", NULL);
    assert_string_not_equal(blocks, indexed);
    assert_string_equal(tuned, blocks);
    assert_string_equal(best, indexed);
    assert_string_equal(built_in, indexed);
}

// One line on stderr that says what and why, with any profile that is ignored; stdout and exit code
// are those without it.
TEST(list_complains) {
    static const struct {
        const char *member, *value, *reason;
    } cases[] = {{"library", "\"0.0.1\"", "measured with another library ('0.0.1', here"},
                 {"cpu", "\"Pentium\"", "measured with another cpu ('Pentium', here"},
                 {"hot_compact", "7", "line 7: '{' expected, found '7'"}};
    struct outcome without = run_list(NULL);
    expect_success(&without);
    for (size_t i = 0; i <= sizeof cases / sizeof *cases; ++i) {
        const char *path = scratch_path("missing.json"), *reason = "there is no such file";
        if (i < sizeof cases / sizeof *cases) {
            char *profile = profile_make(cases[i].member, cases[i].value);
            path = scratch_write_text("ignored.json", profile);
            reason = cases[i].reason;
        }
        struct outcome outcome = run_list(path);
        assert_int_equal(outcome.exit_code, 0);
        assert_string_equal(outcome.output, without.output);
        assert_non_null(strstr(outcome.error, "buoybench: BUOY_PROFILE is ignored: "));
        FAIL_IF(!strstr(outcome.error, reason), "expected '%s': %s", reason, outcome.error);
        assert_ptr_equal(strchr(outcome.error, '\n') + 1, outcome.error + strlen(outcome.error));
    }
}

// $XDG_CONFIG_HOME, if it is an absolute path, else ~/.config; without either, a complaint.
TEST(default_place) {
    static const char *const tried[][2] = {{"xdg/buoyancy/profile.json", "xdg"},
                                           {"home/.config/buoyancy/profile.json", "relative"},
                                           {"home/.config/buoyancy/profile.json", NULL}};
    const char *was = getenv("HOME");
    char *home = was ? strdup(was) : NULL;
    setenv("HOME", scratch_path("home"), 1);
    for (int i = 0; i < 3; ++i) {
        const char *xdg = tried[i][1];
        if (!xdg) {
            unsetenv("XDG_CONFIG_HOME");
        } else {
            setenv("XDG_CONFIG_HOME", i == 0 ? scratch_path(xdg) : xdg, 1);
        }
        struct outcome outcome = child_run(CHILD("tune", "--seconds", "0.1"));
        const char *said = outcome.exit_code == 0 ? outcome.output : outcome.error;
        assert_non_null(strstr(said, scratch_path(tried[i][0])));
    }
    unsetenv("HOME");
    expect_refusal(CHILD("tune", "--seconds", "0.1"), "say --out FILE");
    if (home) {
        setenv("HOME", home, 1);
    }
    free(home);
}

// A profile is for all instruction sets, so none may be left out.
TEST(cap) {
    struct buoy_kernel_info info;
    buoy_kernel_get_info(buoy_kernel_find("volume/blocks/best"), &info, NULL);
    SKIP_IF(strcmp(info.isa, "scalar") == 0, "plain C alone runs");
    expect_refusal(&(struct child){.arguments = {"tune", "--seconds", "0.1", "--out",
                                                 scratch_path("capped.json")},
                                   .isa = "scalar"},
                   "BUOY_ISA");
}
