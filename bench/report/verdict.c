// The last screen of `run`: what to call, and how fast that is.
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "headlines.h"
#include "machine.h"
#include "numbers.h"
#include "padding.h"
#include "recommend.h"
#include "terminal.h"

// ---------------------------------------------------------------------------- one row

// A mesh's name that is longer gets a row of its own.
#define LONGEST_NAME 24
#define CALL_INDENT 2

// What a section of rows needs.
struct layout {
    size_t name, call, ratio; // widths; 0: left out
    bool triangles, error;
};

enum {
    TRIANGLES_WIDTH = 6,
    TIME_WIDTH = 6,
    FIT_WIDTH = 6,
    LEAST_RATIO = 7,
    ERROR_WIDTH = 6,
};

static size_t width_of(const struct layout *layout) {
    return layout->name + layout->call + 1 + TIME_WIDTH + FIT_WIDTH +
           (layout->triangles ? TRIANGLES_WIDTH : 0) + layout->ratio +
           (layout->error ? ERROR_WIDTH : 0);
}

static const char *name_of(const struct race_subject *subject) {
    return subject->mesh ? subject->mesh->name : subject->name;
}

// "×catto": times as fast as the baseline of that method.
static const char *head_ratio(const struct race_subject *subject, char text[64]) {
    const char *method = strchr(subject->queries.family->baseline, '/') + 1;
    snprintf(text, 64, "×%.*s", (int)strcspn(method, "/"), method);
    return text;
}

static void widen(const struct race_entry *best, struct layout *layout) {
    const size_t name = padding_columns(name_of(best->subject)), call = strlen(best->info.id);
    if (name <= LONGEST_NAME && name > layout->name) {
        layout->name = name;
    }
    layout->call = call > layout->call ? call : layout->call;
    if (race_speedup(best) > 0.0) {
        char heading[64];
        const size_t ratio = 1 + padding_columns(head_ratio(best->subject, heading));
        layout->ratio = ratio > LEAST_RATIO ? ratio : LEAST_RATIO;
    }
    layout->triangles |= best->subject->mesh != NULL;
}

// Leaves out columns until the rows fit.
static void fit(struct layout *layout) {
    const size_t width = (size_t)terminal_width();
    layout->error = true;
    layout->error = width_of(layout) <= width;
    layout->triangles = layout->triangles && width_of(layout) <= width;
}

static void print_name(const char *name, const struct layout *layout) {
    if (padding_columns(name) > LONGEST_NAME) {
        print_cut(name, (size_t)terminal_width());
        putchar('\n');
        name = "";
    }
    print_left(name, layout->name);
}

static void print_row(const struct race *race, const struct race_entry *best,
                      const struct layout *layout) {
    const double median = race_times(best)->median, speedup = race_speedup(best);
    char text[64];
    print_name(name_of(best->subject), layout);
    if (layout->triangles) {
        print_right(number_short((double)best->subject->mesh->info.triangle_count).text,
                    TRIANGLES_WIDTH);
    }
    putchar(' ');
    print_left(best->info.id, layout->call);
    print_right(number_short(median).text, TIME_WIDTH);
    print_right(number_short(floor(1e3 * race->budget_us / median)).text, FIT_WIDTH);
    if (layout->ratio > 0) {
        print_right(speedup > 0.0 ? number_short(speedup).text : "-", layout->ratio);
    }
    if (layout->error) {
        snprintf(text, sizeof text, "%.0e", best->max_error_volume);
        print_right(isnan(best->max_error_volume) ? "-" : text, ERROR_WIDTH);
    }
    putchar('\n');
}

// ------------------------------------------------------------------------------ sections

// The subjects of one family in one workload; all of a family whose workloads have words in place
// of a mesh, since their names say all.
static bool are_together(const struct race_subject *a, const struct race_subject *b) {
    const struct workload *one = a->queries.workload, *other = b->queries.workload;
    return a->queries.family == b->queries.family && (one == other || (one->place && other->place));
}

