// The values of BUOY_PROFILE and their effects. The library reads it once, so each value needs a
// process that has not read it yet: a child of this one, which never does.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "body.h"
#include "buoyancy_kernels.h"
#include "child.h"
#include "counted_memory.h"
#include "profiles.h"
#include "test.h"

// What a child does; returns NULL, or what was wrong.
typedef const char *child_function(const char *value);

static void in_child(child_function *function, const char *value) {
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (value) {
            setenv("BUOY_PROFILE", value, 1);
        } else {
            unsetenv("BUOY_PROFILE");
        }
        const char *wrong = function(value);
        fprintf(stderr, "%s", wrong ? wrong : "");
        _exit(wrong ? 1 : 0);
    }
    int result;
    assert_true(waitpid(child, &result, 0) == child);
    FAIL_IF(!WIFEXITED(result) || WEXITSTATUS(result) != 0, "BUOY_PROFILE=%s",
            value ? value : "(unset)");
}

static void ask(const char *id, struct buoy_volume results[2]) {
    static const struct buoy_plane planes[2] = {{{0.1f, 0.2f, 1.0f}, 0.1f},
                                                {{0.5f, -0.2f, 1.0f}, 0.3f}};
    _Alignas(64) static char scratch[1 << 16];
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:barrel:40"), 0);
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes = planes,
                                            .count = 2,
                                            .scratch = scratch,
                                            .scratch_bytes = sizeof scratch,
                                            .kernel = buoy_kernel_find(id)};
    assert_int_equal(buoy_volume_compute(&query, results, NULL), BUOY_OK);
    test_end(mesh);
}

static bool has_bits_of(const char *id) {
    struct buoy_volume got[2], same[2];
    memset(got, 0, sizeof got);
    memset(same, 0, sizeof same);
    ask("volume/auto/tuned", got);
    ask(id, same);
    return memcmp(got, same, sizeof got) == 0;
}

static const char *says(const char *source, enum buoy_status status, const char *reason) {
    struct buoy_error error;
    const char *name = NULL;
    if (buoy_profile_get(&name, &error) != status || error.status != status ||
        strcmp(name, source) != 0) {
        return "buoy_profile_get() says something else";
    }
    if (!strstr(error.message, reason)) {
        fprintf(stderr, "expected '%s': %s\n", reason, error.message);
        return "the message does not say why";
    }
    return NULL;
}

// ---------------------------------------------------------------------------- what children do

static const char *expect_followed(const char *value) {
    (void)value;
    if (!has_bits_of("volume/blocks/scalar")) { // the first to look
        return "auto/tuned does not follow BUOY_PROFILE";
    }
    const char *wrong = says("BUOY_PROFILE", BUOY_OK, "");
    setenv("BUOY_PROFILE", "/no/such/file", 1); // too late
    wrong = wrong ? wrong : says("BUOY_PROFILE", BUOY_OK, "");
    // What is read by itself is no allocated memory.
    struct counted_memory memory;
    counted_memory_begin(&memory);
    counted_memory_end(&memory);
    buoy_profile_unload();
    return wrong ? wrong : says("built-in", BUOY_OK, "");
}

static const char *expect_unset(const char *value) {
    (void)value;
    const char *wrong = says("built-in", BUOY_OK, "");
    return wrong || has_bits_of("volume/indexed/scalar") ? wrong : "not the built-in rule";
}

static const char *expected_reason;

static const char *expect_ignored(const char *value) {
    (void)value;
    if (!has_bits_of("volume/indexed/scalar")) {
        return "an ignored profile has changed something";
    }
    const char *wrong = says("built-in", BUOY_ERROR_PROFILE, expected_reason);
    // A program's own profile takes its place, and the complaint with it.
    char *text = profile_make(NULL, NULL);
    if (!wrong && buoy_profile_load_text(text, strlen(text), NULL) != BUOY_OK) {
        wrong = "no profile can be loaded";
    }
    wrong = wrong ? wrong : says("loaded", BUOY_OK, "");
    wrong = wrong || has_bits_of("volume/blocks/scalar") ? wrong : "not as loaded";
    buoy_profile_unload(); // asks for the built-in rule: nothing is ignored any more
    return wrong ? wrong : says("built-in", BUOY_OK, "");
}

// What the program loads first is not replaced.
static const char *expect_overridden(const char *value) {
    (void)value;
    char *text = profile_make(NULL, NULL);
    const enum buoy_status status = buoy_profile_load_text(text, strlen(text), NULL);
    return status != BUOY_OK ? "no profile can be loaded" : says("loaded", BUOY_OK, "");
}

// auto/best and everything else do not even look.
static const char *expect_unread(const char *value) {
    (void)value;
    struct buoy_volume results[2];
    ask("volume/auto/best", results);
    unsetenv("BUOY_PROFILE");
    return says("built-in", BUOY_OK, "");
}

// --------------------------------------------------------------------------------------- tests

TEST(followed) {
    char *text = profile_make(NULL, NULL);
    const char *path = scratch_write_text("good.json", text);
    in_child(expect_followed, path);
    in_child(expect_overridden, path);
    in_child(expect_unread, path);
}

TEST(unset) {
    in_child(expect_unset, NULL);
    in_child(expect_unset, "");
}

static void expect_file_ignored(const char *text, size_t size, const char *reason) {
    expected_reason = reason;
    in_child(expect_ignored, scratch_write("bad.json", text, size));
}

TEST(ignored) {
    static const char *const members[][3] = {{"library", "\"0.0.1\"", "another library"},
                                             {"compiler", "\"cc 1\"", "another compiler"},
                                             {"cpu", "\"Pentium\"", "another cpu"},
                                             {"features", "\"mmx\"", "another features"},
                                             {"buoyancy_profile", "9", "format 9"},
                                             {"hot_compact", "{}", "line 7: '\"' expected"}};
    for (size_t i = 0; i < sizeof members / sizeof *members; ++i) {
        char *text = profile_make(members[i][0], members[i][1]);
        expect_file_ignored(text, strlen(text), members[i][2]);
    }
    char *text = profile_make(NULL, NULL);
    expect_file_ignored(text, strlen(text) - 9, "the file ends"); // beyond what is read at once
    expect_file_ignored(text, 100, "the file ends");
    expect_file_ignored("", 0, "the file ends");
    expect_file_ignored("\0\0\0", 3, "found byte 0");
    expected_reason = "there is no such file";
    in_child(expect_ignored, scratch_path("missing.json"));
    expected_reason = "cannot be read";
    in_child(expect_ignored, scratch_folder());
}

// A pipe that nobody writes to is not waited for.
TEST(pipe) {
    const char *path = scratch_path("pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    expected_reason = "the file ends";
    in_child(expect_ignored, path);
}

TEST(huge) {
    char *text = profile_make(NULL, NULL), *huge = test_alloc(1 << 20);
    memset(huge, '\n', 1 << 20);
    memcpy(huge, text, strlen(text));
    expect_file_ignored(huge, 1 << 20, "more than 65536 bytes");
    expect_file_ignored(huge, 65537, "more than 65536 bytes");
    in_child(expect_followed, scratch_write("long.json", huge, 65536));
}
