// The page's script runs in one thread, and the browser alone chooses where.
#include "processors.h"

static const char why_not[] = "the browser decides";

size_t processors_count(void) {
    return 1;
}

bool processors_keep(const bool numbers[PROCESSORS_MOST + 1]) {
    (void)numbers;
    return false;
}

void processors_free(void) {}

const char *processors_pin(uint64_t number) {
    (void)number;
    return why_not;
}

const char *processors_prefer(void) {
    return why_not;
}
