// What a roofline is drawn from.
#include "roofline.h"

#include <string.h>

#include "dispatch/registry.h"

#define PEAKS_SECONDS 1.0

// Timing that takes less is a look at one or two kernels, which need no roofline.
#define LEAST_TIMING_SECONDS 2.0

// An earlier entry of the subject whose work is the same, or NULL.
static const struct race_entry *find_counted(const struct race_subject *subject, size_t end) {
    for (size_t i = 0; i < end; ++i) {
        const struct race_entry *entry = &subject->entries[i];
        if (race_runs(entry) && entry->kernel->method == subject->entries[end].kernel->method) {
            return entry;
        }
    }
    return NULL;
}

void roofline_count_work(struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        struct race_subject *subject = &race->subjects[i];
        cli_progress("counting %s", subject->name);
        for (size_t k = 0; k < subject->entry_count; ++k) {
            struct race_entry *entry = &subject->entries[k];
            const struct race_entry *same = find_counted(subject, k);
            if (same) {
                entry->work = same->work;
            } else if (race_runs(entry)) {
                work_count(&subject->queries, entry->kernel, &entry->scratch, subject->answers,
                           &entry->work);
            }
        }
    }
    cli_progress_end();
}

int roofline_measure_peaks(struct race *race, enum roofline_peaks when, double timing_seconds) {
    const bool enough = timing_seconds >= LEAST_TIMING_SECONDS;
    if (when == ROOFLINE_PEAKS_NEVER || (when == ROOFLINE_PEAKS_AUTO && !enough)) {
        return 0;
    }
    cli_stage("measuring what this core can do at most");
    cli_progress("measuring what this core can do at most");
    const bool measured = peaks_measure(PEAKS_SECONDS, &race->peaks);
    cli_progress_end();
    return measured ? 0 : cli_out_of_memory();
}
