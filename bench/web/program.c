// What the page calls: the program as a person would, or, called "digests", the tests of digests.
#include <stdlib.h>
#include <string.h>

// wasi-libc's: calls main() with the arguments that its host tells.
int __main_void(void); // NOLINT(*-reserved-identifier,cert-dcl*)

int buoybench_main(int argc, char **argv);
int tests_run(void);

int main(int argc, char **argv) {
    return argc > 0 && strcmp(argv[0], "digests") == 0 ? tests_run() : buoybench_main(argc, argv);
}

// Ends with proc_exit(), which its host must not return from.
__attribute__((export_name("run"))) void run(void) {
    exit(__main_void());
}
