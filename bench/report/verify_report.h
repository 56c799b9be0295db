// What `verify` found, as tables for people and as JSON.
#ifndef BENCH_VERIFY_REPORT_H
#define BENCH_VERIFY_REPORT_H

#include "verify.h"

struct verify_findings {
    const struct verify_settings *settings;
    const struct verify_subject *subjects;
    size_t subject_count;
};

// How many of the verdicts are bad.
size_t verify_count_failures(const struct verify_findings *findings);

// One subject's table; then, once all are printed, what holds for all of them.
void verify_print_subject(const struct verify_settings *settings,
                          const struct verify_subject *subject);
void verify_print_summary(const struct verify_findings *findings);

// Returns the exit code.
int verify_print_json(const struct verify_findings *findings);

#endif
