// A simulation as a page that plays it.
#ifndef BENCH_FILM_PAGE_H
#define BENCH_FILM_PAGE_H

#include "hulls_of_scene.h"
#include "recording.h"

// A simulation that has ended.
struct film {
    const struct scene *scene;
    const struct scene_hulls *hulls;
    const struct recording *recording;
    const struct listing *rows; // of the recording
    const char *name;           // of the scene or body
};

// Writes the rows as DIRECTORY/series.csv and, if there are bodies, the page and what Node.js draws
// of it; says on stderr what it wrote. Returns 0, or CLI_BAD after complaining.
int film_page_write(const struct film *film, const char *directory);

#endif
