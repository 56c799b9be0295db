// Results as CSV, for a spreadsheet.
#ifndef BENCH_EXPORT_H
#define BENCH_EXPORT_H

#include <stdio.h>

#include "page.h"

// Prints the rows of some files; `labels` name them if there are several.
void export_put(FILE *stream, const struct results *files, const struct page_labels *labels,
                size_t count);

#endif
