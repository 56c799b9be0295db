// What a part of the program prints, while it runs in this process.
#ifndef TESTS_CAPTURE_H
#define TESTS_CAPTURE_H

#include <stdio.h>

// A stream that is led into a file while something runs.
struct capture {
    FILE *stream, *file;
    int descriptor, original;
    char *text;
};

// Leads a stream into a file. Initialise the capture with zeros; it may be used again.
void open_capture(struct capture *capture, FILE *stream, int descriptor);

// Ends that; returns the output as text.
const char *close_capture(struct capture *capture);

#endif
