// Looks up entries and times in a race, and ranks.
#include "race.h"

#include <string.h>

bool race_runs(const struct race_entry *entry) {
    return entry->selected && entry->failure[0] == '\0';
}

void race_rank(struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        ranking_make(subject->times, subject->entry_count, subject->order);
    }
}

size_t race_count_selected(const struct race_subject *subject) {
    size_t selected = 0;
    for (size_t i = 0; i < subject->entry_count; ++i) {
        selected += subject->entries[i].selected;
    }
    return selected;
}

size_t race_count_timed(const struct race_subject *subject) {
    size_t timed = 0;
    for (size_t i = 0; i < subject->entry_count; ++i) {
        timed += subject->times[i].sample_count > 0;
    }
    return timed;
}

const struct race_entry *race_at(const struct race_subject *subject, size_t place) {
    return &subject->entries[subject->order[place]];
}

const struct race_entry *race_of_kernel(const struct race_subject *subject,
                                        const struct buoy_kernel *kernel) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        if (subject->entries[i].kernel == kernel) {
            return &subject->entries[i];
        }
    }
    return NULL;
}

struct race_entry *race_find(const struct race *race, const char *name) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        for (size_t k = 0; k < subject->entry_count; ++k) {
            if (strcmp(subject->entries[k].name, name) == 0) {
                return &subject->entries[k];
            }
        }
    }
    return NULL;
}

struct ranking_candidate *race_times(const struct race_entry *entry) {
    return &entry->subject->times[entry - entry->subject->entries];
}

double race_speedup(const struct race_entry *entry) {
    const struct race_subject *subject = entry->subject;
    const struct ranking_candidate *own = race_times(entry);
    for (size_t i = 0; i < subject->entry_count; ++i) {
        if (family_has_baseline(subject->queries.family, subject->entries[i].kernel)) {
            const struct ranking_candidate *baseline = &subject->times[i];
            const bool timed = own->sample_count > 0 && baseline->sample_count > 0;
            return timed ? baseline->median / own->median : 0.0;
        }
    }
    return 0.0;
}

static bool is_same_on_one_thread(const struct race_subject *one, const struct race_subject *many) {
    const struct workload *a = one->queries.workload, *b = many->queries.workload;
    return one->queries.family == many->queries.family && one->mesh == many->mesh && !a->threaded &&
           strcmp(a->name, b->name) == 0 &&
           strcmp(workload_place(one->queries.family, a),
                  workload_place(many->queries.family, b)) == 0;
}

double race_scaling(const struct race *race, const struct race_entry *entry) {
    const struct race_subject *many = entry->subject;
    for (size_t i = 0; i < race->subject_count && many->queries.workload->threaded; ++i) {
        const struct race_subject *one = &race->subjects[i];
        const struct race_entry *single = race_of_kernel(one, entry->kernel);
        if (single && is_same_on_one_thread(one, many) && race_times(single)->sample_count > 0 &&
            race_times(entry)->sample_count > 0) {
            return race_times(single)->median / race_times(entry)->median;
        }
    }
    return 0.0;
}
