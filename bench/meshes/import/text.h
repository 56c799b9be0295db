// Text files, line by line and word by word.
#ifndef MESHES_TEXT_H
#define MESHES_TEXT_H

#include "source.h"

struct text {
    struct source *source;
    size_t line;      // from 1; 0 before the first call of text_next_line()
    bool joins_lines; // a backslash at the end of a line continues it, unless it is a comment
    bool cut;         // no blank parts the last word from the one after such a backslash
};

// A run of characters without blanks, valid until the next word is read.
struct word {
    const char *at;
    size_t length;
};

// Starts before the first line, past a byte order mark.
struct text text_begin(struct source *source);

// Moves to the start of the next line and skips the rest of this one, with the lines that continue
// it. Lines end in LF, CR LF or CR.
bool text_next_line(struct text *text);

// Moves to the next line that has words and does not start with '#'.
bool text_next_filled_line(struct text *text);

// Whether this line has another word, and not just a comment.
bool text_has_word(struct text *text);

// The next word of this line; false if there is none, and the word is empty.
bool text_next_word(struct text *text, struct word *word);

// The next word of this line; false also where a comment begins, with '#'.
bool text_next_argument(struct text *text, struct word *word);

// The next word of this or any later line.
bool text_next_word_anywhere(struct text *text, struct word *word);

// Ignores case.
bool word_is(struct word word, const char *lower_case);

// A word for a message: shortened, with unprintable characters replaced.
struct word_shown {
    char text[28];
};
struct word_shown word_show(struct word word);

// Fails if the last word is cut: it may be one with the next.
bool text_check_word(const struct text *text, struct word word);

// A whole number of at most 18 digits, with an optional minus sign; false if the word is anything
// else.
bool word_to_integer(struct word word, int64_t *value);

// The double nearest to a word, which must be a decimal number: digits with or without a point,
// with or without an exponent; not nan, inf or hexadecimal. Fails if it is none, or too large, or
// cut.
bool text_coordinate(const struct text *text, struct word word, double *value);

// The next three words of the line as coordinates.
bool text_next_point(struct text *text, double point[3]);

// Fails with the number of the current line.
bool text_fail(const struct text *text, enum buoy_status status, const char *format, ...)
    BUOY_PRINTF(3, 4);

#endif
