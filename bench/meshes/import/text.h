// Text files, line by line and word by word.
#ifndef MESHES_TEXT_H
#define MESHES_TEXT_H

#include "import.h"

struct text {
    const struct import_file *file;
    const char *at, *end;
    size_t line;      // from 1; 0 before the first call of text_next_line()
    bool joins_lines; // a backslash at the end of a line continues it on the next one
};

// A run of characters without blanks.
struct word {
    const char *at;
    size_t length;
};

// Starts before the first line, past a byte order mark.
struct text text_begin(const struct import_file *file);

// Moves to the start of the next line, whatever is left of this one. Lines end in LF, CR LF or CR.
bool text_next_line(struct text *text);

// Moves to the next line that has words and does not start with '#'.
bool text_next_filled_line(struct text *text);

// The next word of this line; false if there is none.
bool text_next_word(struct text *text, struct word *word);

// The next word of this or any later line.
bool text_next_word_anywhere(struct text *text, struct word *word);

// Case matters not.
bool word_is(struct word word, const char *lower_case);

// A word for a message: cut short, nothing unprintable.
struct word_shown {
    char text[28];
};
struct word_shown word_show(struct word word);

// A whole number of at most 18 digits, with a minus sign at most; false if it is anything else.
bool word_to_integer(struct word word, int64_t *value);

// Whether a word is a decimal number that is finite in f32: digits with or without a point, with or
// without an exponent; no nan, inf, hexadecimal. Else `cause` says why not. Also refuses forms that
// are well but assimp misreads: integer parts beyond 19 digits (read as 0), exponents above 38.
bool word_is_coordinate(struct word word, const char **cause);

// Fails if a word is not a coordinate. Else writes it to `reduced`, after a blank unless it is x,
// in a form that assimp understands.
enum buoy_status text_copy_coordinate(const struct text *text, struct word word, int axis,
                                      struct import_reduced *reduced, struct buoy_error *error);

// Does so with the next three words of the line.
enum buoy_status text_copy_point(struct text *text, struct import_reduced *reduced,
                                 struct buoy_error *error);

#endif
