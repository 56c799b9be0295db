// Memory that runs out, at each allocation of the program's subcommands in turn: exit code 2, one
// line on stderr that says so, nothing on stdout, nothing left allocated, no file half-written.
#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#include "allocations.h"
#include "child.h"
#include "cli.h"
#include "commands.h"
#include "json_memory.h"
#include "made_results.h"
#include "seal.h"
#include "test.h"

// A subcommand run here, not in a child, with its output in files.
struct attempt {
    const struct command *command;
    const char *arguments[12]; // its name first
    const char *written;       // a file it writes, or NULL
    int status;
};

// A path to a file in the scratch folder that stays valid.
static const char *path_of(char path[512], const char *name) {
    snprintf(path, 512, "%s", scratch_path(name));
    return path;
}

// Stand-ins for standard output and error: files without names, written over and over.
static const int stream[2] = {STDOUT_FILENO, STDERR_FILENO};
static FILE *captured[2];

static int open_captured(void **state) {
    (void)state;
    captured[0] = tmpfile();
    captured[1] = tmpfile();
    return captured[0] && captured[1] ? 0 : -1;
}

static int close_captured(void **state) {
    (void)state;
    return fclose(captured[0]) | fclose(captured[1]);
}

// The whole text of one of them, cut to fit.
static const char *text_of(int i, char *text, size_t size) {
    const ssize_t length = pread(fileno(captured[i]), text, size - 1, 0);
    assert_true(length >= 0);
    text[length] = '\0';
    return text;
}

static void run(void *context) {
    struct attempt *attempt = context;
    static char texts[12][512];
    char *arguments[12];
    int count = 0, kept[2];
    for (; attempt->arguments[count]; ++count) {
        snprintf(texts[count], sizeof texts[count], "%s", attempt->arguments[count]);
        arguments[count] = texts[count];
    }
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; ++i) {
        const int file = fileno(captured[i]);
        kept[i] = dup(stream[i]);
        if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0 || kept[i] < 0 ||
            dup2(file, stream[i]) < 0) {
            abort();
        }
    }
    optind = 1;
    json_memory_watch();
    cli_notes_begin();
    attempt->status = attempt->command->run(count, arguments);
    cli_notes_end(false);
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; ++i) {
        if (dup2(kept[i], stream[i]) < 0 || close(kept[i]) != 0) {
            abort();
        }
    }
}

static void judge(void *context, bool failed) {
    const struct attempt *attempt = context;
    const char *name = attempt->arguments[0];
    char texts[2][1000];
    const char *output = text_of(0, texts[0], sizeof texts[0]);
    const char *error = text_of(1, texts[1], sizeof texts[1]);
    const char *end = strchr(error, '\n');
    const bool refused = attempt->status == CLI_BAD && output[0] == '\0' &&
                         strncmp(error, "buoybench: ", 11) == 0 && end && end[1] == '\0' &&
                         strstr(error, "out of memory");
    const bool good = attempt->status == CLI_GOOD && output[0] != '\0' && error[0] == '\0';
    // `verify` keeps bounds that it can also find anew each time: it goes on without. So does
    // `equilibrium` without its note, of which no more than that is said.
    const bool goes_on =
        good && (attempt->command == &command_verify || attempt->command == &command_equilibrium);
    FAIL_IF(failed ? !refused && !goes_on : !good,
            "%s %s %s: exit code %d, on stdout \"%.200s\", on stderr \"%s\"", name,
            attempt->arguments[1] ? attempt->arguments[1] : "",
            failed ? "without memory" : "with memory", attempt->status, output, error);
    if (attempt->written) {
        char *text = read_file(scratch_path(attempt->written));
        // A file may be whole although there was no memory left to report that.
        const bool is_page = attempt->command == &command_report;
        const char *first = is_page ? "<!DOCTYPE html>" : "# repaired";
        const char *last = is_page ? "</html>\n" : "f 5 8 7\n";
        FAIL_IF(text && (strncmp(text, first, strlen(first)) != 0 || !strstr(text, last)),
                "%s: %s holds \"%s\"", name, attempt->written, text);
        assert_true(failed || text);
        remove(scratch_path(attempt->written));
    }
}

