// Ranks candidates by speed, and judges how certain the differences are.
#ifndef BENCH_RANKING_H
#define BENCH_RANKING_H

#include <stdbool.h>
#include <stddef.h>

// Repeated measurements of one candidate (smaller is better), and the statistics derived from them.
// The caller sets the first two members; the samples are sorted in place.
struct ranking_candidate {
    double *samples;
    size_t sample_count; // 0: not measured, ranked after all others

    double median;
    double spread;
    size_t rank; // from 1
};

// Summarises and ranks candidates. `order` receives their indices, by median.
//
// A rank is a place in the order by median. A candidate starts a rank of its own if the fastest of
// the rank before leads it and all slower ones; otherwise it shares that rank. So whoever shares a
// rank may be as fast as its first, and the only one of rank 1 leads all others.
//
// The spread is 1.4826 times the median distance of the samples from their median. For normally
// distributed noise this estimates the standard deviation. Unlike the standard deviation or a
// range, it stays small until half of the samples are disturbed, and the causes that disturb a
// timing (an interrupt, another process, a change of clock) disturb few samples, by much, and
// always upwards. Fewer than five samples cannot tell noise from difference: their spread is
// infinite.
void ranking_make(struct ranking_candidate *candidates, size_t count, size_t *order);

// The two parts of ranking_make(): median and spread of one candidate; then the ranks and the order
// of candidates that have both.
void ranking_summarise(struct ranking_candidate *candidate);
void ranking_order(struct ranking_candidate *candidates, size_t count, size_t *order);

// Whether `fast` is certainly faster than `slow`: its median is lower by more than the sum of both
// spreads, so that the intervals `median ± spread` do not touch. With nine samples each of two
// equal candidates with normal noise, one seems to lead in 1.5 % of trials (five samples: 10 %).
bool ranking_leads(const struct ranking_candidate *fast, const struct ranking_candidate *slow);

#endif
