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

// Writes DIRECTORY/index.html. Returns 0, or CLI_BAD after complaining.
int page_write(const struct results_file *files, const struct page_labels *labels,
               const char *directory);

// What `run` writes beside its results: reads DIRECTORY/results.json, writes the page there and, if
// a format is given, the table. Returns 0, or CLI_BAD after complaining.
int page_write_run(const char *directory, enum export_format format);

#endif
