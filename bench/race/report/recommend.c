// Which kernel to take for a subject, judged by its times.
#include "recommend.h"

#include <string.h>

static bool may_be_called(const struct result *result) {
    return !result->plugin && strcmp(result->family, result->subject->family->name) == 0;
}

// Lower is better.
static int kind_of(const struct result *result) {
    return !result->deterministic ? 3 : result->automatic ? 2 : 1;
}

static bool is_led(const struct result *result) {
    const struct results_subject *subject = result->subject;
    for (size_t i = 0; i < subject->exact; ++i) {
        const struct result *other = subject->results[i];
        if (may_be_called(other) && ranking_leads(&other->times, &result->times)) {
            return true;
        }
    }
    return false;
}

const struct result *recommend(const struct results_subject *subject) {
    const struct result *found = NULL;
    for (size_t i = 0; i < subject->exact; ++i) {
        const struct result *result = subject->results[i];
        if (may_be_called(result) && !is_led(result) &&
            (!found || kind_of(result) < kind_of(found))) {
            found = result;
        }
    }
    return found;
}

const struct result *recommend_fastest(const struct results_subject *subject, bool deterministic) {
    for (size_t i = 0; i < subject->exact; ++i) {
        const struct result *result = subject->results[i];
        if (may_be_called(result) && !result->automatic && result->deterministic == deterministic) {
            return result;
        }
    }
    return NULL;
}

bool recommend_is_best_variant(const struct result *result) {
    const struct results_subject *subject = result->subject;
    for (size_t i = 0; subject->results[i] != result; ++i) {
        const struct result *faster = subject->results[i];
        if (strcmp(faster->method, result->method) == 0 &&
            strcmp(faster->family, result->family) == 0 &&
            faster->deterministic == result->deterministic) {
            return false;
        }
    }
    return true;
}

double recommend_percent_slower(const struct result *slow, const struct result *fast) {
    return 100.0 * (slow->times.median / fast->times.median - 1.0);
}

double recommend_lead(const struct results_subject *subject) {
    const struct result *automatic = subject->automatic, *best = subject->best;
    return automatic && best && ranking_leads(&best->times, &automatic->times)
               ? recommend_percent_slower(automatic, best)
               : 0.0;
}