static bool begins_section(const struct race *race, size_t index) {
    for (size_t i = 0; i < index; ++i) {
        if (recommend(&race->subjects[i]) &&
            are_together(&race->subjects[i], &race->subjects[index])) {
            return false;
        }
    }
    return recommend(&race->subjects[index]) != NULL;
}

static void print_heading(const struct race_subject *first, const struct layout *layout) {
    const struct family *family = first->queries.family;
    const size_t left = layout->name + layout->call + 1 + (layout->triangles ? TRIANGLES_WIDTH : 0);
    char text[64];
    snprintf(text, sizeof text, "%s: %s", family->name, first->queries.workload->how);
    print_left(text, left);
    print_right("ns", TIME_WIDTH);
    print_right("fit", FIT_WIDTH);
    if (layout->ratio > 0) {
        print_right(head_ratio(first, text), layout->ratio);
    }
    if (layout->error) {
        print_right("error", ERROR_WIDTH);
    }
    putchar('\n');
}

static void print_section(const struct race *race, const struct race_subject *first) {
    const struct race_subject *end = race->subjects + race->subject_count;
    struct layout layout = {0};
    for (const struct race_subject *s = first; s < end; ++s) {
        if (are_together(first, s) && recommend(s)) {
            widen(recommend(s), &layout);
        }
    }
    fit(&layout);
    print_heading(first, &layout);
    for (const struct race_subject *s = first; s < end; ++s) {
        if (are_together(first, s) && recommend(s)) {
            print_row(race, recommend(s), &layout);
        }
    }
}

static void print_sections(const struct race *race, const struct family *family) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        if (race->subjects[i].queries.family == family && begins_section(race, i)) {
            print_section(race, &race->subjects[i]);
        }
    }
}

// ----------------------------------------------------------------------------- sentences

static void print_sentence(const char *text) {
    print_wrapped(text, (size_t)terminal_width(), 2);
}

static void print_machine(const struct race *race, const struct family *last) {
    const char *isa = NULL;
    char text[256];
    buoy_get_isa(&isa, NULL);
    snprintf(text, sizeof text, ", %s, %s; fit: %s in %g µs", isa ? isa : "-", machine_compiler(),
             last->many, race->budget_us);
    const size_t width = (size_t)terminal_width(), columns = padding_columns(text);
    print_cut(machine_cpu(), columns < width ? width - columns : 1);
    puts(text);
}

// Over all subjects of a family: how much longer the fastest deterministic kernel takes than the
// fastest other one.
static void print_price(const struct race *race, const struct family *family) {
    double most = -HUGE_VAL;
    bool measurable = false;
    const struct race_subject *where = NULL;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        const struct race_entry *same_bits = recommend_fastest(subject, true);
        const struct race_entry *other = recommend_fastest(subject, false);
        if (subject->queries.family == family && same_bits && other) {
            const double price = recommend_percent_slower(same_bits, other);
            where = price > most ? subject : where;
            most = fmax(most, price);
            measurable |= ranking_leads(race_times(other), race_times(same_bits));
        }
    }
    char text[512];
    if (where && measurable) {
        snprintf(text, sizeof text, "time for the same bits on every machine: up to +%.0f %% (%s)",
                 fmax(most, 0.0), where->name);
        print_sentence(text);
    } else if (where) {
        print_sentence("time for the same bits on every machine: +0 %");
    }
}

struct worst {
    double percent;
    const struct race_subject *where; // NULL: nowhere
};

// How much slower the library's own choice is than the recommended kernel at worst, in single
// queries or in crowds.
static struct worst find_worst(const struct race *race, const struct family *family, bool crowds) {
    struct worst worst = {0.0, NULL};
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        const struct race_entry *best = recommend(subject);
        const struct race_entry *automatic = recommend_automatic(subject);
        const bool fits = (subject->queries.workload->per_call != 1) == crowds;
        if (subject->queries.family == family && fits && best && automatic) {
            const double behind = fmax(recommend_percent_slower(automatic, best), 0.0);
            worst =
                !worst.where || behind > worst.percent ? (struct worst){behind, subject} : worst;
        }
    }
    return worst;
}

