// The hulls that a command is asked about: one, or many in one process.
#ifndef BENCH_HULL_LIST_H
#define BENCH_HULL_LIST_H

#include "json_input.h"
#include "options.h"

struct hulls {
    struct cli_strings names; // given one by one, then those of the list
    const char *list;         // a file of names, or NULL
    bool keep_going;          // past hulls that are refused
    struct json_input text;   // of the list
};
#define HULLS_OPTIONS(h)                                                                           \
    CLI_TEXT_OPTION("meshes", &(h)->list), CLI_FLAG_OPTION("keep-going", &(h)->keep_going)
#define HULLS_HELP                                                                                 \
    "  --meshes LIST    a text file of meshes, a name in each line; - for standard input. With\n"  \
    "                   it, or with several meshes, rows begin with a column mesh. All meshes\n"   \
    "                   are answered before the first row, and one refusal prints nothing\n"       \
    "  --keep-going     leave out refused meshes, each with a line on stderr; exit code 1\n"

// Reads the list, and checks that there is a hull. Returns 0, or CLI_BAD after complaining.
int hulls_read(struct hulls *hulls, const char *command);
void hulls_free(struct hulls *hulls);

// Whether answers name their hulls.
bool hulls_are_several(const struct hulls *hulls);

// Complains, and returns CLI_BAD, if an option that is for one hull is given with several; `value`
// is NULL where it is not given.
int hulls_refuse_several(const struct hulls *hulls, const char *option, const void *value);

#endif
