// What follows from the findings of `verify` for every kind of report.
#include "verify_findings.h"

#include <math.h>
#include <string.h>

size_t verify_count_failures_of(const struct verify_subject *subject) {
    size_t failures = 0;
    for (size_t k = 0; k < subject->verdict_count; ++k) {
        failures += !subject->verdicts[k].passed;
    }
    return failures;
}

size_t verify_count_failures(const struct verify_findings *findings) {
    size_t failures = 0;
    for (size_t i = 0; i < findings->subject_count; ++i) {
        failures += verify_count_failures_of(&findings->subjects[i]);
    }
    return failures;
}

bool verify_has_no_bound(const struct verify_verdict *verdict) {
    return isinf(verdict->accuracy.bounds.of_total);
}

bool verify_is_repeated(const struct verify_subject *subject, size_t index) {
    const struct verify_verdict *verdict = &subject->verdicts[index];
    for (size_t k = 0; k < index && verdict->bits == VERIFY_BITS_SAME; ++k) {
        const struct verify_verdict *other = &subject->verdicts[k];
        const bool promised = other->bits == VERIFY_BITS_FIRST || other->bits == VERIFY_BITS_SAME;
        if (promised && strcmp(other->kernel.method, verdict->kernel.method) == 0) {
            return true;
        }
    }
    return false;
}
