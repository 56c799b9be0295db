// A disk that fills up and interruptions leave results of `run` that are whole, or none.
#include <dirent.h>
#include <jansson.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "results.h"
#include "test.h"

// The files of a folder, hidden ones too; `partial` receives how many are neither results.json,
// index.html nor a picture.
static size_t count_files(const char *folder, size_t *partial) {
    DIR *directory = opendir(folder);
    size_t files = 0;
    *partial = 0;
    if (!directory) {
        return 0;
    }
    for (const struct dirent *entry; (entry = readdir(directory));) {
        const char *name = entry->d_name;
        const char *dot = strrchr(name, '.');
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
            continue;
        }
        ++files;
        *partial += strcmp(name, "results.json") != 0 && strcmp(name, "index.html") != 0 &&
                    (name[0] == '.' || !dot || strcmp(dot, ".svg") != 0);
    }
    closedir(directory);
    return files;
}

// ------------------------------------------------------------------------- whole or not at all

// A disk that fills up costs the new results, not the old ones, and leaves no rubbish.
TEST(full_disk) {
    const char *folder = scratch_path("full");
    struct child child = {.arguments = {"run", "--mesh", "builtin:box", "--kernel", CATTO, "--out",
                                        folder, "--", SHORT, FEW}};
    child_race(&child);
    char *before = read_file(scratch_path("full/results.json"));
    assert_non_null(before);
    assert_true(strlen(before) > 4000);

    child.largest_file = 4000;
    struct outcome second = child_run(&child);
    assert_int_equal(second.exit_code, 2);
    assert_non_null(strstr(second.error, "results.json"));
    char *after = read_file(scratch_path("full/results.json"));
    assert_string_equal(before, after);
    size_t partial;
    count_files(folder, &partial);
    assert_int_equal(partial, 0);
}

// Results that were written are whole, though nobody can be told of them.
TEST(full_standard_output) {
    SKIP_IF(access("/dev/full", W_OK) != 0, "there is no /dev/full");
    const char *folder = scratch_path("unreported");
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"run", "--mesh", "builtin:box", "--kernel", CATTO,
                                                "--out", folder, "--", SHORT, FEW},
                                  .output = CHILD_TO_FULL_DISK});
    assert_int_equal(outcome.exit_code, 2);
    assert_non_null(strstr(outcome.error, "buoybench: standard output: "));
    json_t *results = load_results(folder);
    assert_int_equal(json_array_size(json_object_get(results, "benchmarks")) > 0, 1);
}

static void wait_milliseconds(long milliseconds) {
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

// Interrupted whenever, a run leaves whole files only.
TEST(interruption) {
    const char *folder = scratch_path("interrupted");
    for (long milliseconds = 0; milliseconds < 1000; milliseconds += 100) {
        size_t partial;
        // Starts a run, interrupts it after a while, and waits for its end.
        char program[600];
        snprintf(program, sizeof program, "%s/buoybench", program_folder());
        fflush(NULL);
        const pid_t process = fork();
        assert_true(process >= 0);
        if (process == 0) {
            if (freopen("/dev/null", "w", stdout)) {
                execl(program, program, "run", "--mesh", "builtin:box", "--kernel", "*/scalar",
                      "--out", folder, "--", SHORT, FEW, (char *)NULL);
            }
            _exit(127);
        }
        wait_milliseconds(milliseconds);
        kill(process, SIGINT);
        int status;
        assert_int_equal(waitpid(process, &status, 0), process);
        assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGINT : WEXITSTATUS(status) == 0);
        const size_t files = count_files(folder, &partial);
        assert_int_equal(partial, 0);
        if (files > 0) {
            load_results(folder); // results.json is written first
        }
    }
}

// Starts a run that would take minutes, with stderr in a file, and interrupts it so long after a
// stage has begun.
static void interrupt_stage(const char *stage, long milliseconds, const char *folder,
                            const char *log) {
    char program[600];
    snprintf(program, sizeof program, "%s/buoybench", program_folder());
    fflush(NULL);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        if (freopen("/dev/null", "w", stdout) && freopen(log, "w", stderr)) {
            execl(program, program, "run", "--mesh", "builtin:box", "--kernel", "*/scalar",
                  "--workload", "hot", "--out", folder, "--", SHORT, "--benchmark_repetitions=500",
                  (char *)NULL);
        }
        _exit(127);
    }
    for (bool begun = false; !begun;) {
        wait_milliseconds(1);
        char *text = read_file(log);
        begun = text && strstr(text, stage);
        assert_int_equal(waitpid(process, NULL, WNOHANG), 0);
    }
    wait_milliseconds(milliseconds);
    kill(process, SIGINT);
    int status;
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
}

// Before it times anything, a run leaves what was there, and does not speak of what was not.
TEST(interrupted_checking) {
    const char *folder = scratch_path("checked"), *log = scratch_path("checked.log");
    interrupt_stage("checking ", 0, folder, log);
    char *text = read_file(log);
    assert_non_null(strstr(text, "interrupted, nothing written to "));
    assert_null(strstr(text, "earlier"));
    scratch_write_text("checked/results.json", "{}");
    assert_int_equal(remove(log), 0);
    interrupt_stage("checking ", 0, folder, log);
    text = read_file(log);
    assert_non_null(strstr(text, "interrupted, nothing written; earlier results stay in "));
}

// Interrupted twice once results.json is there, a run does not say that it wrote nothing.
TEST(interrupted_writing) {
    const char *folder = scratch_path("written"), *log = scratch_path("written.log");
    char program[600], path[600];
    snprintf(program, sizeof program, "%s/buoybench", program_folder());
    snprintf(path, sizeof path, "%s/results.json", folder);
    fflush(NULL);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        if (freopen("/dev/null", "w", stdout) && freopen(log, "w", stderr)) {
            execl(program, program, "run", "--mesh", "builtin:box", "--out", folder, "--", SHORT,
                  FEW, (char *)NULL);
        }
        _exit(127);
    }
    while (access(path, F_OK) != 0) {
        wait_milliseconds(1);
        assert_int_equal(waitpid(process, NULL, WNOHANG), 0);
    }
    kill(process, SIGINT);
    wait_milliseconds(2);
    kill(process, SIGINT);
    assert_int_equal(waitpid(process, NULL, 0), process);
    char *text = read_file(log);
    assert_null(strstr(text, "nothing written"));
}

// What was timed before an interruption is reported, and said to be incomplete.
TEST(interrupted_timing) {
    const char *folder = scratch_path("partly"), *log = scratch_path("partly.log");
    interrupt_stage("timing ", 500, folder, log);
    char *text = read_file(log);
    assert_non_null(strstr(text, "interrupted after "));
    json_t *results = load_results(folder);
    assert_true(json_is_true(json_object_get(json_object_get(results, "context"), "interrupted")));
    const json_t *rows = json_object_get(results, "benchmarks");
    assert_true(json_array_size(rows) > 0);
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        assert_null(json_object_get(row, "error_occurred"));
        assert_true(!is_repetition(row) || number_of(row, "ns_per_body") > 0.0);
    }
}
