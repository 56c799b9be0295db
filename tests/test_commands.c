// What the program prints and refuses, case by case, as the lists in tests/commands say:
// test_commands [LIST...], by default all. A list is read line by line, and each case is run where
// its lines end.
//
//   # a remark
//   let NAME TEXT        in lines below, $(NAME) is TEXT
//   file NAME            a file, of the lines behind it that begin with "| "; words of commands
//   name it @NAME needs mesh files     the rest is skipped in a build that reads no mesh files
//
//   $ WORDS              the program with these words, 'with spaces' in quotes; BUOY_ISA=SET may go
//   before < LINE               standard input > LINE               what is printed: these lines
//   and no others ~ TOLERANCE          their numbers are near: within this, relative to what is
//   above 1; * is any same                 what the case before printed
//   + TEXT   - TEXT      a part of what is printed; what is not printed
//   & TEXT               a part of a line on stderr, which has no other lines than these
//   = CODE               the exit code, otherwise 0
//   ! TEXT               refused: exit code 2, nothing printed, and one line on stderr with this
//   text in FILE TEXT         a part of a file that is there afterwards
//
//   $ WORDS ...          a stem: each indented line is a case with more words,
//     MORE ! TEXT        refused, or
//     MORE > TEXT        well, with this part of what is printed
//     MORE < INPUT ! TEXT
//   $ WORDS <TEXT...     a stem of standard input
//
// In words, standard input, files and what is printed, \n, \r, \t, \0 and \xHH are bytes, and \c at
// the end of a line leaves out its line feed.
#include <ctype.h>

#include "child.h"
#include "test.h"

enum {
    most_words = 16,
    most_lines = 64,
    most_macros = 32,
};

struct text {
    char *at;
    size_t size;
};

static void append(struct text *text, const char *bytes, size_t count) {
    text->at = realloc(text->at, text->size + count + 1);
    assert_non_null(text->at);
    memcpy(text->at + text->size, bytes, count);
    text->size += count;
    text->at[text->size] = '\0';
}

// A case as it is read: what to run, and expectations, lines of the list that begin with their
// sign.
struct command {
    struct text words, input;
    char *expected[most_lines];
    size_t expected_count;
    int line; // of the list; 0: no case
};

static struct {
    const char *name;
    int line;
    struct {
        char *name, *text;
    } macros[most_macros];
    size_t macro_count;
    struct command command;
    struct text stem_words, stem_input;
    bool is_stem, is_input_stem;
    char file[64]; // being read, or ""
    struct text file_bytes;
    char *last_output;
    int cases, failures;
} list;

static void bad_list(const char *what) {
    fprintf(stderr, "%s:%d: %s\n", list.name, list.line, what);
    exit(1);
}

// ------------------------------------------------------------------------------------ text

// Bytes that a text means, and how many.
static size_t unescape(const char *text, size_t length, char *bytes) {
    size_t count = 0;
    for (size_t i = 0; i < length; ++i) {
        static const char letters[] = "nrt0\\", meant[] = "\n\r\t\0\\";
        const char *letter =
            text[i] == '\\' && i + 1 < length ? strchr(letters, text[i + 1]) : NULL;
        if (letter && *letter != '\0') {
            bytes[count++] = meant[letter - letters];
            i += 1;
        } else if (strncmp(text + i, "\\x", 2) == 0) {
            const char digits[3] = {text[i + 2], text[i + 3]};
            bytes[count++] = (char)strtoul(digits, NULL, 16);
            i += 3;
        } else {
            bytes[count++] = text[i];
        }
    }
    return count;
}

// Adds a line of a list to standard input or to a file.
static void append_line(struct text *text, const char *line) {
    const size_t length = strlen(line);
    const bool unended = length >= 2 && strcmp(line + length - 2, "\\c") == 0;
    char *bytes = malloc(length + 4);
    assert_non_null(bytes);
    size_t count = unescape(line, unended ? length - 2 : length, bytes);
    if (!unended) {
        bytes[count++] = '\n';
    }
    append(text, bytes, count);
    free(bytes);
}

// A line with its macros replaced; the caller frees it.
static char *expand(const char *line) {
    struct text text = {NULL, 0};
    append(&text, "", 0);
    while (*line != '\0') {
        size_t m = 0;
        const char *end = strncmp(line, "$(", 2) == 0 ? strchr(line, ')') : NULL;
        while (end && m < list.macro_count &&
               (strlen(list.macros[m].name) != (size_t)(end - line - 2) ||
                strncmp(list.macros[m].name, line + 2, (size_t)(end - line - 2)) != 0)) {
            m += 1;
        }
        if (end && m < list.macro_count) {
            append(&text, list.macros[m].text, strlen(list.macros[m].text));
            line = end + 1;
        } else if (end) {
            bad_list("no such $(NAME)");
        } else {
            append(&text, line++, 1);
        }
    }
    return text.at;
}

// ------------------------------------------------------------------------------------ running

