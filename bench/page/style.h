// The style sheet of the page, which also colours its figures, and that of figures in files of
// their own.
#ifndef BENCH_STYLE_H
#define BENCH_STYLE_H

#include <stdio.h>

void style_put(FILE *stream);

// Plain colours on white, without variables, which not all viewers of SVG know.
void style_put_svg(FILE *stream);

#endif
