// Writing JSON to standard output.
#ifndef BENCH_JSON_OUTPUT_H
#define BENCH_JSON_OUTPUT_H

#include <jansson.h>

// Prints a document, indented, and lets go of it. Returns the exit code.
int json_print(json_t *document);

// A number, or null where JSON has none for it (NaN, infinities).
json_t *json_number(double value);

// A text, its bytes replaced by question marks where it is not UTF-8, as a file name may not be.
json_t *json_text(const char *text);

#endif