static void complain(const struct command *command, const char *what, const char *text,
                     const struct outcome *outcome) {
    fprintf(stderr,
            "%s:%d: buoybench %s\n  %s%s\n  exit code %d\n  on stdout: %.2000s\n  on stderr: "
            "%.2000s\n",
            list.name, command->line, command->words.at, what, text, outcome->exit_code,
            outcome->output, outcome->error);
    list.failures += 1;
}

// Splits words in place; names of files become paths, which stay until the next call.
static void split(char *words, struct child *child) {
    static char paths[most_words][600];
    size_t count = 0;
    for (char *at = words; *(at += strspn(at, " ")) != '\0';) {
        const bool quoted = *at == '\'';
        char *word = at + quoted, *end = word + strcspn(word, quoted ? "'" : " ");
        at = *end == '\0' ? end : end + 1;
        *end = '\0';
        word[unescape(word, strlen(word), word)] = '\0';
        if (strncmp(word, "BUOY_ISA=", 9) == 0 && count == 0) {
            child->isa = word + 9;
        } else if (count == most_words) {
            bad_list("too many words");
        } else {
            char *name = strchr(word, '@');
            if (name && (name == word || name[-1] == '=')) { // a file
                snprintf(paths[count], sizeof *paths, "%.*s%s", (int)(name - word), word,
                         scratch_path(name + 1));
                word = paths[count];
            }
            child->arguments[count++] = word;
        }
    }
}

// Whether what is printed is the lines "> ", their numbers within the tolerance.
static bool is_printed(const char *got, const struct text *wanted, double tolerance) {
    const char *at = wanted->at;
    if (tolerance < 0.0) {
        return strcmp(got, at) == 0;
    }
    while (*at != '\0') {
        if (*at == '*') {
            got += strcspn(got, ",\n");
            at += 1;
            continue;
        }
        char *got_end, *end;
        const double a = strtod(got, &got_end), b = strtod(at, &end);
        const bool are_numbers = got_end != got && end != at;
        if (are_numbers ? !(fabs(a - b) <= tolerance * fmax(1.0, fabs(b))) && a != b &&
                              !(isnan(a) && isnan(b))
                        : *got != *at) {
            return false;
        }
        got = are_numbers ? got_end : got + 1;
        at = are_numbers ? end : at + 1;
    }
    return *got == '\0';
}

static bool file_contains(const char *expectation) {
    char name[200];
    const size_t length = strcspn(expectation, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, expectation);
    char *text = read_file(scratch_path(name));
    const bool contains = text && strstr(text, expectation + length + 1);
    return contains;
}

static void judge(const struct command *command, const struct outcome *outcome) {
    struct text printed = {NULL, 0};
    double tolerance = -1.0;
    int code = 0;
    size_t lines = 0; // on stderr
    bool refused = false, prints = false;
    append(&printed, "", 0);
    for (size_t i = 0; i < command->expected_count; ++i) {
        const char *line = command->expected[i], *text = line + (line[1] == ' ' ? 2 : 1);
        bool holds = true;
        if (*line == '>') {
            append_line(&printed, text);
            prints = true;
        } else if (*line == '~') {
            tolerance = strtod(text, NULL);
        } else if (*line == '=') {
            code = (int)strtol(text, NULL, 10);
        } else if (*line == '+' || *line == '-') {
            struct text part = {NULL, 0};
            append_line(&part, text);
            part.at[part.size - 1] = '\0';
            holds = (strstr(outcome->output, part.at) != NULL) == (*line == '+');
            free(part.at);
        } else if (*line == '&' || *line == '!') {
            holds = strstr(outcome->error, text) != NULL;
            refused |= *line == '!';
            lines += 1;
        } else if (strcmp(line, "same") == 0) {
            holds = list.last_output && strcmp(outcome->output, list.last_output) == 0;
        } else {
            holds = file_contains(line + 3);
        }
        if (!holds) {
            complain(command, "not so: ", line, outcome);
        }
    }
    for (const char *at = outcome->error; *at != '\0'; ++at) {
        lines -= *at == '\n';
    }
    if (refused && (outcome->exit_code != 2 || outcome->output[0] != '\0' || lines != 0 ||
                    strncmp(outcome->error, "buoybench: ", 11) != 0)) {
        complain(command, "not refused in one line", "", outcome);
    } else if (!refused && (outcome->exit_code != code || lines != 0)) {
        complain(command, "another exit code, or other lines on stderr", "", outcome);
    } else if (prints && !is_printed(outcome->output, &printed, tolerance)) {
        complain(command, "it is not printed:\n", printed.at, outcome);
    }
    free(printed.at);
}

// Runs the case that was read, if there is one.
static void end_command(void) {
    struct command *command = &list.command;
    if (command->line > 0) {
        struct child child = {.input = command->input.at};
        char *words = strdup(command->words.at);
        split(words, &child);
        struct outcome outcome = child_run(&child);
        judge(command, &outcome);
        list.last_output = outcome.output;
        free(words);
        list.cases += 1;
    }
    for (size_t i = 0; i < command->expected_count; ++i) {
        free(command->expected[i]);
    }
    free(command->words.at);
    free(command->input.at);
    *command = (struct command){.line = 0};
}

// ------------------------------------------------------------------------------------ reading

