// The figures of the page, which `run` also writes as files beside it.
#include <string.h>

#include "differences.h"
#include "output.h"
#include "sections.h"

void page_make_note(struct page *page) {
    const struct results_file *file = &page->files[0];
    const char *cpu = results_context_text(file, "cpu");
    const char *compiler = results_context_text(file, "compiler");
    snprintf(page->note, sizeof page->note, "%.120s%s%.120s%s", cpu, cpu[0] != '\0' ? ", " : "",
             compiler,
             differences_is_noisy(file) ? ". NOISY: do not trust these times; index.html says why"
                                        : "");
}

void page_figure_name(const char *what, const struct results_subject *subject,
                      char name[FIGURE_NAME_BYTES]) {
    char of[200];
    const bool is_volume = subject->family[0] == '\0' || strcmp(subject->family, "volume") == 0;
    snprintf(of, sizeof of, "%.120s%s%.40s", subject->name, is_volume ? "" : "-",
             is_volume ? "" : subject->family);
    figure_name(what, of, name);
}

void page_figure(struct page *page, const struct chart *chart, const char *name) {
    chart_put(page->out, chart);
    if (page->directory && page->status == 0) {
        page->status = figure_write_chart(chart, page->note, page->directory, name, &page->figures);
    }
}

// All figures of `run` have such names; those of earlier versions were PNG.
static bool is_figure(const char *name) {
    const char *dot = strrchr(name, '.');
    const bool is_ours = strncmp(name, "ns-per-", 7) == 0 || strncmp(name, "ns-by-", 6) == 0 ||
                         strncmp(name, "roofline", 8) == 0;
    return is_ours && dot && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0);
}

void page_remove_figures(const char *directory) {
    output_remove(directory, is_figure);
}
