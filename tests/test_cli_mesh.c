// `buoybench mesh`: verdicts and exit codes; repaired files that appear whole or not at all;
// refusals that name what cures them.
#include <dirent.h>
#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "cli.h"
#include "meshes/meshes.h"
#include "shared.h"
#include "test.h"

TEST_NEEDS(importer_is_built)

// A unit cube of triangles, and what can be wrong with one.
#define CORNERS "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
#define BOTTOM "f 1 3 2\nf 1 4 3\n"
#define SIDES "f 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n"
#define LID "f 5 6 7\nf 5 7 8\n"
#define LID_TURNED "f 5 7 6\nf 5 8 7\n"
#define CORNERS_FLAT "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n" BOTTOM

static const char sound[] = CORNERS BOTTOM SIDES LID;
static const char open_above[] = CORNERS BOTTOM SIDES;
static const char turned[] = CORNERS BOTTOM SIDES LID_TURNED;

static struct outcome examine(const char *mesh, const char *repaired) {
    return child_run(CHILD("mesh", mesh, repaired ? "--repair" : NULL, repaired));
}

static void expect_report(const struct outcome *outcome, int exit_code, const char *headline) {
    FAIL_IF(outcome->exit_code != exit_code || outcome->error[0] != '\0' ||
                strncmp(outcome->output, headline, strlen(headline)) != 0,
            "wanted exit code %d and \"%s\"; got %d, \"%s\" and on stderr \"%s\"", exit_code,
            headline, outcome->exit_code, outcome->output, outcome->error);
}

// -------------------------------------------------------------------------------- verdict

// The verdict of `mesh` on a mesh.
static double held_bytes(const char *mesh, int code) {
    struct outcome outcome = child_run(CHILD("mesh", "--format", "json", mesh));
    assert_int_equal(outcome.exit_code, code);
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    double bytes, milliseconds;
    assert_int_equal(json_unpack(report, "{s:F, s:F}", "bytes", &bytes, "making_ms", &milliseconds),
                     0);
    assert_true(milliseconds >= 0.0);
    json_decref(report);
    return bytes;
}

// In proportion to the triangles, and bounded: kernels/README.md.
TEST(memory) {
    const double small = held_bytes("builtin:sphere:5120", 0);
    const double large = held_bytes("builtin:sphere:81920", 0);
    assert_true(small > 36.0 * 5120 && large < 40.0 * 81920);
    assert_true(fabs(large / small - 16.0) < 0.5);
    assert_true(held_bytes(scratch_write_text("open.obj", open_above), 1) == 0.0);
}

// JSON has the command that the text has; NULL: none.
static void expect_command(const char *mesh, const char *command) {
    struct outcome outcome = child_run(CHILD("mesh", "--format", "json", mesh));
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    json_t *advice = json_object_get(report, "advice");
    assert_non_null(advice);
    assert_true(command || json_is_null(advice) ||
                json_is_null(json_object_get(advice, "command")));
    if (command) {
        assert_string_equal(json_string_value(json_object_get(advice, "command")), command);
    }
    json_decref(report);
}