static void end_file(void) {
    if (list.file[0] != '\0') {
        scratch_write(list.file, list.file_bytes.at, list.file_bytes.size);
        free(list.file_bytes.at);
        list.file_bytes = (struct text){NULL, 0};
        list.file[0] = '\0';
    }
}

static void begin_command(const char *words) {
    list.command.line = list.line;
    append(&list.command.words, words, strlen(words));
}

// "WORDS ...", "WORDS <TEXT...", or a whole command.
static void read_command(const char *line) {
    const size_t length = strlen(line);
    list.is_stem = length >= 3 && strcmp(line + length - 3, "...") == 0;
    if (!list.is_stem) {
        begin_command(line);
        return;
    }
    const char *input = strstr(line, " <");
    list.is_input_stem = input != NULL;
    list.stem_words.size = list.stem_input.size = 0;
    append(&list.stem_words, line, input ? (size_t)(input - line) : length - 3);
    append(&list.stem_input, input ? input + 2 : "",
           input ? length - 3 - (size_t)(input + 2 - line) : 0);
}

static void read_row(const char *row) {
    const char *refusal = strstr(row, " ! "), *part = strstr(row, " > ");
    const char *end = refusal ? refusal : part;
    if (!list.is_stem || !end) {
        bad_list("neither a row of a stem, with ! or >, nor anything else");
    }
    size_t length = (size_t)(end - row);
    while (length > 0 && row[length - 1] == ' ') {
        length -= 1;
    }
    struct text more = {NULL, 0};
    const char *input = list.is_input_stem ? NULL : strstr(row, " < ");
    if (input && input < end) {
        char *line = strndup(input + 3, length - (size_t)(input + 3 - row));
        append_line(&list.command.input, line);
        free(line);
        length = (size_t)(input - row);
    }
    append(&more, list.is_input_stem ? list.stem_input.at : list.stem_words.at,
           list.is_input_stem ? list.stem_input.size : list.stem_words.size);
    append(&more, row, length);
    begin_command(list.is_input_stem ? list.stem_words.at : more.at);
    if (list.is_input_stem && more.size > 0) {
        append_line(&list.command.input, more.at);
    }
    char *expected = strdup(end + 1);
    if (!refusal) {
        *expected = '+';
    }
    list.command.expected[list.command.expected_count++] = expected;
    end_command();
    free(more.at);
}

static void read_macro(const char *line) {
    const size_t length = strcspn(line, " ");
    if (list.macro_count == most_macros || line[length] == '\0') {
        bad_list("too many of let, or one without a text");
    }
    list.macros[list.macro_count].name = strndup(line, length);
    list.macros[list.macro_count++].text = strdup(line + length + 1);
}

// Returns false if the rest is not for this build.
static bool read_line(const char *line) {
    struct command *command = &list.command;
    const bool is_expectation =
        strchr(">~+-&=!", *line) || strcmp(line, "same") == 0 || strncmp(line, "in ", 3) == 0;
    if (*line == '\0' || *line == '#') {
        end_command();
        end_file();
    } else if (*line == '|' && list.file[0] != '\0') {
        append_line(&list.file_bytes, line + (line[1] == ' ' ? 2 : 1));
    } else if (*line == '<' && command->line > 0) {
        append_line(&command->input, line + (line[1] == ' ' ? 2 : 1));
    } else if (is_expectation && command->line > 0 && command->expected_count < most_lines) {
        command->expected[command->expected_count++] = strdup(line);
    } else {
        end_command();
        end_file();
        if (strncmp(line, "$ ", 2) == 0) {
            read_command(line + 2);
        } else if (strncmp(line, "  ", 2) == 0) {
            read_row(line + 2);
        } else if (strncmp(line, "let ", 4) == 0) {
            read_macro(line + 4);
        } else if (strncmp(line, "file ", 5) == 0) {
            snprintf(list.file, sizeof list.file, "%s", line + 5);
            append(&list.file_bytes, "", 0);
        } else if (strcmp(line, "needs mesh files") == 0) {
            return importer_is_built();
        } else {
            bad_list("no such line");
        }
    }
    return true;
}

static void read_list(const char *path) {
    char *text = read_file(path);
    assert_non_null(text);
    list.name = path;
    list.line = 0;
    list.macro_count = 0;
    for (char *line = text, *end; *line != '\0'; line = end + 1) {
        end = line + strcspn(line, "\n");
        *end = '\0';
        list.line += 1;
        char *expanded = *line == '#' ? strdup("") : expand(line);
        const bool goes_on = read_line(expanded);
        free(expanded);
        if (!goes_on) {
            break;
        }
    }
    end_command();
    end_file();
}

static int result(void) {
    printf("%d cases, %d expectations do not hold\n", list.cases, list.failures);
    return list.failures > 0;
}

TEST(all_lists) {
    static const char *const all[] = {TEST_LISTS};
    for (size_t i = 0; i < COUNT_OF(all); ++i) {
        read_list(all[i]);
    }
    assert_int_equal(result(), 0);
}

// Those of some lists.
TEST_ARGUMENTS(count, words) {
    for (int i = 0; i < count; ++i) {
        read_list(words[i]);
    }
    return result();
}
