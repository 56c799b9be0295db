// The parts of the page, and what they share.
#ifndef BENCH_SECTIONS_H
#define BENCH_SECTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "figure.h"
#include "html.h"
#include "results_lines.h"

enum {
    PAGE_MOST_METHODS = 64, // with colours of their own choice
    PAGE_MOST_SERIES = 200, // in a figure
};

struct page {
    FILE *out;
    const struct results *files;
    const struct page_labels *labels;
    size_t count; // of files
    bool out_of_memory;

    const char *directory; // for figures as files; NULL: none
    size_t figures;        // written
    int status;            // of writing them
    char note[512];        // below the title of each: machine, compiler, noise

    // The methods of all files, in the order of the first file that has them.
    struct {
        const char *family, *method;
        unsigned colour;
    } methods[PAGE_MOST_METHODS];
    size_t method_count;
};

// ---- sections, in the page's order; each writes nothing if the files have nothing for it

void section_noise(struct page *page);
void section_verdict(struct page *page);
void section_ranking(struct page *page);
void section_measured(struct page *page);
void section_growth(struct page *page); // with triangles, with bodies a call, with immersion
void section_roofline(struct page *page);
void section_machine(struct page *page);

// ---- kernels

// Collects the methods; call it once.
void page_collect_methods(struct page *page);

// A method's own, but the baseline's and the approximations'.
unsigned page_colour(const struct page *page, const struct result *result);

// Whether figures show it strong: the baseline, and the fastest of each method that has the same
// bits everywhere.
bool page_is_strong(const struct result *result);

// Whether it is the first of the files with the subject, and with the kernel there.
bool page_is_first_with(const struct page *page, size_t file, const struct results_subject *like);

// ---- figures

// Draws into the page and, if figures are wanted, into a file.
void page_figure(struct page *page, const struct figure_content *content, const char *name);

// A subject's kernels as bars, the fastest on top, approximations below all others.
void page_put_bars(struct page *page, const struct results_subject *subject);

// ---- markup

// A cell with a number, empty unless it is finite; `format` is for one double.
void page_cell(const struct page *page, const char *format, double value);

// A time in nanoseconds, as everywhere.
struct html_number page_time(double ns);

// By how much of the whole volume an approximation errs: "4.3 %".
struct html_number page_wrong(const struct result *result);

// A table's opening with these headings, up to NULL; those that begin with # are of numbers.
void page_begin_table(const struct page *page, const char *class, const char *const *headings);
void page_end_table(const struct page *page);

// "builtin:box, crowd" and, unless it is volume, the family.
void page_subject(const struct page *page, const struct results_subject *subject);

// The name of a file about a subject.
void page_figure_name(const char *what, const struct results_subject *subject,
                      char name[FIGURE_NAME_BYTES]);

#endif
