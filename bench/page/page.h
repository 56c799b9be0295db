// Results as one self-contained page of HTML.
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include "export.h"
#include "results_file.h"

// Short names of files, all different: the base name, or the folder's if that is results.json.
struct page_labels {
    const char *texts[16];
    char *memory;
    size_t count;
};
int page_label(const struct results_file *files, size_t count, struct page_labels *labels);
void page_labels_free(struct page_labels *labels);

// Writes DIRECTORY/index.html and, unless `figures` is NULL, every figure as an SVG file, whose
// number it stores there; figures of earlier runs are removed. Returns 0, or CLI_BAD after
// complaining.
int page_write(const struct results_file *files, const struct page_labels *labels,
               const char *directory, size_t *figures);

// What `run` writes beside its results: reads DIRECTORY/results.json, writes page and figures there
// and, if a format is given, the table. Returns 0, or CLI_BAD after complaining.
int page_write_run(const char *directory, enum export_format format, size_t *figures);

#endif
