// Results as a page that draws them.
#ifndef BENCH_VIEW_H
#define BENCH_VIEW_H

#include "results_model.h"

#define VIEW_MOST_FILES 12

// Short names of files, all different: the base name, or the folder's if that is results.json.
struct view_labels {
    char texts[VIEW_MOST_FILES][128];
};
void view_label(const struct results *files, size_t count, struct view_labels *labels);

// Writes DIRECTORY/index.html; figures of earlier versions are removed. Returns 0, or CLI_BAD after
// complaining.
int view_write(const struct results *files, const struct view_labels *labels, size_t count,
               const char *directory);

#endif
