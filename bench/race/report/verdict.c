// The last screen of `run`: what to call, and how fast that is.
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measured.h"
#include "numbers.h"
#include "padding.h"
#include "recommend.h"
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

static const char *count_text(double count, char text[64]) {
    snprintf(text, 64, "%s", count < 1e3 ? number_count(count).text : number_short(count).text);
    return text;
}

static void widen(const struct results_subject *subject, struct layout *layout) {
    size_t *width = layout->width, heading;
    char text[64];
    const size_t name = padding_columns(name_of(subject)), how = padding_columns(subject->how);
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
            [TRIANGLES] = count_text(subject->triangles, triangles),
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

static void print_section(const struct results *results, const struct results_subject *first,
                          const struct layout *layout) {
    char speedup[64];
    table_head_speedup(first->family, speedup, sizeof speedup);
    print_cells((const char *const[COLUMNS]){first->how, "tri",
                                             layout->width[LEAD] > 0 ? "by itself" : "kernel", "ns",
                                             "fit", speedup, "×rival", "error", "faster"},
                layout);
    const struct results_subject *end = results->subjects + results->subject_count;
    for (const struct results_subject *subject = first; subject < end; ++subject) {
        if (are_together(first, subject)) {
            print_row(results, subject, layout);
        }
    }
}

static void print_sentence(const char *text) {
    print_wrapped(text, (size_t)terminal_width(), 2);
}

// What to call, and what is faster by itself, for the first subject; the rows have the others.
static void print_call(const struct results_subject *first) {
    const struct result *main = called(first), *best = first->best;
    const double lead = recommend_lead(first);
    char text[1024], faster[300] = "";
    if (lead >= 0.5) {
        snprintf(faster, sizeof faster, "; %.64s by itself is %.0f %% faster", best->call, lead);
    }
    snprintf(text, sizeof text, "call %.60s%s: %s ns (%.200s, %.60s)%s",
             main->automatic ? first->family->automatic : main->call, main->automatic ? "()" : "",
             number_short(main->times.median).text, name_of(first), first->how, faster);
    print_sentence(text);
}

static void print_family(const struct results *results, const struct results_family *family) {
    struct layout layout = {{0}};
    const struct results_subject *first = NULL;
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        if (subject->family == family && subject->best) {
            first = first ? first : subject;
            widen(subject, &layout);
        }
    }
    if (!first) {
        return;
    }
    fit(&layout);
    print_call(first);
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        if (subject->family == family && begins_section(results, subject)) {
            print_section(results, subject, &layout);
        }
    }
}

// ----------------------------------------------------------------------------- sentences

static void print_machine(const struct results *results, const struct results_family *family) {
    char text[256];
    snprintf(text, sizeof text, ", %.40s, %.80s; fit: %.20s in %g µs",
             results_text(results, "instruction_set"), results_text(results, "compiler"),
             family->many, results->budget_us);
    const size_t width = (size_t)terminal_width(), columns = padding_columns(text);
    print_cut(results_text(results, "cpu"), columns < width ? width - columns : 1);
    puts(text);
}

static void print_legend(const struct results *results, const struct results_family *family) {
    for (size_t i = 0; i < results->subject_count; ++i) {
        if (results->subjects[i].family == family && results->subjects[i].automatic) {
            char text[256];
            snprintf(text, sizeof text,
                     "ns to error: of %.40s(); faster: the kernel called by itself",
                     family->automatic);
            print_sentence(text);
            return;
        }
    }
}

// Over all subjects of a family: how much longer the fastest deterministic kernel takes than the
// fastest other one.
static void print_price(const struct results *results, const struct results_family *family) {
    double most = -HUGE_VAL;
    bool measurable = false;
    const struct results_subject *where = NULL;
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const struct result *same_bits = recommend_fastest(subject, true);
        const struct result *other = recommend_fastest(subject, false);
        if (subject->family == family && same_bits && other) {
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
        print_sentence(text);
    }
}

// One sentence about another family: the times of the library's own choice in the subjects that
// have a headline, and how threads scale.
static void print_headline(const struct results *results, const struct results_family *family) {
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
        print_sentence(sentence);
    }
}

// Where a plug-in is faster than all that the library has.
static void print_rivals(const struct results *results, const struct results_family *family) {
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const struct result *rival = subject->rival, *best = subject->best;
        if (subject->family == family && rival && best &&
            ranking_leads(&rival->times, &best->times)) {
            char text[512];
            snprintf(text, sizeof text, "%.64s (plug-in) is faster: %s ns, error %.0e (%.200s)",
                     rival->kernel, number_short(rival->times.median).text, rival->error,
                     subject->name);
            print_sentence(text);
        }
    }
}

static void print_failures(const struct results *results) {
    size_t failed = 0;
    for (size_t i = 0; i < results->count; ++i) {
        failed += !results_timed(&results->items[i]) && !results->items[i].declined;
    }
    if (failed > 0) {
        char text[256];
        snprintf(text, sizeof text,
                 "%zu of %zu checks FAILED, see above; what fails is neither timed nor ranked.",
                 failed, results->count);
        print_sentence(text);
    }
}

// A piece of program: the library's function or, where only kernels were raced, the first that was
// recommended.
static void print_program(const struct results *results, const struct results_family *family) {
    const struct result *kernel = NULL;
    for (size_t i = results->subject_count; i-- > 0;) {
        const struct results_subject *subject = &results->subjects[i];
        if (subject->family == family && subject->best) {
            if (subject->automatic) {
                fputs(family->plain, stdout);
                return;
            }
            kernel = subject->best;
        }
    }
    const char *place = strstr(family->snippet, "%s");
    if (kernel && place) {
        printf("%.*s%s%s", (int)(place - family->snippet), family->snippet, kernel->call,
               place + 2);
    }
}

// ---------------------------------------------------------------------------------- all

static bool is_answered(const struct results *results, const struct results_family *family) {
    for (size_t i = 0; i < results->subject_count; ++i) {
        if (results->subjects[i].family == family && results->subjects[i].best) {
            return true;
        }
    }
    return false;
}

// The family with the last word is the first that was raced, which is `volume` unless it was not
// asked for. The others come before it.
void verdict_print(const struct results *results, const char *warning) {
    size_t last = 0;
    while (last < results->family_count && !is_answered(results, &results->families[last])) {
        ++last;
    }
    putchar('\n');
    print_failures(results);
    if (last == results->family_count) {
        if (warning) {
            print_sentence(warning);
        }
        measured_print_verdict(results);
        return;
    }
    for (size_t i = last + 1; i < results->family_count; ++i) {
        print_family(results, &results->families[i]);
    }
    const struct results_family *family = &results->families[last];
    print_machine(results, family);
    if (warning) {
        print_sentence(warning);
    }
    print_family(results, family);
    print_legend(results, family);
    print_rivals(results, family);
    if (!warning) { // a few percent mean nothing then
        print_price(results, family);
    }
    for (size_t i = last + 1; i < results->family_count; ++i) {
        print_headline(results, &results->families[i]);
    }
    measured_print_verdict(results);
    print_program(results, family);
}
