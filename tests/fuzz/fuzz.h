// Fuzz targets: functions that take any bytes, make a query from them, and stop the program with a
// message if the answer is wrong. libFuzzer drives them (libfuzzer.c), or files and random bytes do
// (main.c).
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fuzz_target {
    const char *name;
    const char *about;       // in half a line
    size_t most_bytes;       // bytes beyond which an input says nothing more
    bool takes_random_bytes; // random bytes make questions; else only text or files do
    bool needs_importer;     // does nothing in a build that reads no mesh files
    void (*run)(const uint8_t *bytes, size_t size);
};

// All of them, in the order of lists; NULL past the last.
const struct fuzz_target *fuzz_target_at(size_t index);

// Before the first run of any target: failures of tests/support end the program, too.
void fuzz_start(void);

// Prints the question at hand to stderr, in numbers from which it can be asked again. Targets set
// it when they ask; whatever fails calls it.
extern void (*fuzz_describe)(void);
void fuzz_print_question(void);

// Ends the program with a message.
void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
#define FUZZ_FAIL_IF(condition, ...)                                                               \
    do {                                                                                           \
        if (condition) {                                                                           \
            fuzz_fail(__VA_ARGS__);                                                                \
        }                                                                                          \
    } while (0)

// The queries since the start, and how close answers came to their bounds.
struct fuzz_tally {
    size_t questions;
    size_t answers;    // each kernel's to each question
    size_t beyond;     // errors larger than allowed
    double worst;      // share of its bound that an error took up, of all
    char of_worst[96]; // which kernel's, and what was wrong
};
extern struct fuzz_tally fuzz_tally;

// Go on after an error larger than allowed, which then only counts. All else still ends the
// program.
extern bool fuzz_goes_on;

void fuzz_count(size_t questions, size_t answers);

// Holds an error, never NaN, to what is allowed.
void fuzz_expect(const char *kernel, const char *what, double error, double allowed);

// Whether floating-point exceptions are looked for: of all that a kernel can raise, only inexact
// and underflow are allowed. The environment variable BUOY_FUZZ_FLAGS=1 or 0 overrides this.
#define FUZZ_LOOKS_FOR_FLAGS 0

// Around a call of the library.
void fuzz_watch(void);
void fuzz_expect_no_flags(const char *kernel);

#endif
