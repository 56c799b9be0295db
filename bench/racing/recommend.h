// Which kernel to take for a subject, judged by the times of a ranked race.
#ifndef BENCH_RECOMMEND_H
#define BENCH_RECOMMEND_H

#include "race.h"

// Whether an entry was timed and answers exactly, within rounding. Approximations are raced, but
// they are not recommended, however fast.
bool recommend_is_exact(const struct race_entry *entry);

// The kernel to recommend, or NULL if no exact one was timed. No exact entry of the subject leads
// it. Among those that nobody leads, it is the fastest of the first kind that is there:
//   1. deterministic, and a method by name;
//   2. deterministic, chosen by the library (`auto/best`);
//   3. any other.
const struct race_entry *recommend(const struct race_subject *subject);

// The fastest plug-in that answers exactly and leads the recommended kernel; NULL if there is none.
const struct race_entry *recommend_plugin(const struct race_subject *subject);

// The library's fastest exact entry by median that is (or is not) deterministic, without `auto`;
// NULL if there is none.
const struct race_entry *recommend_fastest(const struct race_subject *subject, bool deterministic);

// Whether no faster entry is of the same method and as deterministic or not as this one: of all its
// variants it is the one to look at.
bool recommend_is_best_variant(const struct race_entry *entry);

// The id to paste into a program: family/method/best if that is the entry's kernel on this
// machine, else the kernel's own id. `best` is room for it.
const char *recommend_call(const struct race_entry *entry, char best[64]);

// How much longer one entry takes than another, in percent of the other.
double recommend_percent_slower(const struct race_entry *slow, const struct race_entry *fast);

// The timed entry of the library's own choice, auto/best; NULL if there is none.
const struct race_entry *recommend_automatic(const struct race_subject *subject);

#endif
