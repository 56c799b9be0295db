#include "terminal.h"

#include <stdlib.h>

#define NARROWEST 80
#define WIDEST 1000

static long width_asked_for(void) {
    const char *text = getenv("COLUMNS");
    char *end;
    const long width = text ? strtol(text, &end, 10) : 0;
    return text && end != text && *end == '\0' ? width : 0;
}

int terminal_width(void) {
    long width = terminal_columns();
    if (width <= 0) {
        width = width_asked_for();
    }
    return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : (int)width;
}
