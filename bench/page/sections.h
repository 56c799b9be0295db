// The parts of the page, and what they share.
#ifndef BENCH_SECTIONS_H
#define BENCH_SECTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "figure.h"
#include "html.h"
#include "results_file.h"

enum {
    PAGE_MOST_METHODS = 64, // with colours of their own choice
    PAGE_MOST_SERIES = 200, // in a figure
};

struct page {
    FILE *out;
    const struct results_file *files;
    const char *const *labels;
    size_t count; // of files
    bool out_of_memory;

    const char *directory; // for figures as files; NULL: none
    size_t figures;        // written
    int status;            // of writing them
    char note[512];        // below the title of each

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
void section_growth(struct page *page); // with triangles, crowds and immersion
void section_cost(struct page *page);
void section_roofline(struct page *page);
void section_accuracy(struct page *page);
void section_machine(struct page *page);

// ---- kernels

// Collects the methods; call it once.
void page_collect_methods(struct page *page);

unsigned page_colour(const struct page *page, const struct results_benchmark *benchmark);

// Whether it is what its family's speed-ups are relative to.
bool page_is_baseline(const struct page *page, const struct results_benchmark *benchmark);

// The speed relative to that; NaN if it was not measured.
double page_speedup(const struct results_benchmark *benchmark);

bool page_is_auto(const struct results_benchmark *benchmark);
bool page_is_fused(const struct results_benchmark *benchmark); // other bits than its twins

// Whether this library knows the kernel as an approximation.
bool page_is_approximate(const struct results_benchmark *benchmark);

// Whether it may be recommended: timed, no `auto`, which calls one of the others, and no
// approximation.
bool page_is_rival(const struct results_benchmark *benchmark);

// Whether figures show it strong: the baseline, and the fastest of each method that has the same
// bits everywhere.
bool page_is_strong(const struct page *page, const struct results_subject *subject,
                    const struct results_benchmark *benchmark);

// ---- figures

// The machine, the compiler, and whether it was noisy.
void page_make_note(struct page *page);

// The name of a file about a subject.
void page_figure_name(const char *what, const struct results_subject *subject,
                      char name[FIGURE_NAME_BYTES]);

// Draws a chart in the page and, if figures are wanted, into a file.
void page_figure(struct page *page, const struct chart *chart, const char *name);

// Writes the file with a subject's bars.
void page_write_bars(struct page *page, const struct results_subject *subject);

// Removes the figures of an earlier run.
void page_remove_figures(const char *directory);

// ---- pieces of markup

// A time in nanoseconds.
struct html_number page_time(double ns);

// <td> with a number, or an empty one for NaN.
void page_cell(const struct page *page, const char *format, double value);
void page_time_cell(const struct page *page, double ns);
void page_error_cell(const struct page *page, double share);

// The name of a subject: its mesh and workload, and its family if that is not `volume`.
void page_subject(const struct page *page, const struct results_subject *subject);

// Whether no earlier file has the subject, so that it is this file's to show; whether no earlier
// file has the benchmark.
bool page_is_first_with_subject(const struct page *page, size_t file,
                                const struct results_subject *subject);
bool page_is_first_with(const struct page *page, size_t file,
                        const struct results_benchmark *benchmark);

// Whether queries are asked one by one about one mesh, or what stands for it.
bool page_is_hot(const struct results_subject *subject);

// "LABEL: " if there are several files.
void page_file_prefix(const struct page *page, size_t file, char *text, size_t size);

#endif
