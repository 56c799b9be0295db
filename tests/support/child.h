// Running the program as a child process, without a shell.
#ifndef TESTS_CHILD_H
#define TESTS_CHILD_H

#include "test.h"

// Where a child's standard output goes.
enum child_output {
    CHILD_CAPTURED,
    CHILD_TO_FULL_DISK,   // /dev/full
    CHILD_TO_CLOSED_PIPE, // nobody reads it
    CHILD_CLOSED,         // the descriptor is closed
    CHILD_TO_TERMINAL,    // which keeps a few thousand bytes
};

struct child {
    const char *arguments[16]; // behind the program's name, up to the first NULL
    const char *input;         // text on standard input; NULL: none
    const char *isa;           // value of BUOY_ISA; NULL: as it is
    enum child_output output;
    size_t largest_file; // bytes a file it writes may have; 0: any number
};

// A child with these arguments, and as it is otherwise.
#define CHILD(...) (&(struct child){.arguments = {__VA_ARGS__}})

struct outcome {
    int exit_code;        // of the program, or −1 if it was killed or did not start
    char *output, *error; // all it wrote, as text; the test's
};

// Runs buoybench; it has ended when this returns. `program`: another one, found in PATH.
struct outcome child_run(const struct child *child);
struct outcome child_run_program(const char *program, const struct child *child);

// The folder buoybench is in.
const char *program_folder(void);

// What the page of a folder shows, as its own script draws it in Node.js; the test's. Skips the
// test if that is not installed (Debian: nodejs).
char *child_page(const char *directory);

// Fails the test unless the program ended well: exit code 0 and nothing on stderr.
void expect_success(const struct outcome *outcome);

// Runs buoybench, which must end well.
struct outcome child_succeed(const struct child *child);

// Fails the test unless a child refuses its arguments or input: exit code 2, nothing on stdout,
// and on stderr one line that begins with `buoybench: ` and contains the text.
void expect_refusal(const struct child *child, const char *text);

// The folder for a test program's files, made when first asked for and removed at its end.
const char *scratch_folder(void);

// The path of a file in it, valid until the next but seven.
const char *scratch_path(const char *name);

// Writes bytes to such a file; returns its path.
const char *scratch_write(const char *name, const void *bytes, size_t size);
const char *scratch_write_text(const char *name, const char *text);

// The whole of a file, as text; the test's. NULL if there is none.
char *read_file(const char *path);

#endif
