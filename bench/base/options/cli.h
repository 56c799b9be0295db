// Shared by the subcommands: complaints, meshes, kernels by name, progress.
#ifndef BENCH_CLI_H
#define BENCH_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"
#include "buoyancy.h"
#include "buoyancy_kernels.h"

#define CLI_PRINTF BUOY_PRINTF(1, 2)

enum cli_exit {
    CLI_GOOD = 0,
    CLI_FAILED = 1, // a check failed
    CLI_BAD = 2,    // bad usage or bad input
};

// Prints `buoybench: …` as one line on stderr, whatever the arguments contain; returns CLI_BAD.
// Every function below that returns an int has called it before returning CLI_BAD, and returns 0
// otherwise.
int cli_bad(const char *format, ...) CLI_PRINTF;

// The length in bytes of the UTF-8 character that begins a text; 0 if it is a control character,
// which would move the cursor or more, or is not UTF-8. Text of others is not printed without this:
// complaints have \x1b and the like for what is not printable, json_clean() has question marks.
size_t cli_printable_length(const char *text);

// Here, so that a caller's reader, clang's analyzer too, knows that it is not 0.
static inline int cli_out_of_memory(void) {
    cli_bad("out of memory");
    return CLI_BAD;
}

// Prints such a line about something that is no error: at once, or, from cli_notes_begin() on, by
// cli_notes_end(), because what could not be answered or written is refused in one line.
void cli_note(const char *format, ...) CLI_PRINTF;
void cli_notes_begin(void);
void cli_notes_end(bool printed);

// How the program was called, for commands that a reader can paste. cli_set_program() keeps the
// pointer; without it the name is "buoybench".
void cli_set_program(const char *name);
const char *cli_program(void);

// Writes a text as one word of a shell, quoted if it needs to be.
void cli_print_word(const char *text, FILE *to);

// The values of an option that may be repeated. Initialise with zeros.
struct cli_strings {
    const char **items;
    size_t count;
};
int cli_strings_add(struct cli_strings *strings, const char *item);
void cli_strings_free(struct cli_strings *strings);

// Kernels of one family, or of any family if that is NULL, selected by globs over their ids, where
// `*` crosses `/`: all runnable kernels that match any glob, in the registry's order; all runnable
// kernels if there is no glob. The id family/method/best also names the method's best kernel. A
// glob that matches no kernel, or no runnable one, is complained about.
struct cli_kernels {
    const struct buoy_kernel **items;
    size_t count;
};
int cli_select_kernels(const char *family, const struct cli_strings *globs,
                       struct cli_kernels *kernels);
void cli_kernels_free(struct cli_kernels *kernels);

// Writes the id family/method/best of a kernel's method; returns whether it names this kernel here.
bool cli_is_best(const struct buoy_kernel *kernel, const struct buoy_kernel_info *info,
                 char best[64]);

// The loaded data in the form that buoy_mesh_create() takes. BUOY_MESH_WELD is always added to
// `flags`, because importers unshare vertices; without repairs, it merges equal positions only.
struct mesh_data;
struct buoy_mesh_input cli_mesh_input(const struct mesh_data *data, unsigned flags);

// The number of spheres to pack meshes with: 0 if no kernel selected so far uses them.
unsigned cli_spheres(void);

// Beside enum buoy_mesh_flags: take the convex hull of the vertices instead.
#define CLI_MESH_HULL (1u << 16)

// Accepts a mesh inside out in part without a word, for a caller that judges it.
#define CLI_MESH_TO_BE_JUDGED (1u << 17)

// How meshes from the command line are made. Zeros: as they are.
struct cli_making {
    unsigned flags;        // of enum buoy_mesh_flags, as for cli_mesh_input(), and CLI_MESH_HULL
    double scale;          // of all coordinates; 0 where not given
    const double *factors; // one per axis, or NULL
};

// Writes these options as they were given, for a command that can be pasted.
void cli_print_making(const struct cli_making *making, FILE *to);

// Makes a mesh from a specification (a file or builtin:NAME[:TRIANGLES]); `making` may be NULL. If
// the mesh is closed, its hull taken, or accepted inside out, or if vertices near each other were
// merged, a line on stderr says how much that is.
int cli_open_mesh(const char *specification, const struct cli_making *making,
                  struct buoy_mesh **mesh);

// Like cli_open_mesh(), but writes what is wrong, for a caller that knows where the name stands.
#define CLI_MOST_TEXT 2048
int cli_make_mesh(const char *specification, const struct cli_making *making,
                  struct buoy_mesh **mesh, char text[CLI_MOST_TEXT]);

// Why answers about a closed mesh have no error bounds; false if they have.
bool cli_unbounded(const struct buoy_mesh_info *info, char text[CLI_MOST_TEXT]);

// Puts options in the place of the library's flags: what helps, in the words of the command line.
void cli_name_options(struct buoy_error *error);

// Makes a mesh that has been loaded, of any name; CLI_MESH_TO_BE_JUDGED may be among `flags`.
enum buoy_status cli_make_data(const char *name, const struct mesh_data *data, unsigned flags,
                               struct buoy_mesh **mesh, struct buoy_error *error);

// Copies a mesh's vertices and triangles, as positions in double. mesh_data_free() is allowed
// either way.
int cli_copy_mesh(const struct buoy_mesh *mesh, struct mesh_data *data);

// The volume that a mesh encloses by winding numbers, without its lids: what its own triangles say.
// False if there is no memory.
struct winding_volume;
bool cli_wind(const struct buoy_mesh *mesh, struct winding_volume *winding);

// Says on stderr, for a command that takes z for up, that a file has y up, as all glTF files have,
// and which option turns it.
void cli_note_up(const char *specification, const char *command, const char *option);
#define CLI_UP_OPTION "--up 0,1,0 (or 0,0,1)"

// The name of a mesh in results: the specification of a built-in, the base name of a file.
const char *cli_mesh_name(const char *specification);

// Progress on one line of stderr, overwritten by the next call and erased by cli_progress_end();
// only on a terminal, so that logs stay clean.
void cli_progress(const char *format, ...) CLI_PRINTF;
void cli_progress_end(void);

// Begins a stage of a long job: its name is one line of stderr if that is no terminal, so that logs
// show how far the job is; on a terminal cli_progress() shows more.
void cli_stage(const char *format, ...) CLI_PRINTF;

#endif
