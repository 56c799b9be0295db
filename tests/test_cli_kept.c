// Runs without `--out` are kept: each has a folder of its own in results/, results/latest leads to
// the newest, nothing is overwritten; submit, report and compare take the latest that fits, and say
// which.
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "made_results.h"
#include "results.h"
#include "test.h"

// Runs the program, or a command line of a shell that calls it $B, in the scratch folder's `name`.
static struct outcome in_folder(const char *name, const char *line) {
    char program[4200];
    snprintf(program, sizeof program, "%s/buoybench", program_folder());
    static const char script[] = "mkdir -p \"$0/$1\"; cd \"$0/$1\"; B=$2; eval \"$3\"";
    return child_run_program("sh", CHILD("-c", script, scratch_folder(), name, program, line));
}

// The folders of results/ whose names end so, by name; `*count` of them.
static char (*kept(const char *name, const char *end, size_t *count))[300] {
    static char found[8][300];
    char path[4200];
    struct dirent **entries;
    snprintf(path, sizeof path, "%s/%s/results", scratch_folder(), name);
    const int all = scandir(path, &entries, NULL, alphasort);
    *count = 0;
    for (int i = 0; i < all; ++i) {
        const size_t length = strlen(entries[i]->d_name), tail = strlen(end);
        if (length > tail && strcmp(entries[i]->d_name + length - tail, end) == 0 && *count < 8) {
            snprintf(found[(*count)++], sizeof *found, "%s", entries[i]->d_name);
        }
        free(entries[i]);
    }
    if (all >= 0) {
        free(entries);
    }
    return found;
}

#define RUN "$B run --kernel " CATTO " --mesh builtin:box -- " SHORT " " FEW

// Two runs in one second have two folders, in their order.
TEST(own_folders) {
    struct outcome outcome = in_folder("two", RUN " >/dev/null && " RUN);
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(strstr(outcome.output, "\nfull report: results/latest/index.html\n"));
    size_t count;
    char(*folders)[300] = kept("two", "-builtin-box-volume-catto-scalar", &count);
    assert_int_equal(count, 2);
    for (size_t i = 0; i < 2; ++i) { // 2026-11-29-012345-
        static const char form[] = "dddd-dd-dd-dddddd-";
        for (size_t k = 0; k < sizeof form - 1; ++k) {
            assert_true(form[k] == 'd' ? folders[i][k] >= '0' && folders[i][k] <= '9'
                                       : folders[i][k] == form[k]);
        }
        char path[700];
        snprintf(path, sizeof path, "two/results/%s/results.json", folders[i]);
        assert_non_null(read_file(scratch_path(path)));
    }
    char target[300] = "";
    assert_true(readlink(scratch_path("two/results/latest"), target, sizeof target - 1) > 0);
    assert_string_equal(target, folders[1]);
    assert_non_null(read_file(scratch_path("two/results/latest/index.html")));
    kept("two", "", &count);
    assert_int_equal(count, 5); // and latest, . and ..
}

// Where no link can be made there is a copy.
TEST(copy) {
    struct outcome outcome = in_folder("copy", "mkdir -p results/latest; " RUN);
    assert_int_equal(outcome.exit_code, 0);
    struct stat status;
    assert_int_equal(lstat(scratch_path("copy/results/latest"), &status), 0);
    assert_true(S_ISDIR(status.st_mode));
    size_t count;
    char path[700];
    char(*folders)[300] = kept("copy", "-builtin-box-volume-catto-scalar", &count);
    assert_int_equal(count, 1);
    snprintf(path, sizeof path, "copy/results/%s/results.json", folders[0]);
    char *own = read_file(scratch_path(path));
    assert_non_null(own);
    assert_string_equal(own, read_file(scratch_path("copy/results/latest/results.json")));
    assert_non_null(read_file(scratch_path("copy/results/latest/index.html")));
    kept("copy", "", &count);
    assert_int_equal(count, 4); // no rubbish
}

// A run that fails before it has results leaves nothing, and the latest stays.
TEST(nothing_left) {
    struct outcome outcome = in_folder("bad", "$B run --mesh none.obj");
    assert_int_equal(outcome.exit_code, 2);
    struct stat status;
    assert_int_not_equal(stat(scratch_path("bad/results"), &status), 0);
}

// results/NAME/results.json, of one kernel that takes so many nanoseconds.
static void keep(const char *folder, const char *name, double ns) {
    char path[300];
    struct made_results made;
    made_begin(&made, "");
    made_add_calm(&made, "volume/a/avx2/m", ns, "");
    char *text = read_file(made_end(&made, "made.json"));
    snprintf(path, sizeof path, "mkdir -p results/%s", name);
    assert_int_equal(in_folder(folder, path).exit_code, 0);
    snprintf(path, sizeof path, "%s/results/%s/results.json", folder, name);
    scratch_write_text(path, text);
}

static void expect_taken(const char *line, int code, const char *taken, const char *output) {
    struct outcome outcome = in_folder("kept", line);
    FAIL_IF(outcome.exit_code != code || !strstr(outcome.error, taken) ||
                !strstr(outcome.output, output),
            "%s: exit code %d, no '%s' or '%s' in:\n%s\n%s", line, outcome.exit_code, taken, output,
            outcome.error, outcome.output);
}

// Default runs are submitted, whatever ran later; the last two of one kind are compared.
TEST(latest_that_fits) {
    expect_taken("$B submit", 2, "results/: no run of default is kept there, ", "");
    expect_taken("$B report", 2, "results/: no run is kept there, ", "");
    keep("kept", "2026-01-01-000000-default", 100.0);
    expect_taken("$B compare", 2, "results/: no earlier run of default is kept there, ", "");
    keep("kept", "2026-01-02-000000-hull.obj", 100.0);
    keep("kept", "2026-01-03-000000-default", 300.0);
    keep("kept", "2026-01-04-000000-hull.obj", 150.0);
    // No runs: one that was interrupted before it had results, and folders of the user's own.
    assert_int_equal(in_folder("kept", "mkdir results/2026-01-05-000000-default").exit_code, 0);
    keep("kept", "mine", 1.0);
    keep("kept", "2026-01-0x-000000-default", 1.0);
    expect_taken("$B submit", 2, "buoybench: results/2026-01-03-000000-default/results.json: ", "");
    expect_taken("$B report --verdict", 0, "takes results/2026-01-04-000000-hull.obj/results.json,",
                 ": 150 ns (");
    expect_taken("$B compare", 1,
                 "A is results/2026-01-02-000000-hull.obj/results.json, B is "
                 "results/2026-01-04-000000-hull.obj/results.json",
                 "1.5");
    expect_taken("$B compare results/2026-01-03-000000-default", 0,
                 "A is results/2026-01-03-000000-default, B is "
                 "results/2026-01-04-000000-hull.obj/results.json",
                 "0.5");
}

TEST_NEEDS(can_time)
