// What the tables mean, in a few sentences.
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"

// `auto` is no rival: it hands over to one of the others.
static bool is_rival(const struct race_entry *entry) {
    return race_times(entry)->sample_count > 0 && strcmp(entry->info.method, "auto") != 0;
}

static bool leads(const struct race_entry *fast, const struct race_entry *slow) {
    return ranking_leads(race_times(fast), race_times(slow));
}

// A subject's fastest rival, of those that are deterministic or of those that are not; NULL if
// there is none.
static const struct race_entry *fastest(const struct race_subject *subject, bool deterministic) {
    for (size_t i = 0; i < subject->entry_count; i++) {
        const struct race_entry *entry = race_at(subject, i);
        if (is_rival(entry) && entry->info.deterministic == deterministic) {
            return entry;
        }
    }
    return NULL;
}

// The rival to take: the fastest, but a deterministic one if the fastest does not lead it. NULL if
// none was timed.
static const struct race_entry *recommended(const struct race_subject *subject) {
    const struct race_entry *same_bits = fastest(subject, true), *other = fastest(subject, false);
    if (same_bits == NULL || other == NULL) {
        return same_bits == NULL ? other : same_bits;
    }
    return leads(other, same_bits) ? other : same_bits;
}

static double percent_slower(const struct race_entry *slow, const struct race_entry *fast) {
    return 100.0 * (race_times(slow)->median / race_times(fast)->median - 1.0);
}

static void print_level(const struct race_entry *best) {
    size_t printed = 0;
    for (size_t i = 0; i < best->subject->entry_count; i++) {
        const struct race_entry *entry = race_at(best->subject, i);
        if (is_rival(entry) && entry != best && !leads(best, entry)) {
            printf("%s%s", printed++ > 0 ? ", " : "    level with ", entry->info.id);
        }
    }
    if (printed > 0) {
        putchar('\n');
    }
}

static void print_next_best(const struct race_entry *best) {
    for (size_t i = 0; i < best->subject->entry_count; i++) {
        const struct race_entry *entry = race_at(best->subject, i);
        if (is_rival(entry) && leads(best, entry)) {
            printf("    ahead of %s by %.0f %%\n", entry->info.id, percent_slower(entry, best));
            return;
        }
    }
}

static void print_bodies(const struct race *race, const struct race_entry *best) {
    const double speedup = race_speedup(best);
    printf("%s bodies in %g µs",
           number_count(1e3 * race->budget_us / race_times(best)->median).text, race->budget_us);
    if (speedup > 0.0) {
        printf(", %.1f times as fast as " RACE_BASELINE, speedup);
    }
    putchar('\n');
}

static void print_subject(const struct race *race, const struct race_entry *best) {
    printf("  %s, %s: %s\n    ", best->subject->name, best->subject->summary, best->info.id);
    print_bodies(race, best);
    print_level(best);
    print_next_best(best);
}

// Further workloads on a mesh take a line each.
static void print_further(const struct race *race, const struct race_entry *best) {
    const double speedup = race_speedup(best);
    printf("    %s: %s, %s bodies", best->subject->queries.workload->name, best->info.id,
           number_count(1e3 * race->budget_us / race_times(best)->median).text);
    if (speedup > 0.0) {
        printf(", %.1f × " RACE_BASELINE, speedup);
    }
    putchar('\n');
}

// Over all subjects: what the fastest deterministic kernel takes longer than the fastest other one.
static void print_price(const struct race *race) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    bool measurable = false;
    for (size_t i = 0; i < race->subject_count; i++) {
        const struct race_subject *subject = &race->subjects[i];
        const struct race_entry *same_bits = fastest(subject, true);
        const struct race_entry *other = fastest(subject, false);
        if (same_bits != NULL && other != NULL) {
            const double price = percent_slower(same_bits, other);
            least = fmin(least, price);
            most = fmax(most, price);
            measurable |= leads(other, same_bits);
        }
    }
    if (most < least) {
        return;
    }
    printf("  The same bits on every machine (fastest deterministic against fastest +fma kernel) "
           "cost\n"
           "  ");
    if (!measurable) {
        puts("no time that can be told from noise.");
    } else if (most - least < 0.5) {
        printf("%.0f %% of time.\n", most);
    } else if (least < 0.5) {
        printf("up to %.0f %% of time.\n", most);
    } else {
        printf("%.0f to %.0f %% of time.\n", least, most);
    }
}

// How far the dispatcher's choice is behind the fastest kernel at worst; NaN if it was not timed.
static double dispatcher_behind(const struct race *race) {
    double worst = (double)NAN;
    for (size_t i = 0; i < race->subject_count; i++) {
        const struct race_subject *subject = &race->subjects[i];
        const struct race_entry *best = recommended(subject);
        for (size_t k = 0; k < subject->entry_count && best != NULL; k++) {
            const struct race_entry *entry = &subject->entries[k];
            if (strcmp(entry->info.method, "auto") == 0 && race_times(entry)->sample_count > 0) {
                worst = fmax(worst, percent_slower(entry, best));
            }
        }
    }
    return worst;
}

static void print_failures(const struct race *race) {
    size_t failed = 0, selected = 0;
    for (size_t i = 0; i < race->subject_count; i++) {
        const struct race_subject *subject = &race->subjects[i];
        selected += race_count_selected(subject);
        for (size_t k = 0; k < subject->entry_count; k++) {
            failed += subject->entries[k].selected && !race_runs(&subject->entries[k]);
        }
    }
    if (failed > 0) {
        printf(
            "  %zu of %zu checks FAILED, see above: wrong kernels are neither timed nor ranked.\n",
            failed, selected);
    }
}

static size_t count_recommended(const struct race *race, const struct buoy_kernel *kernel) {
    size_t count = 0;
    for (size_t i = 0; i < race->subject_count; i++) {
        const struct race_entry *best = recommended(&race->subjects[i]);
        count += best != NULL && best->kernel == kernel;
    }
    return count;
}

// The kernel recommended for the most subjects; NULL if nothing was timed.
static const struct race_entry *most_recommended(const struct race *race) {
    const struct race_entry *found = NULL;
    size_t most = 0;
    for (size_t i = 0; i < race->subject_count; i++) {
        const struct race_entry *best = recommended(&race->subjects[i]);
        const size_t count = best != NULL ? count_recommended(race, best->kernel) : 0;
        if (count > most) {
            most = count;
            found = best;
        }
    }
    return found;
}

static void print_next_step(const struct race *race, const char *id) {
    const double behind = dispatcher_behind(race);
    puts("  Next: link libbuoyancy. buoy_volume() takes the method from the mesh and the "
         "instruction\n"
         "  set from the machine, always with the same bits.");
    if (!isnan(behind)) {
        printf("  Here it is at most %.0f %% behind the kernels named above.\n", fmax(behind, 0.0));
    }
    printf("  To fix the kernel: buoy_volume_with(buoy_kernel_find(\"%s\"), ...).\n", id);
}

void verdict_print(const struct race *race) {
    const struct race_entry *favourite = most_recommended(race);
    puts("\nverdict");
    print_failures(race);
    if (favourite == NULL) {
        return;
    }
    const struct race_mesh *latest = NULL;
    for (size_t i = 0; i < race->subject_count; i++) {
        const struct race_entry *best = recommended(&race->subjects[i]);
        if (best != NULL) {
            const bool further = best->subject->mesh == latest;
            (further ? print_further : print_subject)(race, best);
            latest = best->subject->mesh;
        }
    }
    print_price(race);
    print_next_step(race, favourite->info.id);
}
