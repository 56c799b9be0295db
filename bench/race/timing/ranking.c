// Medians, robust spreads, and ranks that claim no more than the samples show.
#include "ranking.h"

#include <math.h>

#include "reals.h"

// The standard deviation of a normal distribution over its median absolute deviation.
#define DEVIATION_PER_MAD 1.4826

#define FEWEST_SAMPLES 5

// The median distance of sorted samples from their median. The distances grow from the middle
// outwards on either side, so the two sides are merged until half of them have been seen.
static double median_distance(const double *sorted, size_t count, double median) {
    size_t right = 0;
    while (right < count && sorted[right] < median) {
        ++right;
    }
    size_t left = right; // the samples below the median, from its end
    double previous = 0.0, distance = 0.0;
    for (size_t seen = 0; seen <= count / 2; ++seen) {
        const double below = left > 0 ? median - sorted[left - 1] : HUGE_VAL;
        const double above = right < count ? sorted[right] - median : HUGE_VAL;
        previous = distance;
        distance = below < above ? below : above;
        if (below < above) {
            --left;
        } else {
            ++right;
        }
    }
    return count % 2 != 0 ? distance : 0.5 * (previous + distance);
}

void ranking_summarise(struct ranking_candidate *candidate) {
    const size_t count = candidate->sample_count;
    if (count == 0) {
        candidate->median = HUGE_VAL;
        candidate->spread = HUGE_VAL;
        return;
    }
    reals_sort(candidate->samples, count);
    candidate->median = 0.5 * (candidate->samples[(count - 1) / 2] + candidate->samples[count / 2]);
    candidate->spread =
        count < FEWEST_SAMPLES
            ? HUGE_VAL
            : DEVIATION_PER_MAD * median_distance(candidate->samples, count, candidate->median);
}

bool ranking_leads(const struct ranking_candidate *fast, const struct ranking_candidate *slow) {
    if (slow->sample_count == 0) {
        return fast->sample_count > 0;
    }
    return fast->median + fast->spread < slow->median - slow->spread;
}

// Whether a candidate leads all those from a place in the order on.
static bool leads_all_from(const struct ranking_candidate *candidates, size_t count,
                           const size_t *order, size_t head, size_t place) {
    for (; place < count; ++place) {
        if (!ranking_leads(&candidates[order[head]], &candidates[order[place]])) {
            return false;
        }
    }
    return true;
}

void ranking_make(struct ranking_candidate *candidates, size_t count, size_t *order) {
    for (size_t i = 0; i < count; ++i) {
        ranking_summarise(&candidates[i]);
    }
    ranking_order(candidates, count, order);
}

void ranking_order(struct ranking_candidate *candidates, size_t count, size_t *order) {
    // Insertion keeps equal medians in the caller's order; there are few candidates.
    for (size_t i = 0; i < count; ++i) {
        size_t place = i;
        while (place > 0 && candidates[order[place - 1]].median > candidates[i].median) {
            order[place] = order[place - 1];
            --place;
        }
        order[place] = i;
    }
    size_t head = 0; // the fastest of those that share a rank
    for (size_t place = 0; place < count; ++place) {
        head = leads_all_from(candidates, count, order, head, place) ? place : head;
        candidates[order[place]].rank = head + 1;
    }
}
