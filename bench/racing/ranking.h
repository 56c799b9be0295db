// Who is faster, and by how much one may believe it.
#ifndef BENCH_RANKING_H
#define BENCH_RANKING_H

#include <stdbool.h>
#include <stddef.h>

// Repeated measurements of one candidate, smaller is better, and what follows from them. The
// caller sets the first two; the samples are sorted in place.
struct ranking_candidate {
    double *samples;
    size_t sample_count; // 0: not measured, ranked behind all others

    double median;
    double spread;
    size_t rank; // from 1
};

// Summarises and ranks candidates. `order` receives their indices, by median.
//
// The rank is one more than the number of candidates that lead this one, but never behind that of a
// slower one: some may be so noisy that nobody leads them. Who has rank 1 alone leads all others.
//
// The spread is 1.4826 times the median distance of the samples from their median. For normally
// distributed noise that estimates the standard deviation; unlike it, or a range, it does not move
// until half of the samples are disturbed, and what disturbs a timing (an interrupt, another
// process, a change of clock) disturbs few of them, by much, and always upwards. Fewer than five
// samples cannot tell noise from difference: their spread is infinite.
void ranking_make(struct ranking_candidate *candidates, size_t count, size_t *order);

// Whether `fast` is faster than `slow` beyond doubt: its median is lower by more than both spreads
// together, so that the intervals `median ± spread` do not touch. Of two equal candidates with
// normal noise and nine samples each, one seems to lead in 1.5 % of trials (five samples: 10 %).
bool ranking_leads(const struct ranking_candidate *fast, const struct ranking_candidate *slow);

// The candidate that leads all others, by its index, or `count` if there is none.
size_t ranking_winner(const struct ranking_candidate *candidates, size_t count);

#endif
