// The findings of `verify`, as text tables and as JSON.
#ifndef BENCH_VERIFY_REPORT_H
#define BENCH_VERIFY_REPORT_H

#include "verify.h"

struct verify_findings {
    const struct verify_settings *settings;
    const struct verify_subject *subjects;
    size_t subject_count;
};

// The number of bad verdicts.
size_t verify_count_failures(const struct verify_findings *findings);

// One subject's table; then, after all tables, the statements that hold for all subjects.
void verify_print_subject(const struct verify_settings *settings,
                          const struct verify_subject *subject);
void verify_print_summary(const struct verify_findings *findings);

// Returns the exit code.
int verify_print_json(const struct verify_findings *findings);

#endif
