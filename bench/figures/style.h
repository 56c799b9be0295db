// The style sheet of the page, which also colours its figures.
#ifndef BENCH_STYLE_H
#define BENCH_STYLE_H

#include <stdio.h>

void style_put(FILE *stream);

#endif