static void try_each(struct attempt attempt) {
    char name[200];
    snprintf(name, sizeof name, "%s %.150s", attempt.arguments[0],
             attempt.arguments[1] ? attempt.arguments[1] : "");
    allocations_try_each(&(struct allocations_attempt){name, run, judge, &attempt});
}

TEST(list) {
    try_each((struct attempt){&command_list, {"list", "--format", "json"}, NULL, 0});
    try_each((struct attempt){&command_list, {"list"}, NULL, 0});
}

TEST(mesh) {
    try_each((struct attempt){&command_mesh, {"mesh", "builtin:box"}, NULL, 0});
    try_each((struct attempt){&command_mesh, {"mesh", "builtin:box", "--format", "json"}, NULL, 0});
    try_each((struct attempt){&command_mesh, {"mesh", "builtin:box", "builtin:box"}, NULL, 0});
    try_each((struct attempt){
        &command_mesh, {"mesh", "builtin:box", "builtin:box", "--format", "json"}, NULL, 0});
    char path[512];
    const char *mended = path_of(path, "mended.obj");
    try_each((struct attempt){
        &command_mesh, {"mesh", "builtin:box", "--repair", mended}, "mended.obj", 0});
    try_each((struct attempt){&command_mesh,
                              {"mesh", "builtin:box", "--format", "json", "--repair", mended},
                              "mended.obj",
                              0});
}

TEST(floating) {
    try_each((struct attempt){&command_curves, {"curves", "--mesh", "builtin:box"}, NULL, 0});
    try_each((struct attempt){
        &command_gz, {"gz", "--mesh", "builtin:box", "--density=500", "--com=0,0,0"}, NULL, 0});
    try_each((struct attempt){
        &command_equilibrium, {"equilibrium", "--mesh", "builtin:box", "--density=500"}, NULL, 0});
    try_each((struct attempt){
        &command_float,
        {"float", "--shape=cone,1,1", "--by=pressure", "--seconds=.01", "--format=json"},
        NULL,
        0});
    try_each((struct attempt){
        &command_float, {"float", "--scene=tutorial-sail", "--seconds=.01"}, NULL, 0});
}

TEST(verify) {
    static const char *const kernels[] = {"volume/blocks/scalar",   "hydrostatics/blocks/scalar",
                                          "box/corners/scalar",     "polygon/clip/scalar",
                                          "pressure/kerner/scalar", "forces/catto/scalar"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) {
        try_each((struct attempt){&command_verify,
                                  {"verify", "--mesh", "builtin:box", "--poses", "2", "--kernel",
                                   kernels[i], "--format", "json"},
                                  NULL,
                                  0});
        try_each((struct attempt){&command_verify,
                                  {"verify", "--mesh", "builtin:box", "--poses", "2", "--kernel",
                                   kernels[i], "--query", "1"},
                                  NULL,
                                  0});
    }
}

TEST(profile) {
    static const char *const kernels[] = {"volume/blocks/scalar", "box/corners/scalar"};
    for (size_t i = 0; i < 2; ++i) {
        struct attempt attempt = {
            &command_profile,
            {"profile", "--kernel", kernels[i], "--seconds", "0.001", "--format", "json"},
            NULL,
            0};
        if (i == 0) {
            attempt.arguments[7] = "--mesh";
            attempt.arguments[8] = "builtin:box";
        }
        try_each(attempt);
    }
}