// The one piece of advice stands first, and is a command: pasted, it writes a usable mesh.
TEST(pasted) {
    static const struct {
        const char *file, *text, *written;
    } cases[] = {{"my hull.obj", open_above, "my hull_close.obj"},
                 {"turned.obj", turned, "turned_repair.obj"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct outcome outcome = examine(scratch_write_text(cases[i].file, cases[i].text), NULL);
        char pasted[4000], folder[1000];
        const char *advice = strchr(outcome.output, '\n');
        assert_int_equal(strncmp(advice, "\n  advice        ", 17), 0);
        assert_null(strstr(advice + 17, "advice"));
        snprintf(folder, sizeof folder, "%s", scratch_folder());
        snprintf(pasted, sizeof pasted, "cd '%s' && exec %.*s", folder,
                 (int)strcspn(advice + 17, "\n"), advice + 17);
        expect_command(scratch_path(cases[i].file), strstr(pasted, "exec ") + 5);
        outcome = child_run_program("sh", CHILD("-c", pasted));
        assert_int_equal(outcome.exit_code, 0);
        outcome = examine(scratch_path(cases[i].written), NULL);
        assert_int_equal(outcome.exit_code, 0);
    }
    expect_command("builtin:box", NULL);
    expect_command(scratch_write_text("flat.obj", CORNERS_FLAT), NULL);
}

// Whether the program has qhull.
static bool takes_hulls(void) {
    struct outcome outcome = child_run(CHILD("mesh", "builtin:box", "--hull"));
    const bool takes = outcome.exit_code == 0;
    assert_true(takes || strstr(outcome.error, "--hull: this program was built without qhull"));
    return takes;
}

// What is said of a mesh: three volumes, and which way is the better one.
struct said {
    double closed, hull, winding, error, doubtful;
    char option[16];
};

static struct said advise(const char *mesh) {
    struct outcome outcome = child_run(CHILD("mesh", "--format", "json", mesh));
    assert_int_equal(outcome.exit_code, 1);
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    const json_t *advice = json_object_get(report, "advice");
    struct said said = {
        .closed = json_number_value(json_object_get(advice, "closed_volume")),
        .hull = json_number_value(json_object_get(advice, "hull_volume")),
        .winding = json_number_value(json_object_get(advice, "winding_volume")),
        .error = json_number_value(json_object_get(advice, "winding_error")),
        .doubtful = json_number_value(json_object_get(advice, "doubtful_volume")),
    };
    assert_non_null(advice);
    snprintf(said.option, sizeof said.option, "%s",
             json_string_value(json_object_get(advice, "option")));
    assert_true(strlen(json_string_value(json_object_get(advice, "why"))) > 20);
    json_decref(report);
    return said;
}

// A cube without its lid wants a lid; triangles that enclose nothing want their hull; nothing helps
// a flat sheet.
TEST(advice) {
    const bool hulls = takes_hulls();
    struct said said = advise(scratch_write_text("open.obj", open_above));
    assert_string_equal(said.option, "--close");
    assert_true(said.closed == 1.0 && fabs(said.winding - 1.0) < 5.0 * said.error + 0.2);
    assert_true(!hulls || fabs(said.hull - 1.0) < 1e-6);
    said = advise(scratch_write_text("strewn.obj", CORNERS "f 1 2 3\nf 5 7 8\n"));
    assert_string_equal(said.option, hulls ? "--hull" : "none");
    assert_true(said.winding < 0.5 && (!hulls || fabs(said.hull - 5.0 / 6.0) < 0.4));
    said = advise(scratch_write_text("flat.obj", CORNERS_FLAT));
    assert_string_equal(said.option, "none");
}

// With --close and --hull the mesh is usable, also as it is written.
TEST(changed) {
    const char *open = scratch_write_text("open.obj", open_above);
    const char *written = scratch_path("written.obj");
    const char *const options[] = {"--close", "--hull"};
    for (int i = 0; i < (takes_hulls() ? 2 : 1); ++i) {
        struct outcome outcome = child_run(CHILD("mesh", open, options[i], "--repair", written));
        assert_int_equal(outcome.exit_code, 0);
        assert_non_null(strstr(outcome.error, i == 0 ? "closed 1 loop of 4 open edges"
                                                     : "convex hull: volume 1, by winding"));
        assert_non_null(strstr(outcome.error, "by winding numbers"));
        outcome = examine(written, NULL);
        expect_report(&outcome, 0, "written.obj: closed, outward: ready\n");
        assert_non_null(strstr(outcome.output, "\n  volume        1\n"));
    }
    const char *flat = scratch_write_text("flat.obj", CORNERS_FLAT);
    for (int i = 0; i < (takes_hulls() ? 2 : 1); ++i) { // read, but refused
        struct outcome outcome = child_run(CHILD("mesh", flat, options[i], "--repair", written));
        expect_report(&outcome, 1, "flat.obj: flat\n  problem  ");
        assert_string_equal(outcome.error, "");
        expect_refusal(CHILD("mesh", scratch_path("none.obj"), options[i]), "none.obj");
    }
}

// Why a mesh that is ready has no bounds: by what of a volume of 10 is inside out, and the doubt.
TEST(unbounded) {
    static const struct {
        double inverted, doubt;
        const char *why; // NULL: it has bounds
    } cases[] = {
        {0.0, 0.0, NULL},
        {0.005, 0.0049, NULL},
        {0.005, 0.0051, "up to 0.0101 between them may be inside out, 0.101 %"},
        {0.02, 0.0101, "up to 0.0301 between them"},
        {0.02, 0.0099, "inside out in part: a volume of 0.02 counts negatively, 0.2 %"},
        {0.0, (double)INFINITY, "crosses itself so often"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct buoy_mesh_info info = {.closed = true,
                                            .volume = 10.0,
                                            .inverted_volume = cases[i].inverted,
                                            .inverted_doubt = cases[i].doubt};
        char text[CLI_MOST_TEXT] = "";
        assert_true(cli_unbounded(&info, text) == (cases[i].why != NULL));
        FAIL_IF(cases[i].why && !strstr(text, cases[i].why), "case %zu: %s", i, text);
    }
}

// --------------------------------------------------------------------------------- repair

static void expect_repair_keeps_numbers(const char *specification) {
    struct mesh_data data;
    struct buoy_error error;
    assert_int_equal(mesh_data_load(specification, &data, &error), BUOY_OK);
    const char *path = scratch_path("kept.obj");
    struct outcome outcome = examine(specification, path);
    expect_report(&outcome, 0, data.name);

    char *text = read_file(path);
    const char *line = strstr(text, "\nv ");
    for (size_t i = 0; i < data.vertex_count; ++i) {
        assert_non_null(line);
        char *end = (char *)line + strlen("\nv");
        for (size_t axis = 0; axis < 3; ++axis) {
            const double read = strtod(end, &end);
            assert_memory_equal(&read, &data.positions[3 * i + axis], sizeof read);
        }
        line = strstr(end, "\nv ");
    }
    assert_null(line);
    mesh_data_free(&data);
}

// A corner of a box far from its origin, in decimals that are no floats.
static const char far_corner[] = "v 500000.1 4000000.1 -17.3\nv 500000.7 4000000.1 -17.3\n"
                                 "v 500000.1 4000000.4 -17.3\nv 500000.1 4000000.1 -17.05\n"
                                 "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

// Coordinates survive being written, to the bit.
TEST(repair_keeps_floats) {
    expect_repair_keeps_numbers("builtin:star:960");
}

// So do doubles. The mesh is rounded relative to its centre, so that its volume keeps its digits.
TEST(far_from_the_origin) {
    expect_repair_keeps_numbers(scratch_write_text("far.obj", far_corner));
    const char *path = scratch_write_text("far.obj", far_corner);
    struct outcome outcome = examine(path, NULL);
    expect_report(&outcome, 0, "far.obj: closed, outward: ready");
    const char *volume = strstr(outcome.output, "volume");
    assert_non_null(volume);
    assert_true(fabs(strtod(volume + strlen("volume"), NULL) - 0.6 * 0.3 * 0.25 / 6.0) < 1e-9);
}

static size_t count_files(const char *folder) {
    DIR *listing = opendir(folder);
    assert_non_null(listing);
    size_t count = 0;
    while (readdir(listing)) {
        ++count;
    }
    closedir(listing);
    return count;
}

// However writing fails, the old file stays and nothing is left beside it.
TEST(repair_is_all_or_nothing) {
    const char *source = scratch_write_text("sound.obj", sound);
    const char *kept = scratch_write_text("kept.obj", "as it was\n");
    const char *folder = scratch_path("folder.obj");
    mkdir(folder, 0777);
    scratch_write_text("folder.obj/inhabitant", "");
    const size_t files = count_files(scratch_folder());

    // The disk fills up while the file is written.
    expect_refusal(
        &(struct child){.arguments = {"mesh", source, "--repair", kept}, .largest_file = 100},
        "kept.obj: File too large");
    char *text = read_file(kept);
    assert_string_equal(text, "as it was\n");

    // The name is taken by a folder that is not empty.
    expect_refusal(CHILD("mesh", source, "--repair", folder), "folder.obj: Is a directory");
    // There is no such folder.
    expect_refusal(CHILD("mesh", source, "--repair", scratch_path("none/out.obj")),
                   "none/out.obj: No such file");
    assert_int_equal(count_files(scratch_folder()), files);
}

// The longest axis is named once; of sides of one length the first.
TEST(longest) {
    static const struct {
        const char *corners, *said;
    } cases[] = {
        {"v 0 0 0\nv 1 0 0\nv 0 3 0\nv 0 0 2\n", "\n  longest       along y\n"},
        {"v 0 0 0\nv 1 0 0\nv 0 3 0\nv 0 0 4\n", "\n  longest       along z\n"},
        {"v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\n", "\n  longest       along x\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[200];
        snprintf(text, sizeof text, "%sf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", cases[i].corners);
        const char *path = scratch_write_text("long.obj", text);
        struct outcome outcome = child_succeed(CHILD("mesh", path));
        assert_non_null(strstr(outcome.output, cases[i].said));
    }
}

// --------------------------------------------------------------------------------------- cli cures

// Refusals of meshes by the program end in the option that helps: followed to the letter, again and
// again, they end in answers or in why there can be none. The first line of `mesh` does, too.

// Whether there is an answer in the end.
static bool follow(const char *path) {
    struct child child = {.arguments = {"curves", "--count=2", "--mesh", path}};
    for (size_t turn = 0; turn < 4; ++turn) {
        struct outcome outcome = child_run(&child);
        static char options[4][40];
        if (outcome.exit_code == 0) {
            return true;
        }
        assert_int_equal(outcome.exit_code, 2);
        assert_string_equal(outcome.output, "");
        assert_null(strstr(outcome.error, "BUOY_"));
        // The option that a refusal names behind its last colon; "" if none.
        const char *found = NULL;
        for (const char *at = outcome.error; (at = strstr(at, ": --")); ++at) {
            found = at + 2;
        }
        snprintf(options[turn], 40, "%.*s", found ? (int)strcspn(found, " \n") : 0,
                 found ? found : "");
        for (size_t i = 0; i < turn; ++i) {
            FAIL_IF(strcmp(options[i], options[turn]) == 0, "%s: %s helps no further: %s", path,
                    options[i], outcome.error);
        }
        if (options[turn][0] == '\0') {
            return false;
        }
        child.arguments[4 + turn] = options[turn];
    }
    fail_msg("%s: no end of options", path);
    return false;
}

// What the first line of `mesh` says to add makes a mesh of it. Whether it said anything.
static bool follow_headline(const char *path) {
    struct outcome outcome = child_run(CHILD("mesh", path));
    const bool hopeless = strstr(outcome.output, "neither lids nor a hull enclose anything");
    char *end = strchr(outcome.output, '\n');
    assert_non_null(end);
    *end = '\0';
    const char *add = strstr(outcome.output, ": add ");
    assert_true(add || outcome.exit_code == 0 || hopeless);
    if (add) {
        outcome = child_run(CHILD("curves", "--count=2", "--mesh", path, add + 6));
        assert_int_equal(outcome.exit_code, 0);
    }
    return add != NULL;
}

TEST(followed) {
    static const struct {
        const char *text;
        bool made;
    } files[] = {
        // A tetrahedron that is open, inward, has a face twice, one whose corner is apart.
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n", true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 2 3 4\n", true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 8e-8 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\n",
         true},
        // A prism over a bow tie; a sheet; a triangle alone.
        {"v -1 -1 0\nv 1 -1 0\nv .5 1 0\nv -.5 1 0\nv -1 -1 1\nv 1 -1 1\nv .5 1 1\nv -.5 1 1\n"
         "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 2 4 8 6\nf 4 3 7 8\nf 3 1 5 7\n",
         true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n", false},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", false},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        const char *path = scratch_write_text("mesh.obj", files[i].text);
        FAIL_IF(follow(path) != files[i].made, "mesh %zu", i);
        assert_int_equal(follow_headline(path), files[i].made);
    }
}

// All of ../shared: meshes, adversaries and reports.
TEST(shared) {
    static const char *const folders[] = {"", "/../adversaries", "/../reports"};
    SKIP_IF(!shared_folder(), "no shared meshes");
    size_t files = 0;
    for (size_t i = 0; i < 3; ++i) {
        char folder[4200];
        snprintf(folder, sizeof folder, "%s%s", shared_folder(), folders[i]);
        struct dirent **entries;
        const int count = scandir(folder, &entries, NULL, alphasort);
        for (int k = 0; k < count; ++k) {
            static const char *const endings[] = {".obj", ".stl", ".glb", ".gltf"};
            const char *dot = strrchr(entries[k]->d_name, '.');
            for (size_t e = 0; dot && e < 4; ++e) {
                if (strcmp(dot, endings[e]) == 0) {
                    char path[4600];
                    snprintf(path, sizeof path, "%s/%s", folder, entries[k]->d_name);
                    follow(path);
                    follow_headline(path);
                    ++files;
                }
            }
            free(entries[k]);
        }
        if (count >= 0) {
            free(entries);
        }
    }
    assert_true(files > 10);
}
