// Results as tables for other programs: Markdown for an issue, CSV for a spreadsheet.
#ifndef BENCH_EXPORT_H
#define BENCH_EXPORT_H

#include <stdio.h>

#include "view.h"

enum export_format {
    EXPORT_NONE,
    EXPORT_MARKDOWN,
    EXPORT_CSV,
};

// `--export markdown|csv`, for a command's table of options: an unsigned, of the enum above.
#define EXPORT_OPTION(format)                                                                      \
    { .name = "export", .kind = CLI_WORD, .value = (format), .words = "|markdown|csv" }

// Prints the tables of some files; `labels` name them if there are several.
void export_put(FILE *stream, enum export_format format, const struct results *files,
                const struct view_labels *labels, size_t count);

// Writes them to DIRECTORY/results.md or DIRECTORY/results.csv and says so. Returns 0, or CLI_BAD
// after complaining.
int export_write(const struct results *files, const struct view_labels *labels, size_t count,
                 enum export_format format, const char *directory);

#endif
