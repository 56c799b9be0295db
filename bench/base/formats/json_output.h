// Writing JSON to standard output.
#ifndef BENCH_JSON_OUTPUT_H
#define BENCH_JSON_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>

// Prints a document, indented, and releases it. Returns the exit code.
int json_print(json_t *document);

// A JSON number, or null for NaN and infinities, which JSON cannot express.
json_t *json_number(double value);

// A JSON text. Bytes that are not UTF-8 (file names may hold some) become question marks.
json_t *json_text(const char *text);

// Puts question marks, in place, for what would break a line or JSON: control characters, and bytes
// that are not UTF-8.
void json_clean(char *text);

// Cleans all strings of a document. False if there is no memory. Keys stay: what names one that is
// not clean finds none.
bool json_clean_all(json_t *document);

#endif
