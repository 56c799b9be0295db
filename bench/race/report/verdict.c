// The last screen of `run`: what to call, and how fast that is.
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "measured.h"
#include "numbers.h"
#include "results_model.h"
#include "table.h"
#include "terminal.h"

// ---------------------------------------------------------------------------- one row

// A mesh's name that is longer gets a row of its own.
#define LONGEST_NAME 24

// The columns of a family's rows, and their widths; 0: left out.
enum column {
    NAME,
    TRIANGLES,
    KERNEL,
    TIME,
    FIT,
    SPEEDUP,
    RIVAL,
    ERROR,
    LEAD,
    COLUMNS,
};
struct layout {
    size_t width[COLUMNS];
};

// What most programs call: the numbers of a row are its.
static const struct result *called(const struct results_subject *subject) {
    return subject->automatic ? subject->automatic : subject->best;
}

static const char *name_of(const struct results_subject *subject) {
    return subject->triangles > 0.0 ? subject->mesh : subject->name;
}

// Leaves out columns until the rows fit.
static void fit(struct layout *layout) {
    static const enum column dispensable[] = {TRIANGLES, ERROR, SPEEDUP};
    layout->width[TIME] = layout->width[FIT] = layout->width[ERROR] = 6;
    for (size_t i = 0; i <= sizeof dispensable / sizeof *dispensable; ++i) {
        size_t sum = 0;
        for (size_t k = 0; k < COLUMNS; ++k) {
            sum += layout->width[k];
        }
        if (sum <= (size_t)terminal_width() || i == sizeof dispensable / sizeof *dispensable) {
            return;
        }
        layout->width[dispensable[i]] = 0;
    }
}

static void print_cells(const char *const cells[COLUMNS], const struct layout *layout) {
    for (size_t i = 0; i < COLUMNS; ++i) {
        if (layout->width[i] == 0) {
            continue;
        }
        if (i == KERNEL) {
            putchar(' ');
            print_left(cells[i], layout->width[i] - 1);
        } else if (i == NAME) {
            print_left(cells[i], layout->width[i]);
        } else {
            print_right(cells[i], layout->width[i]);
        }
    }
    putchar('\n');
}

static void print_row(const struct results *results, const struct results_subject *subject,
                      const struct layout *layout) {
    const struct result *main = called(subject);
    const double median = main->times.median, lead = recommend_lead(subject);
    const double speedup = results_speedup(main), rival = results_versus_rival(main);
    char triangles[64], error[64], percent[64];
    const double count = subject->triangles;
    snprintf(triangles, sizeof triangles, "%s",
             count < 1e3 ? number_count(count).text : number_short(count).text);
    const char *name = name_of(subject);
    if (padding_columns(name) > layout->width[NAME]) {
        print_cut(name, (size_t)terminal_width());
        putchar('\n');
        name = "";
    }
    snprintf(error, sizeof error, isnan(main->error) ? "-" : "%.0e", main->error);
    snprintf(percent, sizeof percent, lead < 0.5 ? "-" : "%.0f %%", lead);
    const struct number time = number_short(median);
    const struct number bodies = number_short(floor(1e3 * results->budget_us / median));
    const struct number speed = number_short(speedup), versus = number_short(rival);
    print_cells(
        (const char *const[COLUMNS]){
            [NAME] = name,
            [TRIANGLES] = triangles,
            [KERNEL] = subject->best->call,
            [TIME] = time.text,
            [FIT] = bodies.text,
            [SPEEDUP] = isnan(speedup) ? "-" : speed.text,
            [RIVAL] = isnan(rival) ? "-" : versus.text,
            [ERROR] = error,
            [LEAD] = subject->automatic ? percent : "-",
        },
        layout);
}

// ------------------------------------------------------------------------------ sections

// The subjects of one family that are asked alike, one below the other.
static bool are_together(const struct results_subject *a, const struct results_subject *b) {
    return b->best && a->family == b->family && strcmp(a->how, b->how) == 0;
}

