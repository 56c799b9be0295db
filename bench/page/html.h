// Writing HTML that is well-formed XML, too. All text is escaped.
#ifndef BENCH_HTML_H
#define BENCH_HTML_H

#include <stdio.h>

#include "base/status.h"

// Text, for elements and for attributes in double quotes. Control characters and what is not UTF-8
// become U+FFFD.
void html_text(FILE *stream, const char *text);

// Markup with an @ wherever the next of the texts goes, escaped.
void html_put_all(FILE *stream, const char *markup, const char *const *texts);
#define html_put(stream, ...) HTML_PUT(stream, __VA_ARGS__, NULL)
#define HTML_PUT(stream, markup, ...)                                                              \
    html_put_all(stream, markup, (const char *const[]){__VA_ARGS__})

// The text of a number for html_put(): as printf() prints it.
struct html_number {
    char text[48];
};
struct html_number html_number(const char *format, ...) BUOY_PRINTF(1, 2);

#endif
