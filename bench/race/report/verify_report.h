// The findings of `verify`, as text tables and as JSON.
#ifndef BENCH_VERIFY_REPORT_H
#define BENCH_VERIFY_REPORT_H

#include "verify.h"

struct verify_findings {
    const struct verify_settings *settings;
    const struct verify_subject *subjects;
    size_t subject_count;
    bool bounds_hold; // those that answers come with, against the decimals of mesh files
};

// The number of bad verdicts.
size_t verify_count_failures(const struct verify_findings *findings);

// Whether a kernel has no bound, so that it cannot be right or wrong.
bool verify_is_approximate(const struct verify_verdict *verdict);

// As it stands in tables.
const char *verify_bits_text(enum verify_bits bits);

// The summary, in 80 columns: one row per subject, and in the end what failed or came nearest to
// its bound.
void verify_print_summary_headings(void);
void verify_print_summary_row(const struct verify_subject *subject);
void verify_print_conclusion(const struct verify_findings *findings);

// One subject's table; then, after all tables, what holds for all subjects.
void verify_print_details(const struct verify_subject *subject);
void verify_print_by_immersion(const struct verify_findings *findings);

// One subject's errors by immersion, beside the conditioning floor; nothing if it has none.
void verify_print_immersion(const struct verify_subject *subject);

// Returns the exit code.
int verify_print_json(const struct verify_findings *findings);

#endif
