// What the page calls: the program as a person would, or, called "digests", the tests of digests.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// wasi-libc's: calls main() with the arguments that its host tells.
int __main_void(void); // NOLINT(*-reserved-identifier,cert-dcl*)

int buoybench_main(int argc, char **argv);
int test_digest(int argc, char **argv);
int test_digest_floating(void);
int test_digest_forces(void);
int test_digest_motion(void);
int test_digest_plane(void);
int test_digest_stability(void);
int test_digest_water(void);

int main(int argc, char **argv) {
    if (argc > 0 && strcmp(argv[0], "digests") == 0) { // a test that fails exits
        return test_digest(argc, argv) + test_digest_floating() + test_digest_forces() +
               test_digest_motion() + test_digest_plane() + test_digest_stability() +
               test_digest_water();
    }
    return buoybench_main(argc, argv);
}

// Ends with proc_exit(), which its host must not return from.
__attribute__((export_name("run"))) void run(void) {
    exit(__main_void());
}