static bool begins_section(const struct results *results, const struct results_subject *subject) {
    const struct results_subject *before = results->subjects;
    while (before < subject && !are_together(subject, before)) {
        ++before;
    }
    return subject->best && before == subject;
}

// Whether nothing before a subject is about its mesh.
static bool is_new(const struct results *results, const struct results_subject *subject) {
    const struct results_subject *before = results->subjects;
    while (before < subject && !(before->best && before->family == subject->family &&
                                 strcmp(name_of(before), name_of(subject)) == 0)) {
        ++before;
    }
    return before == subject;
}

static void print_section(const struct results *results, const struct results_subject *first,
                          const struct layout *layout) {
    char speedup[64];
    table_head_speedup(first->family, speedup, sizeof speedup);
    print_cells((const char *const[COLUMNS]){first->how, "tri",
                                             first->automatic ? "called directly" : "kernel", "ns",
                                             "fit", speedup, "×rival", "error", "faster"},
                layout);
    const struct results_subject *end = results->subjects + results->subject_count;
    for (const struct results_subject *subject = first; subject < end; ++subject) {
        if (are_together(first, subject)) {
            print_row(results, subject, layout);
        }
    }
}

// -------------------------------------------------------------------------------- screen

// A terminal has 24 rows, of which its prompt takes the last one, and the report's place the one
// before.
#define MOST_ROWS 22
#define MOST_PARTS 64
#define MOST_TEXT 1024

// Meshes of fewer triangles leave a good part of each vector empty.
#define FEW_TRIANGLES 128.0

// A sentence, or the section that a subject begins. Those of a higher rank are left out first, if
// not all fit; 0: stays.
struct part {
    unsigned rank;
    size_t rows;
    const struct results_subject *section;
    char sentence[MOST_TEXT];
};

struct screen {
    const struct results *results;
    const struct results_family *family; // that has the rows
    bool noisy, automatic;               // whether the library's own choice was raced
    struct layout layout;
    struct part parts[MOST_PARTS];
    size_t count;
};

enum rank {
    STAYS,
    EXPLAINS, // a number or a word that stays
    STEPS,
    SECOND, // rows that repeat meshes
    OTHERS, // what else there is to call
    MEASURED,
    COSTS,
    FURTHER, // rows that repeat meshes once more, and so on
};

static void add(struct screen *screen, unsigned rank, const char *sentence) {
    if (sentence[0] == '\0' || screen->count == MOST_PARTS) {
        return;
    }
    struct part *part = &screen->parts[screen->count++];
    *part = (struct part){.rank = rank};
    snprintf(part->sentence, sizeof part->sentence, "%s", sentence);
    part->rows = padding_rows(part->sentence, (size_t)terminal_width(), 2);
}

static void add_section(struct screen *screen, unsigned rank, const struct results_subject *first) {
    const struct results *results = screen->results;
    if (screen->count == MOST_PARTS) {
        return;
    }
    struct part *part = &screen->parts[screen->count++];
    *part = (struct part){.rank = rank, .rows = 1, .section = first};
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const bool is_long = padding_columns(name_of(subject)) > screen->layout.width[NAME];
        part->rows += are_together(first, subject) ? is_long ? 2 : 1 : 0;
        if (are_together(first, subject) && is_new(results, subject)) {
            part->rank = STAYS;
        }
    }
}

// Leaves out parts until the others fit, or all that are left have to stay.
static void fit_rows(struct screen *screen) {
    for (;;) {
        size_t rows = 0;
        struct part *last = NULL;
        for (size_t i = 0; i < screen->count; ++i) {
            struct part *part = &screen->parts[i];
            rows += part->rows;
            if (part->rows > 0 && part->rank >= (last ? last->rank : EXPLAINS)) {
                last = part;
            }
        }
        if (rows <= MOST_ROWS || !last) {
            return;
        }
        last->rows = 0;
    }
}

