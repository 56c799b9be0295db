// Files of the program that appear whole or not at all, also when the user interrupts the program
// while it writes one: SIGINT, SIGTERM and SIGHUP wait until the file has its name.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "output.h"
#include "test.h"

// ------------------------------------------------------------------------- while trying a folder

// Which of the three are blocked, as bits 0 to 2.
static unsigned held_signals(void) {
    static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t blocked;
    unsigned held = 0;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (unsigned i = 0; i < 3; ++i) {
        held |= (unsigned)sigismember(&blocked, interruptions[i]) << i;
    }
    return held;
}

static unsigned held_at_unlink, unlink_count;

// Stands in for the C library's in this program: output.c calls it while a file is under its other
// name.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the C library's is reserved
int unlink(const char *path) {
    held_at_unlink = held_signals();
    ++unlink_count;
    return unlinkat(AT_FDCWD, path, 0);
}

// That files can be created is tried with one that is taken away again.
TEST(trying_is_not_interrupted) {
    unlink_count = 0;
    assert_int_equal(held_signals(), 0);
    assert_int_equal(output_prepare(scratch_path("tried/twice")), 0);
    assert_int_equal(unlink_count, 1);
    assert_int_equal(held_at_unlink, 7);
    assert_int_equal(held_signals(), 0);
}

// ---------------------------------------------------------------------------- while writing a file

// More than any pipe holds: who writes it waits until it is read.
enum {
    byte_count = 4 << 20
};
static char bytes[byte_count];

// In the child: writes the file, whose other name is a pipe's.
static void write_file(const char *folder, int interruption) {
    char other[600];
    signal(interruption, SIG_DFL); // whatever the caller, nohup for one, ignores
    snprintf(other, sizeof other, "%s/.file.%d", folder, (int)getpid());
    if (mkfifo(other, 0600) != 0) {
        _exit(3);
    }
    _exit(output_write(folder, "file", bytes, byte_count) == 0 ? 0 : 4);
}

// Opens the child's pipe as soon as it is there.
static int open_pipe(const char *folder, pid_t process) {
    char other[600];
    int file;
    snprintf(other, sizeof other, "%s/.file.%d", folder, (int)process);
    do {
        file = open(other, O_RDONLY);
    } while (file < 0 && errno == ENOENT && waitpid(process, NULL, WNOHANG) == 0);
    assert_true(file >= 0);
    return file;
}

// Reads everything that is left; stops when all writers have closed.
static size_t drain(int file) {
    static char buffer[1 << 16];
    size_t count = 0;
    for (;;) {
        const ssize_t got = read(file, buffer, sizeof buffer);
        if (got > 0) {
            count += (size_t)got;
        } else if (got == 0) {
            return count;
        } else {
            assert_int_equal(errno, EINTR);
        }
    }
}

// The signal comes while the child is in the middle of writing; it dies of it, but only when the
// file has its name and the other one is gone.
static void check_signal(int interruption, const char *name) {
    const char *folder = scratch_path(name);
    assert_int_equal(mkdir(folder, 0700), 0);
    fflush(NULL);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        write_file(folder, interruption);
    }
    char first, path[600], other[600];
    const int file = open_pipe(folder, process);
    assert_int_equal(read(file, &first, 1), 1);
    assert_int_equal(kill(process, interruption), 0);
    const size_t count = 1 + drain(file);
    close(file);
    int status;
    assert_int_equal(waitpid(process, &status, 0), process);
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(other, sizeof other, "%s/.file.%d", folder, (int)process);
    struct stat found;
    FAIL_IF(count != byte_count || stat(path, &found) != 0 || stat(other, &found) == 0 ||
                !WIFSIGNALED(status) || WTERMSIG(status) != interruption,
            "signal %d: %zu of %d bytes written, ended with status %d", interruption, count,
            byte_count, status);
}

TEST(writing_is_not_interrupted) {
    check_signal(SIGINT, "interrupted");
    check_signal(SIGTERM, "terminated");
    check_signal(SIGHUP, "hung up");
}

// A name that is taken by a folder: nothing is left behind, and signals come through again.
TEST(failure_leaves_nothing) {
    const char *folder = scratch_path("taken");
    char inside[600], other[600];
    snprintf(inside, sizeof inside, "%s/file/inside", folder);
    snprintf(other, sizeof other, "%s/.file.%d", folder, (int)getpid());
    assert_int_equal(output_prepare(inside), 0);
    assert_int_not_equal(output_write(folder, "file", "x", 1), 0);
    struct stat found;
    assert_int_equal(stat(other, &found), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(held_signals(), 0);
}

// Through a link the file is replaced, and the link stays.
TEST(links_stay) {
    const char *folder = scratch_path("linked");
    char link[600], target[600], text[8] = "";
    snprintf(target, sizeof target, "%s/deeper", folder);
    assert_int_equal(output_prepare(target), 0);
    assert_int_equal(output_write(target, "file", "before", 6), 0);
    snprintf(link, sizeof link, "%s/name", folder);
    assert_int_equal(symlink("deeper/file", link), 0);
    assert_int_equal(output_write(folder, "name", "after", 5), 0);
    struct stat found;
    assert_int_equal(lstat(link, &found), 0);
    assert_true(S_ISLNK(found.st_mode));
    snprintf(target, sizeof target, "%s/deeper/file", folder);
    const int file = open(target, O_RDONLY);
    assert_true(file >= 0);
    assert_int_equal(read(file, text, sizeof text - 1), 5);
    close(file);
    assert_string_equal(text, "after");
    assert_int_equal(lstat(target, &found), 0);
    assert_true(S_ISREG(found.st_mode));
}

// A link that leads nowhere gives way to the file.
TEST(dangling_link) {
    const char *folder = scratch_path("dangling");
    char link[600];
    assert_int_equal(output_prepare(folder), 0);
    snprintf(link, sizeof link, "%s/name", folder);
    assert_int_equal(symlink("nowhere", link), 0);
    assert_int_equal(output_write(folder, "name", "x", 1), 0);
    struct stat found;
    assert_int_equal(lstat(link, &found), 0);
    assert_true(S_ISREG(found.st_mode));
}
