// The meaning of the tables in a few sentences.
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "numbers.h"

// A kernel with a larger error, as a share of the whole volume, is an approximation.
#define FARTHEST_OFF 1e-3

// `auto` is no rival, because it calls one of the others. Approximations are no rivals either,
// however fast.
static bool is_rival(const struct race_entry *entry) {
    return race_times(entry)->sample_count > 0 && strcmp(entry->info.method, "auto") != 0 &&
           !(entry->max_error_volume > FARTHEST_OFF);
}

static bool leads(const struct race_entry *fast, const struct race_entry *slow) {
    return ranking_leads(race_times(fast), race_times(slow));
}

// A subject's fastest rival among the deterministic kernels or among the others; NULL if there is
// none.
static const struct race_entry *fastest(const struct race_subject *subject, bool deterministic) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const struct race_entry *entry = race_at(subject, i);
        if (is_rival(entry) && entry->info.deterministic == deterministic) {
            return entry;
        }
    }
    return NULL;
}

// The rival to recommend: the fastest, or a deterministic one if the fastest does not lead it. NULL
// if none was timed.
static const struct race_entry *recommended(const struct race_subject *subject) {
    const struct race_entry *same_bits = fastest(subject, true), *other = fastest(subject, false);
    if (!same_bits || !other) {
        return !same_bits ? other : same_bits;
    }
    return leads(other, same_bits) ? other : same_bits;
}

static double percent_slower(const struct race_entry *slow, const struct race_entry *fast) {
    return 100.0 * (race_times(slow)->median / race_times(fast)->median - 1.0);
}

static void print_level(const struct race_entry *best) {
    size_t printed = 0;
    for (size_t i = 0; i < best->subject->entry_count; ++i) {
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
    for (size_t i = 0; i < best->subject->entry_count; ++i) {
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
        printf(", %.1f times as fast as " FAMILY_BASELINE, speedup);
    }
    putchar('\n');
}

static void print_subject(const struct race *race, const struct race_entry *best) {
    printf("  %s, %s: %s\n    ", best->subject->title, best->subject->summary, best->info.id);
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
        printf(", %.1f × " FAMILY_BASELINE, speedup);
    }
    putchar('\n');
}

static bool is_further(const struct race_subject *subject, const struct race_subject *latest) {
    return subject->mesh && subject->mesh == latest->mesh &&
           subject->queries.family == latest->queries.family;
}

// Over all subjects: how much longer the fastest deterministic kernel takes than the fastest other
// one.
static void print_price(const struct race *race) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    bool measurable = false;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        const struct race_entry *same_bits = fastest(subject, true);
        const struct race_entry *other = fastest(subject, false);
        if (same_bits && other) {
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
        puts("no measurable time.");
    } else if (most - least < 0.5) {
        printf("%.0f %% of time.\n", most);
    } else if (least < 0.5) {
        printf("up to %.0f %% of time.\n", most);
    } else {
        printf("%.0f to %.0f %% of time.\n", least, most);
    }
}

static void print_failures(const struct race *race) {
    size_t failed = 0, selected = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        selected += race_count_selected(subject);
        for (size_t k = 0; k < subject->entry_count; ++k) {
            failed += subject->entries[k].selected && !race_runs(&subject->entries[k]);
        }
    }
    if (failed > 0) {
        printf(
            "  %zu of %zu checks FAILED, see above; kernels that fail are not timed or ranked.\n",
            failed, selected);
    }
}

// ----------------------------------------------------------------------- what to do next

// The best rival of a subject, if the subject belongs to the family and is (or is not) a crowd.
static const struct race_entry *recommended_for(const struct race_subject *subject,
                                                const struct family *family, bool crowd) {
    const struct queries *queries = &subject->queries;
    const bool fits = queries->family == family && (queries->workload->per_call != 1) == crowd;
    return fits ? recommended(subject) : NULL;
}

static size_t count_recommended(const struct race *race, const struct buoy_kernel *kernel) {
    size_t count = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_entry *best = recommended(&race->subjects[i]);
        count += best && best->kernel == kernel;
    }
    return count;
}

// The kernel recommended most often for single queries, or for crowds; NULL if none was timed.
static const struct race_entry *favourite(const struct race *race, const struct family *family,
                                          bool crowd) {
    const struct race_entry *found = NULL;
    size_t most = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_entry *best = recommended_for(&race->subjects[i], family, crowd);
        const size_t count = best ? count_recommended(race, best->kernel) : 0;
        if (count > most) {
            most = count;
            found = best;
        }
    }
    return found;
}

static const struct race_entry *find_best(const struct race_subject *subject) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const struct buoy_kernel_info *info = &subject->entries[i].info;
        if (strcmp(info->method, "auto") == 0 && strcmp(info->isa, "best") == 0 &&
            subject->times[i].sample_count > 0) {
            return &subject->entries[i];
        }
    }
    return NULL;
}

// How much slower the library's own choice is than the fastest kernel at worst, in single queries
// or in crowds; NaN if it was not timed.
static double automatic_behind(const struct race *race, const struct family *family, bool crowd) {
    double worst = (double)NAN;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_entry *best = recommended_for(&race->subjects[i], family, crowd);
        const struct race_entry *automatic = find_best(&race->subjects[i]);
        if (best && automatic) {
            worst = fmax(worst, percent_slower(automatic, best));
        }
    }
    return worst;
}

// If a kernel is the best of its method here, an id that selects the best on any machine.
static void print_call(const struct family *family, const struct race_entry *entry) {
    char best[64];
    const bool is_best = cli_is_best(entry->kernel, &entry->info, best);
    printf("%s(buoy_kernel_find(\"%s\"), ...)\n", family->entrance,
           is_best ? best : entry->info.id);
}

static void print_next_step(const struct race *race, const struct family *family) {
    const struct race_entry *single = favourite(race, family, false);
    const struct race_entry *crowd = favourite(race, family, true);
    if (!single && !crowd) {
        return;
    }
    const double behind = automatic_behind(race, family, !single);
    printf("    %s()", family->automatic);
    if (!isnan(behind)) {
        printf(" is at most %.0f %% behind the kernels named above%s", fmax(behind, 0.0),
               single && crowd ? ", except for crowds" : "");
    }
    putchar('\n');
    if (single) {
        printf("    one of them: ");
        print_call(family, single);
    }
    if (crowd) {
        printf("    %s: ", single ? "for crowds" : "one of them");
        print_call(family, crowd);
    }
}

static void print_next_steps(const struct race *race) {
    const struct family *family;
    puts("  Next: link libbuoyancy, which chooses the machine's best instruction set itself, "
         "always\n"
         "  with the same bits.");
    for (size_t i = 0; (family = family_at(i)); ++i) {
        print_next_step(race, family);
    }
}

static bool any_timed(const struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        if (race_count_timed(&race->subjects[i]) > 0) {
            return true;
        }
    }
    return false;
}

void verdict_print(const struct race *race) {
    puts("\nverdict");
    print_failures(race);
    if (!any_timed(race)) {
        return;
    }
    const struct race_subject *latest = NULL;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_entry *best = recommended(&race->subjects[i]);
        if (best) {
            const bool further = latest && is_further(best->subject, latest);
            (further ? print_further : print_subject)(race, best);
            latest = best->subject;
        }
    }
    print_price(race);
    print_next_steps(race);
}