// Inputs of the families, and what asks for them.
static const struct {
    const char *family, *option, *file, *text;
    bool has_mesh;
} evaluations[] = {
    {"volume", "--planes", "planes.csv", "nx,ny,nz,d\n0,0,1,0\n1,2,3,0.1\n", true},
    {"hydrostatics", "--planes", "planes.csv", "nx,ny,nz,d\n0,0,1,0\n1,2,3,0.1\n", true},
    {"draft", "--input", "drafts.csv", "nx,ny,nz,volume\n0,0,1,0.5\n", true},
    {"box", "--input", "boxes.csv", "hx,hy,hz,nx,ny,nz,d\n1,2,3,0,0,1,0\n", false},
    {"shapes", "--input", "shapes.csv", "shape,a,b,c,nx,ny,nz,d\nsphere,1,0,0,0,0,1,0\n", false},
    {"polygon", "--input", "polygons.csv", "0,1,0,-1,-1,1,-1,1,1,-1,1\n", false},
    {"pressure", "--water", "plane.json",
     "{\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0}", true},
    {"pressure", "--water", "grid.json",
     "{\"type\": \"grid\", \"origin\": [-2, -2], \"spacing\": [2, 2], \"columns\": 3, \"rows\": 2,"
     " \"heights\": [0, 0, 0, 0.1, 0, 0]}",
     true},
    {"pressure", "--water", "waves.json",
     "{\"type\": \"waves\", \"time\": 1, \"components\": [{\"amplitude\": 1, \"wavelength\": 9,"
     " \"direction_degrees\": 30, \"phase\": 0}]}",
     true},
    {"body", "--scene", "scene.json",
     "{\"water\": {\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0},"
     " \"models\": {\"crate\": {\"parts\": [{\"shape\": \"box\", \"size\": [1, 1, 1]},"
     " {\"mesh\": \"builtin:box\", \"position\": [0, 0, 1]}]}},"
     " \"bodies\": [{}, {\"model\": \"crate\", \"rotation\": [0, 1, 0, 0]}]}",
     false},
    {"stiffness", "--planes", "planes.csv", "nx,ny,nz,d\n0,0,1,0\n1,2,3,0.1\n", true},
    {"waterline", "--water", "plane.json",
     "{\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0}", true},
    {"forces2d", "--input", "polygons.csv", "0,1,0,-1,-1,1,-1,1,1,-1,1\n", false},
    {"pose", "--input", "poses.csv", "x,y,z,qx,qy,qz,qw,nx,ny,nz,d\n0,0,0,0,0,0,1,0,0,1,0\n",
     false},
};

TEST(eval) {
    for (size_t i = 0; i < sizeof evaluations / sizeof *evaluations; ++i) {
        scratch_write_text(evaluations[i].file, evaluations[i].text);
        char path[512];
        const char *file = path_of(path, evaluations[i].file);
        struct attempt attempt = {
            &command_eval,
            {"eval", evaluations[i].family, evaluations[i].option, file},
            NULL,
            0,
        };
        if (evaluations[i].has_mesh) {
            attempt.arguments[4] = "--mesh";
            attempt.arguments[5] = "builtin:box";
        }
        try_each(attempt);
    }
}

// A record, sealed.
static const char *make_record(char path[512]) {
    struct made_results made;
    made_begin(&made, "\"commit\": \"a\", \"build_type\": \"Release\", \"whole\": true, "
                      "\"interrupted\": false, \"noise\": {\"trusted\": true}");
    made_add_calm(&made, "volume/a/scalar/box", 10.0, "");
    snprintf(path, 512, "%s", made_end(&made, "runs/record.json"));
    json_t *report = json_load_file(path, 0, NULL);
    seal_put(report);
    assert_int_equal(json_dump_file(report, path, 0), 0);
    json_decref(report);
    return path;
}

// Two small files of results, with a figure to draw; a record; a folder of runs.
TEST(results) {
    char paths[2][512];
    for (size_t i = 0; i < 2; ++i) {
        struct made_results made;
        made_begin(&made, "");
        made_add_calm(&made, "volume/a/scalar/box", 10.0, ", \"triangles\": 12");
        made_add_calm(&made, "volume/a/scalar/ball", 90.0, ", \"triangles\": 320");
        snprintf(paths[i], sizeof paths[i], "%s", made_end(&made, i == 0 ? "a.json" : "b.json"));
    }
    char path[512];
    const char *folder = path_of(path, ".");
    try_each((struct attempt){&command_compare, {"compare", paths[0], paths[1]}, NULL, 0});
    try_each((struct attempt){
        &command_compare, {"compare", paths[0], paths[1], "--format", "json"}, NULL, 0});
    try_each((struct attempt){
        &command_report, {"report", paths[0], paths[1], "--out", folder}, "index.html", 0});
    try_each((struct attempt){&command_report, {"report", paths[0], "--export", "csv"}, NULL, 0});
    assert_int_equal(mkdir(scratch_path("runs"), 0777), 0);
    try_each((struct attempt){&command_submit, {"submit", "--check", make_record(path)}, NULL, 0});
    char runs[512];
    try_each((struct attempt){&command_compare, {"compare", path_of(runs, "runs"), path}, NULL, 0});
}

TEST_FIXTURE(open_captured, close_captured)