static void print_automatic(const struct race *race, const struct family *family) {
    const struct worst single = find_worst(race, family, false);
    const struct worst crowd = find_worst(race, family, true);
    const struct worst *first = single.where ? &single : &crowd;
    char text[512], also[64] = "";
    if (!first->where) {
        return;
    }
    if (single.where && crowd.where) {
        snprintf(also, sizeof also, ", crowds +%.0f %%", crowd.percent);
    }
    snprintf(text, sizeof text, "%s(): up to +%.0f %% (%s)%s", family->automatic, first->percent,
             first->where->name, also);
    print_sentence(text);
}

// One sentence for each other family that has some.
static void print_headlines(const struct race *race, const struct family *last) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        char text[512];
        if (family != last && headlines_write(race, family, text, sizeof text)) {
            print_sentence(text);
        }
    }
}

// Where a plug-in is faster than all that the library has.
static void print_plugins(const struct race *race, const struct family *family) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        const struct race_entry *plugin = recommend_plugin(subject), *best = recommend(subject);
        if (subject->queries.family == family && plugin && best) {
            char text[512];
            snprintf(text, sizeof text, "%s (plug-in) is faster: %s ns, error %.0e (%s)",
                     plugin->info.id, number_short(race_times(plugin)->median).text,
                     plugin->max_error_volume, subject->name);
            print_sentence(text);
        }
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
        char text[256];
        snprintf(text, sizeof text,
                 "%zu of %zu checks FAILED, see above; what fails is neither timed nor ranked.",
                 failed, selected);
        print_sentence(text);
    }
}

// ------------------------------------------------------------------------------- program

// How many rows of a family recommend this kernel.
static size_t count_rows(const struct race *race, const struct family *family,
                         const struct buoy_kernel *kernel) {
    size_t count = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_entry *best = recommend(&race->subjects[i]);
        count += best && race->subjects[i].queries.family == family && best->kernel == kernel;
    }
    return count;
}

// The kernel for the program, out of those that rows recommend: before all, one with the same bits
// on every machine; then one of a subject that was asked one by one; then that of most rows.
static const struct race_entry *favourite(const struct race *race, const struct family *family) {
    const struct race_entry *found = NULL;
    size_t most = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        const struct race_entry *best = recommend(subject);
        if (subject->queries.family == family && best) {
            const bool single = subject->queries.workload->per_call == 1;
            const size_t rank = (best->info.deterministic ? 2 : 0) + (single ? 1 : 0);
            const size_t won = count_rows(race, family, best->kernel) + rank * 1000000;
            found = won > most ? best : found;
            most = won > most ? won : most;
        }
    }
    return found;
}

static void print_program(const struct race *race, const struct family *family) {
    const struct race_entry *best = favourite(race, family);
    char call[64];
    if (best && best == recommend_automatic(best->subject)) {
        fputs(family->plain, stdout);
    } else if (best) {
        const char *place = strstr(family->snippet, "%s");
        printf("%.*s%s%s", (int)(place - family->snippet), family->snippet,
               recommend_call(best, call), place + 2);
    }
}

// ---------------------------------------------------------------------------------- all

// Whether a kernel of the family can be recommended for any subject.
static bool is_answered(const struct race *race, const struct family *family) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        if (race->subjects[i].queries.family == family && recommend(&race->subjects[i])) {
            return true;
        }
    }
    return false;
}

// The family with the last word: the first that was raced, which is `volume` unless it was not
// asked for. The others come before it.
static const struct family *main_family(const struct race *race) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (is_answered(race, family)) {
            return family;
        }
    }
    return NULL;
}

void verdict_print(const struct race *race, const char *warning) {
    const struct family *last = main_family(race), *family;
    putchar('\n');
    print_failures(race);
    if (!last) {
        return;
    }
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (family != last) {
            print_sections(race, family);
        }
    }
    print_machine(race, last);
    if (warning) {
        print_sentence(warning);
    }
    print_sections(race, last);
    print_plugins(race, last);
    if (!warning) { // a few percent mean nothing then
        print_price(race, last);
    }
    print_automatic(race, last);
    print_headlines(race, last);
    print_program(race, last);
}
