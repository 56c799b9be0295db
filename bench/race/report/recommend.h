// Which kernel to take for a subject, judged by its times.
#ifndef BENCH_RECOMMEND_H
#define BENCH_RECOMMEND_H

#include "results_model.h"

// The kernel to recommend, or NULL if no exact one was timed; neither one of a plug-in, which
// cannot be called in the library, nor a baseline of another family, which answers less than is
// asked. No such kernel of the subject leads it. Among those that nobody leads, it is the fastest
// of the first kind that is there:
//   1. deterministic, and a method by name;
//   2. deterministic, chosen by the library (`auto/best`);
//   3. any other.
const struct result *recommend(const struct results_subject *subject);

// The library's fastest exact kernel by median that is (or is not) deterministic, without `auto`;
// NULL if there is none.
const struct result *recommend_fastest(const struct results_subject *subject, bool deterministic);

// Whether no faster kernel is of the same method and as deterministic or not as this one: of all
// its variants it is the one to look at.
bool recommend_is_best_variant(const struct result *result);

// By how many percent the recommended kernel is faster than the library's own choice, if it is that
// beyond both spreads; else 0.
double recommend_lead(const struct results_subject *subject);

// How much longer one takes than another, in percent of the other.
double recommend_percent_slower(const struct result *slow, const struct result *fast);

#endif
