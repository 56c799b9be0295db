// Which kernel to take for a subject, judged by the times of a ranked race.
#include "recommend.h"

#include <string.h>

#include "dispatch/registry.h"
#include "plugins.h"

// A plug-in's kernel with a larger error, as a share of the whole volume, is an approximation, too.
#define FARTHEST_OFF 1e-3

// An approximation may be right about one body, as bounding boxes are about boxes; that says
// nothing about the next one.
static bool answers_exactly(const struct race_entry *entry) {
    return race_times(entry)->sample_count > 0 && !entry->kernel->method->approximate &&
           !(entry->max_error_volume > FARTHEST_OFF);
}

// What comes from a plug-in cannot be called in the library, and a baseline of another family, such
// as volumes for the step, answers less than is asked.
bool recommend_is_exact(const struct race_entry *entry) {
    return answers_exactly(entry) && !plugins_own(entry->kernel) &&
           family_owns(entry->subject->queries.family, entry->kernel);
}

static bool is_automatic(const struct race_entry *entry) {
    return strcmp(entry->info.method, "auto") == 0;
}

// Lower is better.
static int kind_of(const struct race_entry *entry) {
    return !entry->info.deterministic ? 3 : is_automatic(entry) ? 2 : 1;
}

static bool is_led(const struct race_entry *entry) {
    for (size_t i = 0; i < entry->subject->entry_count; ++i) {
        const struct race_entry *other = &entry->subject->entries[i];
        if (recommend_is_exact(other) && ranking_leads(race_times(other), race_times(entry))) {
            return true;
        }
    }
    return false;
}

const struct race_entry *recommend(const struct race_subject *subject) {
    const struct race_entry *found = NULL;
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const struct race_entry *entry = race_at(subject, i);
        if (recommend_is_exact(entry) && !is_led(entry) &&
            (!found || kind_of(entry) < kind_of(found))) {
            found = entry;
        }
    }
    return found;
}

const struct race_entry *recommend_plugin(const struct race_subject *subject) {
    const struct race_entry *best = recommend(subject);
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const struct race_entry *entry = race_at(subject, i);
        if (plugins_own(entry->kernel) && answers_exactly(entry) &&
            (!best || ranking_leads(race_times(entry), race_times(best)))) {
            return entry;
        }
    }
    return NULL;
}

const struct race_entry *recommend_fastest(const struct race_subject *subject, bool deterministic) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const struct race_entry *entry = race_at(subject, i);
        if (recommend_is_exact(entry) && !is_automatic(entry) &&
            entry->info.deterministic == deterministic) {
            return entry;
        }
    }
    return NULL;
}

bool recommend_is_best_variant(const struct race_entry *entry) {
    const struct race_subject *subject = entry->subject;
    for (size_t i = 0; race_at(subject, i) != entry; ++i) {
        const struct race_entry *faster = race_at(subject, i);
        if (faster->kernel->method == entry->kernel->method &&
            faster->info.deterministic == entry->info.deterministic) {
            return false;
        }
    }
    return true;
}

const char *recommend_call(const struct race_entry *entry, char best[64]) {
    return cli_is_best(entry->kernel, &entry->info, best) ? best : entry->info.id;
}

double recommend_percent_slower(const struct race_entry *slow, const struct race_entry *fast) {
    return 100.0 * (race_times(slow)->median / race_times(fast)->median - 1.0);
}

const struct race_entry *recommend_automatic(const struct race_subject *subject) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const struct race_entry *entry = &subject->entries[i];
        if (is_automatic(entry) && strcmp(entry->info.isa, "best") == 0 &&
            race_times(entry)->sample_count > 0) {
            return entry;
        }
    }
    return NULL;
}