// ----------------------------------------------------------------------------- sentences

static void add_machine(struct screen *screen) {
    const struct results *results = screen->results;
    char text[256];
    snprintf(text, sizeof text, "%.60s, %.20s, %.60s", results_text(results, "cpu"),
             results_text(results, "instruction_set"), results_text(results, "compiler"));
    add(screen, STAYS, text);
}

// How far to trust the times, and what to do if not.
static void add_trust(struct screen *screen) {
    const struct results *results = screen->results;
    char text[MOST_TEXT];
    const json_t *warnings = results_warnings(results);
    const double spread = results_spread(results);
    if (!screen->noisy) {
        snprintf(text, MOST_TEXT,
                 isnan(spread) ? "each time was taken once: how far to trust it is not known"
                               : "quiet: times spread by %.1f %%",
                 spread);
        add(screen, STAYS, text);
        return;
    }
    size_t length = (size_t)snprintf(text, MOST_TEXT, "NOISY: ");
    for (size_t i = 0; i < json_array_size(warnings) && length + 200 < MOST_TEXT; ++i) {
        const char *warning = json_string_value(json_array_get(warnings, i));
        length += (size_t)snprintf(text + length, MOST_TEXT - length, "%s%.100s", i > 0 ? ", " : "",
                                   warning ? warning : "");
    }
    snprintf(text + length, MOST_TEXT - length,
             "; run again when nothing else runs, or `%.60s run --cpu N`", cli_program());
    add(screen, STAYS, text);
}

static void add_failures(struct screen *screen) {
    const struct results *results = screen->results;
    size_t failed = 0;
    for (size_t i = 0; i < results->count; ++i) {
        failed += !results_timed(&results->items[i]) && !results->items[i].declined;
    }
    if (failed > 0) {
        char text[256];
        snprintf(text, sizeof text,
                 "%zu of %zu checks FAILED, see above; what fails is neither timed nor ranked.",
                 failed, results->count);
        add(screen, STAYS, text);
    }
}

static void add_legend(struct screen *screen) {
    char text[300], whose[100] = "";
    if (screen->automatic) {
        snprintf(whose, sizeof whose, "numbers: of %.40s(); ", screen->family->automatic);
    }
    snprintf(text, sizeof text, "%sfit: in %g µs%s", whose, screen->results->budget_us,
             screen->layout.width[LEAD] > 0 ? "; faster: called directly" : "");
    add(screen, EXPLAINS, text);
}

// Over all subjects: how much longer the fastest deterministic kernel takes than the fastest other
// one.
static void add_price(struct screen *screen) {
    const struct results *results = screen->results;
    double most = -HUGE_VAL;
    bool measurable = false;
    const struct results_subject *where = NULL;
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const struct result *same_bits = recommend_fastest(subject, true);
        const struct result *other = recommend_fastest(subject, false);
        if (subject->family == screen->family && same_bits && other) {
            const double price = recommend_percent_slower(same_bits, other);
            where = price > most ? subject : where;
            most = fmax(most, price);
            measurable |= ranking_leads(&other->times, &same_bits->times);
        }
    }
    char text[512];
    if (where) {
        snprintf(text, sizeof text, "time for the same bits on every machine: %s+%.0f %%%s%.200s%s",
                 measurable ? "up to " : "", measurable ? fmax(most, 0.0) : 0.0,
                 measurable ? " (" : "", measurable ? where->name : "", measurable ? ")" : "");
        add(screen, COSTS, text);
    }
}

