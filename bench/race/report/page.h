// Results as one self-contained page of HTML.
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include "results_model.h"

#define PAGE_MOST_FILES 12

// Short names of files, all different: the base name, or the folder's if that is results.json.
struct page_labels {
    char texts[PAGE_MOST_FILES][128];
};
void page_label(const struct results *files, size_t count, struct page_labels *labels);

// Writes DIRECTORY/index.html and, unless `figures` is NULL, every figure as an SVG file, whose
// number it stores there; figures of earlier runs are removed. Returns 0, or CLI_BAD after
// complaining.
int page_write(const struct results *files, const struct page_labels *labels, size_t count,
               const char *directory, size_t *figures);

#endif
