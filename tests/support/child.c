// Running the program as a child process, without a shell.
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
#define _XOPEN_SOURCE 600 // for posix_openpt()
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

// ------------------------------------------------------------------------------ children

// A file without a name, at its beginning.
static FILE *anonymous_file(const char *text) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs(text, file);
    fflush(file);
    rewind(file);
    return file;
}

static char *read_all(FILE *file) {
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    char *text = test_keep(malloc((size_t)size + 1), free);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = '\0';
    return text;
}

// A terminal's side that reads what is printed on it.
static int open_terminal(void) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    return terminal;
}

// In the child: becomes the program.
static void start(const char *program, const struct child *child, FILE *const streams[3],
                  int terminal) {
    char *arguments[18] = {(char *)program};
    for (size_t i = 0; i < 16 && child->arguments[i]; ++i) {
        arguments[i + 1] = (char *)child->arguments[i];
    }
    if (child->isa) {
        setenv("BUOY_ISA", child->isa, 1);
    }
    if (child->largest_file > 0) {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){child->largest_file, child->largest_file});
    }
    dup2(fileno(streams[0]), STDIN_FILENO);
    dup2(fileno(streams[2]), STDERR_FILENO);
    // In the child: points standard output at what the test wants.
    int ends[2] = {-1, -1};
    switch (child->output) {
    case CHILD_CAPTURED:
        dup2(fileno(streams[1]), STDOUT_FILENO);
        break;
    case CHILD_TO_FULL_DISK:
        dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
        break;
    case CHILD_TO_CLOSED_PIPE:
        if (pipe(ends) != 0) {
            _exit(127);
        }
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        break;
    case CHILD_CLOSED:
        close(STDOUT_FILENO);
        break;
    case CHILD_TO_TERMINAL:
        dup2(open(ptsname(terminal), O_WRONLY | O_NOCTTY), STDOUT_FILENO);
        break;
    }
    execvp(program, arguments);
    _exit(127);
}

struct outcome child_run_program(const char *program, const struct child *child) {
    FILE *streams[3] = {
        anonymous_file(child->input ? child->input : ""),
        anonymous_file(""),
        anonymous_file(""),
    };
    const int terminal = child->output == CHILD_TO_TERMINAL ? open_terminal() : -1;
    fflush(NULL);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        start(program, child, streams, terminal);
    }
    int status;
    while (waitpid(process, &status, 0) < 0) {
        assert_int_equal(errno, EINTR);
    }
    if (terminal >= 0) {
        // What was printed there, without the carriage returns that it puts before line feeds.
        char text[4096];
        for (ssize_t length; (length = read(terminal, text, sizeof text)) > 0;) {
            for (ssize_t i = 0; i < length; ++i) {
                if (text[i] != '\r') {
                    fputc(text[i], streams[1]);
                }
            }
        }
        close(terminal);
    }
    const struct outcome outcome = {
        .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        .output = read_all(streams[1]),
        .error = read_all(streams[2]),
    };
    // Takes out the lines "float: step 129/240", which a simulation of two seconds writes into a
    // pipe: a busy machine makes any so long.
    for (char *line = outcome.error, *next; *line; line = next) {
        const size_t end = strcspn(line, "\n");
        unsigned done, total;
        int length = 0;
        next = line + end + (line[end] == '\n');
        if (sscanf(line, "float: %*[a-z] %u/%u%n", &done, &total, &length) == 2 &&
            (size_t)length == end) {
            memmove(line, next, strlen(next) + 1);
            next = line;
        }
    }
    for (int i = 0; i < 3; ++i) {
        fclose(streams[i]);
    }
    return outcome;
}

// The program of another build, such as one for Windows, can be asked in place of this one's.
static const char *program_path(void) {
    const char *other = getenv("BUOY_TEST_PROGRAM");
    return other ? other : TEST_BUOYBENCH;
}

struct outcome child_run(const struct child *child) {
    return child_run_program(program_path(), child);
}

const char *program_folder(void) {
    static char path[4096];
    const char *slash = strrchr(program_path(), '/');
    snprintf(path, sizeof path, "%.*s", (int)(slash - program_path()), program_path());
    return path;
}

// -------------------------------------------------------------------------- expectations

void expect_success(const struct outcome *outcome) {
    FAIL_IF(outcome->exit_code != 0 || outcome->error[0] != '\0', "exit code %d, stderr: %s",
            outcome->exit_code, outcome->error);
}

void expect_refusal(const struct child *child, const char *text) {
    static const char prefix[] = "buoybench: ";
    struct outcome outcome = child_run(child);
    const char *line_end = strchr(outcome.error, '\n');
    FAIL_IF(outcome.exit_code != 2 || outcome.output[0] != '\0' || !line_end ||
                line_end[1] != '\0' || strncmp(outcome.error, prefix, strlen(prefix)) != 0 ||
                !strstr(outcome.error, text),
            "wanted exit code 2, no output and one line with \"%s\"; got %d, \"%.200s\" and "
            "\"%s\"",
            text, outcome.exit_code, outcome.output, outcome.error);
}

struct outcome child_succeed(const struct child *child) {
    const struct outcome outcome = child_run(child);
    expect_success(&outcome);
    return outcome;
}

// Without a result, as the stand-in for cmocka wants it of what skips.
static void want_node(void) {
    const struct outcome there = child_run_program("node", CHILD("--version"));
    SKIP_IF(there.exit_code != 0, "Node.js is missing");
}

char *child_page(const char *directory) {
    char page[4096];
    snprintf(page, sizeof page, "%s/index.html", directory);
    want_node();
    const struct outcome drawn = child_run_program("node", CHILD(TEST_DRAW, page, "--html"));
    expect_success(&drawn);
    return drawn.output;
}

// --------------------------------------------------------------------------------- files

static char folder[256];

static void remove_folder(void) {
    child_run_program("rm", CHILD("-rf", folder));
}

const char *scratch_folder(void) {
    if (folder[0] == '\0') {
        const char *parent = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/buoybench-test.XXXXXX", parent ? parent : "/tmp");
        assert_non_null(mkdtemp(folder));
        atexit(remove_folder);
    }
    return folder;
}

const char *scratch_path(const char *name) {
    static char paths[8][512];
    static size_t next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder(), name);
    return path;
}

const char *scratch_write(const char *name, const void *bytes, size_t size) {
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return path;
}

const char *scratch_write_text(const char *name, const char *text) {
    return scratch_write(name, text, strlen(text));
}

char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    char *text = read_all(file);
    fclose(file);
    return text;
}
