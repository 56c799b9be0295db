#include "test.h"

int main(void) {
    return tests_run();
}