// Where the library's own choice is slower than the published algorithm in plain C.
static void add_slower(struct screen *screen) {
    const struct results *results = screen->results;
    const struct result *worst = NULL;
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const struct result *automatic = subject->automatic, *baseline = subject->baseline;
        if (subject->family == screen->family && automatic && baseline &&
            ranking_leads(&baseline->times, &automatic->times) &&
            (!worst || results_speedup(automatic) < results_speedup(worst))) {
            worst = automatic;
        }
    }
    if (!worst) {
        return;
    }
    const struct results_subject *subject = worst->subject;
    const struct result *published = subject->baseline;
    char text[MOST_TEXT], why[200] = "why is not known, please report it";
    if (strcmp(results_text(results, "instruction_set"), "scalar") == 0) {
        snprintf(why, sizeof why, "no vector instructions are used here");
    } else if (worst->error < 0.1 * published->error) {
        snprintf(why, sizeof why, "it errs by %.0e, that by %.0e", worst->error, published->error);
    } else if (subject->triangles > 0.0 && subject->triangles < FEW_TRIANGLES) {
        snprintf(why, sizeof why,
                 "so few triangles do not fill vectors, and the call checks what it is given");
    }
    snprintf(text, sizeof text, "slower than %.60s: %.100s, ×%s: %s", published->kernel,
             subject->name, number_short(results_speedup(worst)).text, why);
    add(screen, EXPLAINS, text);
}

// What else there is to call: one sentence about all other families, each with its first subject.
static void add_others(struct screen *screen) {
    const struct results *results = screen->results;
    char text[MOST_TEXT] = "";
    for (size_t f = 0; f < results->family_count; ++f) {
        const struct results_family *family = &results->families[f];
        const struct results_subject *first = results->subjects, *end = first;
        end += results->subject_count;
        while (first < end && !(first->family == family && first->best && first->automatic)) {
            ++first;
        }
        const struct result *called = first < end ? first->automatic : NULL;
        const size_t length = strlen(text);
        if (family != screen->family && called && first->headline[0] == '\0' &&
            length + 200 < sizeof text) {
            snprintf(text + length, sizeof text - length, "%s %.60s() %s",
                     length > 0 ? "," : "others, ns each:", family->automatic,
                     number_short(called->times.median).text);
        }
    }
    add(screen, OTHERS, text);
}

// One sentence about another family: the times of the library's own choice in the subjects that
// have a headline, and how threads scale.
static void add_headline(struct screen *screen, const struct results_family *family) {
    const struct results *results = screen->results;
    char text[512] = "", threads[100] = "";
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const size_t length = strlen(text);
        if (subject->family != family || !subject->automatic || family->columns) {
            continue;
        }
        const double scaling = results_scaling(subject->automatic);
        if (!isnan(scaling)) {
            snprintf(threads, sizeof threads, "; %.0f threads ×%s", subject->threads,
                     number_short(scaling).text);
        } else if (subject->headline[0] != '\0') {
            snprintf(text + length, sizeof text - length, "%s %.40s %s%s", length > 0 ? "," : "",
                     subject->headline, number_short(subject->automatic->times.median).text,
                     length > 0 ? "" : " ns");
        }
    }
    if (text[0] != '\0') {
        char sentence[700];
        snprintf(sentence, sizeof sentence, "%.40s/auto/best:%s%s", family->name, text, threads);
        add(screen, STEPS, sentence);
    }
}

// Where a plug-in is faster than all that the library has.
static void add_rivals(struct screen *screen) {
    const struct results *results = screen->results;
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const struct result *rival = subject->rival, *best = subject->best;
        if (subject->family == screen->family && rival && best &&
            ranking_leads(&rival->times, &best->times)) {
            char text[512];
            snprintf(text, sizeof text, "%.64s (plug-in) is faster: %s ns, error %.0e (%.200s)",
                     rival->kernel, number_short(rival->times.median).text, rival->error,
                     subject->name);
            add(screen, EXPLAINS, text);
        }
    }
}

