// Folders with a page that draws what they hold, by a script of its own.
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include <jansson.h>

struct page {
    json_t *data;     // {files}, {charts} or {moments}; the page takes it
    int digits;       // of its numbers
    const char *text; // what readers without scripts see
    // Figures of earlier pages have names that begin so, and end in .svg or .png; NULL ends the
    // list. They are removed.
    const char *const *figures;
};

// Writes DIRECTORY/index.html. Returns 0, or CLI_BAD after complaining.
int page_write(const struct page *page, const char *directory);

// As page_write(), and has Node.js draw the figures as files. `told` receives what to say of them.
int page_write_figures(const struct page *page, const char *directory, const char **told);

#endif
