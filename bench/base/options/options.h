// The options of a command, as a table.
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <getopt.h> // operands are argv[optind…]

#include "cli.h"

// What an option's value is, and what `value` of the option points to.
enum cli_kind {
    CLI_TEXT,      // any text: const char *
    CLI_TEXTS,     // texts, each of which adds one: struct cli_strings
    CLI_WORD,      // one of `words` that is not empty: unsigned, its number from 0
    CLI_COUNT,     // a whole number: uint64_t
    CLI_REAL,      // a number: double
    CLI_POSITIVE,  // a number above 0: double
    CLI_NUMBERS,   // `count` numbers, separated by commas: double[count]
    CLI_DIRECTION, // such numbers, three, not all of them 0
    CLI_FLAG,      // no value: bool
    CLI_BIT,       // no value; sets `flag` in an unsigned
    CLI_CALL,      // a text for `take`, as often as it is given; `value` is not used
};

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which rows are read
struct cli_option {
    const char *name; // without --; NULL ends a table
    enum cli_kind kind;
    void *value;          // keeps its default where the option is not given
    double low, high;     // of each number, inclusive
    uint64_t least, most; // of a whole number
    size_t count;         // of numbers
    const char *words;    // "text|json"
    unsigned flag;
    int (*take)(const char *text);
    bool needed;
    bool given; // set by cli_parse()
};

// Entries that many commands have.
#define CLI_NEEDED(option, text)                                                                   \
    { .name = (option), .kind = CLI_TEXT, .value = (text), .needed = true }
#define CLI_REAL_OPTION(option, real, least, most)                                                 \
    { .name = (option), .kind = CLI_REAL, .value = (real), .low = (least), .high = (most) }
#define CLI_POSITIVE_OPTION(option, real, m)                                                       \
    { .name = (option), .kind = CLI_POSITIVE, .value = (real), .low = -(m), .high = (m) }
#define CLI_COUNT_OPTION(option, number, low, high)                                                \
    { .name = (option), .kind = CLI_COUNT, .value = (number), .least = (low), .most = (high) }
#define CLI_NUMBERS_OPTION(option, numbers, n)                                                     \
    {                                                                                              \
        .name = (option), .kind = CLI_NUMBERS, .value = (numbers), .count = (n), .low = -1e12,     \
        .high = 1e12                                                                               \
    }
#define CLI_TEXTS_OPTION(option, texts)                                                            \
    { .name = (option), .kind = CLI_TEXTS, .value = (texts) }
#define CLI_TEXT_OPTION(option, text)                                                              \
    { .name = (option), .kind = CLI_TEXT, .value = (text) }
#define CLI_FLAG_OPTION(option, flag)                                                              \
    { .name = (option), .kind = CLI_FLAG, .value = (flag) }
#define CLI_FORMAT_OPTION(json)                                                                    \
    { .name = "format", .kind = CLI_WORD, .value = (json), .words = "text|json" }

#define CLI_BIT_OPTION(option, set, bits)                                                          \
    { .name = (option), .kind = CLI_BIT, .value = (set), .flag = (bits) }

// How meshes are made, for a struct cli_making *: what all commands have; what those have that need
// closed meshes; and all. Scenes have no --scale.
#define CLI_MAKING_BIT(option, making, bits)                                                       \
    { .name = (option), .kind = CLI_BIT, .value = &(making)->flags, .flag = (bits) }
#define CLI_CHANGING_OPTIONS(making)                                                               \
    CLI_MAKING_BIT("inside-out-ok", making, BUOY_MESH_ACCEPT_INSIDE_OUT),                          \
        CLI_MAKING_BIT("close", making, BUOY_MESH_CLOSE),                                          \
        CLI_MAKING_BIT("fill", making, BUOY_MESH_FILL),                                            \
        CLI_MAKING_BIT("hull", making, CLI_MESH_HULL)
#define CLI_SCALE_OPTION(making) CLI_REAL_OPTION("scale", &(making)->scale, 1e-12, 1e12)
#define CLI_CLOSED_OPTIONS(making)                                                                 \
    CLI_MAKING_BIT("repair", making, BUOY_MESH_REPAIR), CLI_CHANGING_OPTIONS(making),              \
        CLI_SCALE_OPTION(making)
#define CLI_MENDING_OPTIONS(making)                                                                \
    CLI_MAKING_BIT("open-ok", making, BUOY_MESH_ACCEPT_OPEN),                                      \
        CLI_MAKING_BIT("repair", making, BUOY_MESH_REPAIR), CLI_CHANGING_OPTIONS(making)
#define CLI_MAKING_OPTIONS(making) CLI_MENDING_OPTIONS(making), CLI_SCALE_OPTION(making)

// What help texts say about them, a paragraph.
#define CLI_MENDING_HELP                                                                           \
    "\n"                                                                                           \
    "Meshes:\n"                                                                                    \
    "  --repair         weld vertices, drop flat triangles, turn inward ones\n"                    \
    "  --inside-out-ok  accept one inside out in part, without bounds\n"                           \
    "  --close          put lids on loops of open edges; stderr says what that added\n"            \
    "  --fill           fill cavities and open tops (+z)\n"                                        \
    "  --hull           take the convex hull (needs qhull); stderr says more\n"
#define CLI_CLOSED_HELP                                                                            \
    CLI_MENDING_HELP "  --scale S        multiply all coordinates by S, such as .001 for "         \
                     "millimetres\n"

// Reads the options of a command, whose name complaints begin with. An option with a value is given
// once at most, unless it adds; operands may stand among them, and `--` ends options. Operands
// come last then; cli_parse() refuses them. Each returns 0, or CLI_BAD after complaining.
int cli_parse(const char *command, int argc, char **argv, struct cli_option *options);
int cli_parse_some(const char *command, int argc, char **argv, struct cli_option *options);

// Whether the option of that name was given.
bool cli_given(const struct cli_option *options, const char *name);

// Strict numbers: the whole text must be the number, a count has digits only, and the value must
// lie in [low, high].
int cli_parse_count(const char *option, const char *text, uint64_t low, uint64_t high,
                    uint64_t *value);
int cli_parse_real(const char *option, const char *text, double low, double high, double *value);
// Exactly `count` of them, separated by commas.
int cli_parse_numbers(const char *option, const char *text, double low, double high, size_t count,
                      double *numbers);

#endif