// What to call, for the first subject; where nothing raced, for what was measured first.
static void add_call(struct screen *screen, const struct results_subject *first) {
    const struct results *results = screen->results;
    char text[MOST_TEXT] = "";
    for (size_t i = 0; i < results->subject_count && !first && text[0] == '\0'; ++i) {
        if (measured_result(&results->subjects[i])) {
            snprintf(text, sizeof text, "call %.60s()", results->subjects[i].family->automatic);
        }
    }
    if (first) {
        const struct result *main = called(first);
        snprintf(text, sizeof text, "call %.60s%s: %s ns (%.200s, %.60s)",
                 main->automatic ? first->family->automatic : main->call,
                 main->automatic ? "()" : " by buoy_kernel_find()",
                 number_short(main->times.median).text, name_of(first), first->how);
    }
    add(screen, STAYS, text);
}

// ---------------------------------------------------------------------------------- all

// Numbers of a noisy run are not compared to the per cent.
static const struct results_subject *begin_rows(struct screen *screen) {
    const struct results *results = screen->results;
    const struct results_subject *first = NULL;
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        if (subject->best && (!first || subject->family == first->family)) {
            first = first ? first : subject;
            screen->automatic |= subject->automatic != NULL;
            size_t *width = screen->layout.width, heading;
            char text[64];
            const size_t name = padding_columns(name_of(subject)),
                         how = padding_columns(subject->how);
            width[NAME] = name <= LONGEST_NAME && name > width[NAME] ? name : width[NAME];
            width[NAME] = how > width[NAME] ? how : width[NAME];
            width[TRIANGLES] = subject->triangles > 0.0 ? 6 : width[TRIANGLES];
            width[KERNEL] = fmax((double)width[KERNEL], (double)strlen(subject->best->call) + 1.0);
            if (subject->baseline) {
                table_head_speedup(subject->family, text, sizeof text);
                heading = padding_columns(text) + 1;
                width[SPEEDUP] = heading > 7 ? heading : 7;
            }
            width[RIVAL] = subject->rival ? 7 : width[RIVAL];
            width[LEAD] = subject->automatic ? 7 : width[LEAD];
        }
    }
    if (screen->noisy) {
        screen->layout.width[LEAD] = 0;
    }
    fit(&screen->layout);
    return first;
}

// The rows are those of the first family that was raced, which is `volume` unless it was not asked
// for. A sweep has tables of its own in their place.
void verdict_print(const struct results *results, const char *page) {
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen) {
        cli_out_of_memory();
        return;
    }
    screen->results = results;
    screen->noisy = results_noisy(results);
    const struct results_subject *first = results->sweep[0] == '\0' ? begin_rows(screen) : NULL;
    add_machine(screen);
    add_trust(screen);
    add_failures(screen);
    if (first) {
        unsigned rank = STAYS;
        screen->family = first->family;
        for (const struct results_subject *subject = first;
             subject < results->subjects + results->subject_count; ++subject) {
            if (subject->family == first->family && begins_section(results, subject)) {
                add_section(screen, rank, subject);
                rank = rank == STAYS ? SECOND : rank == SECOND ? FURTHER : rank + 1;
            }
        }
        add_legend(screen);
        add_rivals(screen);
        add_slower(screen);
        if (!screen->noisy) { // a few percent mean nothing then
            add_price(screen);
        }
        add_others(screen);
    }
    for (size_t i = 0; i < results->family_count; ++i) {
        char text[MOST_TEXT];
        if (&results->families[i] != screen->family) {
            add_headline(screen, &results->families[i]);
        }
        measured_sentence(results, &results->families[i], text, sizeof text);
        add(screen, first ? MEASURED : STAYS, text);
    }
    add_call(screen, first);
    fit_rows(screen);
    putchar('\n');
    for (size_t i = 0; i < screen->count; ++i) {
        const struct part *part = &screen->parts[i];
        if (part->rows > 0 && part->section) {
            print_section(screen->results, part->section, &screen->layout);
        } else if (part->rows > 0) {
            print_wrapped(part->sentence, (size_t)terminal_width(), 2);
        }
    }
    free(screen);
    if (page) { // in one piece, to be opened
        printf("full report: %s\n", page);
    }
}
