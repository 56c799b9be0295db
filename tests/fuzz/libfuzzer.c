// One target as libFuzzer calls it: FUZZ_TARGET is its name.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_start();
    for (size_t i = 0; (target = fuzz_target_at(i)); ++i) {
        if (strcmp(target->name, TEXT(FUZZ_TARGET)) == 0) {
            return 0;
        }
    }
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    target->run(bytes, size);
    return 0;
}
