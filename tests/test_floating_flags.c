// The floating-point flags that the library leaves: answering ordinary queries may be inexact and
// may underflow, but raises no flag for an invalid operation, division by zero or overflow, so a
// program that unmasks those traps is not killed. This holds if gcc compiles the library. clang may
// compute both sides of a choice, including one that divides by zero, unless told otherwise
// (-ffp-exception-behavior=maytrap, with which this holds and kernels are slower).
#include <fenv.h>
#include <signal.h>

#include "everything.h"
#include "floating_mode.h"
#include "test.h"

#if defined(FLOATING_MODE_NO_TRAPS) && !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#define CAN_TRAP 1
#endif

#define FLAGS (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW)

static const char *called = "nothing";

static void ignore(const double *numbers, size_t count) {
    (void)numbers;
    (void)count;
}

// ------------------------------------------------------------------------------------- flags

static size_t complaints;

// Leaves signalling NaNs on the stack, where the next call's arrays will be: what it reads before
// it writes raises a flag if it is computed with.
__attribute__((noinline)) static void dirty_stack(void) {
    volatile uint32_t numbers[8192];
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        numbers[i] = UINT32_C(0x7f800001);
    }
}

static void clear(const char *call) {
    called = call;
    dirty_stack();
    feclearexcept(FE_ALL_EXCEPT);
}

// Complains of each kernel or function once.
static void expect_clean(const char *about, size_t question) {
    static const char *last = NULL;
    const int raised = fetestexcept(FLAGS);
    if (raised && called != last) {
        print_error("%s, %s, question %zu raised%s%s%s\n", called, about, question,
                    raised & FE_INVALID ? " 'invalid'" : "",
                    raised & FE_DIVBYZERO ? " 'divided by zero'" : "",
                    raised & FE_OVERFLOW ? " 'overflow'" : "");
        last = called;
        ++complaints;
    }
}

TEST(flags) {
    const struct everything_hooks hooks = {clear, expect_clean, ignore};
    everything_ask(&hooks);
    FAIL_IF(complaints > 0, "%zu kernels or functions raised flags", complaints);
}

// ------------------------------------------------------------------------------------- traps

#ifdef CAN_TRAP
static void trap(const char *call) {
    called = call;
    feclearexcept(FE_ALL_EXCEPT);
    floating_mode_set(floating_mode() & ~FLOATING_MODE_NO_TRAPS);
}

static void release(const char *about, size_t question) {
    (void)about;
    (void)question;
    floating_mode_set(floating_mode() | FLOATING_MODE_NO_TRAPS);
}

// Says on stderr what was called, and ends.
static void name_culprit(int signal) {
    (void)signal;
    const ssize_t written = write(STDERR_FILENO, called, strlen(called));
    _exit(written > 0 ? 1 : 2);
}
#endif

// In a child, whose traps kill nobody else.
TEST(traps) {
#ifdef CAN_TRAP
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct everything_hooks hooks = {trap, release, ignore};
        signal(SIGFPE, name_culprit);
        everything_ask(&hooks);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    FAIL_IF(!WIFEXITED(status) || WEXITSTATUS(status) != 0,
            "the child was trapped, and said where");
#else
    SKIP("no traps, or no processes");
#endif
}

TEST_FIXTURE(everything_make, everything_free)

static bool is_of_gcc(void) {
#ifdef __clang__
    return false;
#else
    return true;
#endif
}

TEST_NEEDS(is_of_gcc)
