// What the page calls: the program as a person would, or, called "digests", the tests of digests.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// wasi-libc's: calls main() with the arguments that its host tells.
int __main_void(void); // NOLINT(*-reserved-identifier,cert-dcl*)

int buoybench_main(int argc, char **argv);
// Tests of digests that have a main() of their own; the others have registered themselves.
__attribute__((weak)) int test_digest(int argc, char **argv);
__attribute__((weak)) int test_digest_forces(void);
int tests_run(void);

int main(int argc, char **argv) {
    if (argc > 0 && strcmp(argv[0], "digests") == 0) { // a test that fails exits
        return (test_digest ? test_digest(argc, argv) : 0) +
               (test_digest_forces ? test_digest_forces() : 0) + tests_run();
    }
    return buoybench_main(argc, argv);
}

// Ends with proc_exit(), which its host must not return from.
__attribute__((export_name("run"))) void run(void) {
    exit(__main_void());
}
