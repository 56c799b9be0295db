// The findings of `verify`, and what follows from them for every kind of report.
#ifndef BENCH_VERIFY_FINDINGS_H
#define BENCH_VERIFY_FINDINGS_H

#include "verify.h"

struct verify_findings {
    const struct verify_settings *settings;
    const struct verify_subject *subjects;
    size_t subject_count;
    bool bounds_hold; // those that answers come with, against the decimals of mesh files
};

// The number of bad verdicts: a subject's, and all.
size_t verify_count_failures_of(const struct verify_subject *subject);
size_t verify_count_failures(const struct verify_findings *findings);

// Whether the kernel is an approximation without a documented bound: its errors are shown, and fail
// only if an answer is not a number.
bool verify_has_no_bound(const struct verify_verdict *verdict);

// Whether an earlier kernel of the subject has the same bits, hence the same errors.
bool verify_is_repeated(const struct verify_subject *subject, size_t index);

#endif
