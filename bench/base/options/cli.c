// Shared by the subcommands: complaints, words of a shell, lists, progress.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

size_t cli_printable_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    static const unsigned char first[] = {0xc2, 0xe0, 0xf0, 0xf5}; // of 2 bytes, 3, 4; of none
    size_t length = c[0] < 0x80 ? 1 : 0;
    for (size_t i = 0; i < 3; ++i) {
        length = c[0] >= first[i] && c[0] < first[i + 1] ? i + 2 : length;
    }
    for (size_t i = 1; i < length; ++i) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    // Longer than need be, half of a surrogate pair, or beyond Unicode.
    const unsigned char second = length > 1 ? c[1] : 0;
    if ((c[0] == 0xe0 && second < 0xa0) || (c[0] == 0xed && second >= 0xa0) ||
        (c[0] == 0xf0 && second < 0x90) || (c[0] == 0xf4 && second >= 0x90)) {
        return 0;
    }
    const bool control = c[0] < 0x20 || c[0] == 0x7f || (c[0] == 0xc2 && c[1] < 0xa0);
    return control ? 0 : length;
}

static void print_line(const char *text) {
    cli_progress_end();
    fputs("buoybench: ", stderr);
    // Prints any text on one line. File names, arguments and file contents may hold control
    // characters, and a complaint must not move the cursor.
    while (*text != '\0') {
        const size_t length = cli_printable_length(text);
        if (length > 0) {
            fwrite(text, 1, length, stderr);
        } else {
            fprintf(stderr, "\\x%02x", (unsigned)(unsigned char)*text);
        }
        text += length > 0 ? length : 1;
    }
    fputc('\n', stderr);
}

int cli_bad(const char *format, ...) {
    char text[CLI_MOST_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_line(text);
    return CLI_BAD;
}

static bool notes_wait, note_lost;
static char **notes;
static size_t note_count;

void cli_note(const char *format, ...) {
    char text[CLI_MOST_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!notes_wait) {
        print_line(text);
        return;
    }
    char **more = realloc(notes, (note_count + 1) * sizeof *notes);
    notes = more ? more : notes;
    char *copy = more ? strdup(text) : NULL;
    if (copy) {
        notes[note_count++] = copy;
    }
    note_lost = note_lost || !copy;
}

void cli_notes_begin(void) {
    notes_wait = true;
}

void cli_notes_end(bool printed) {
    for (size_t i = 0; i < note_count; ++i) {
        if (printed) {
            print_line(notes[i]);
        }
        free(notes[i]);
    }
    if (printed && note_lost) {
        print_line("notes are missing: out of memory");
    }
    free(notes);
    notes = NULL;
    note_count = 0;
    notes_wait = note_lost = false;
}

// ------------------------------------------------------------------------------ commands

static const char *program = "buoybench";

void cli_set_program(const char *name) {
    program = name;
}

const char *cli_program(void) {
    return program;
}

// Quotes keep every character but the quote itself, which goes between two quoted parts as \'.
void cli_print_word(const char *text, FILE *to) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./:,+@%-";
    if (*text != '\0' && text[strspn(text, plain)] == '\0') {
        fputs(text, to);
        return;
    }
    fputc('\'', to);
    for (; *text != '\0'; ++text) {
        if (*text == '\'') {
            fputs("'\\''", to);
        } else {
            fputc(*text, to);
        }
    }
    fputc('\'', to);
}

int cli_strings_add(struct cli_strings *strings, const char *item) {
    const char **items = realloc(strings->items, (strings->count + 1) * sizeof *items);
    if (!items) {
        return cli_out_of_memory();
    }
    items[strings->count++] = item;
    strings->items = items;
    return 0;
}

void cli_strings_free(struct cli_strings *strings) {
    free(strings->items);
    *strings = (struct cli_strings){0};
}

// ------------------------------------------------------------------------------ progress

static bool progress_shown;

void cli_progress(const char *format, ...) {
    if (!isatty(STDERR_FILENO)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    fputs("\r\033[K", stderr); // returns to the line's start and clears it
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
    progress_shown = true;
}

void cli_stage(const char *format, ...) {
    if (isatty(STDERR_FILENO)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    fflush(stderr);
}

void cli_progress_end(void) {
    if (progress_shown) {
        fputs("\r\033[K", stderr);
        progress_shown = false;
    }
}
