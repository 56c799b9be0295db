// `buoybench verify` names worst queries as commands: put into a shell, they give the answer that
// has the error.
#include <jansson.h>

#include "child.h"
#include "cli.h"
#include "test.h"
#include "trial.h"

#define POSES 30
#define VOXELS 16
#define MESH "builtin:star:320"

static const struct family *family_named(const char *kernel) {
    const size_t length = strcspn(kernel, "/");
    size_t i = 0;
    while (strncmp(family_at(i)->name, kernel, length) != 0 || family_at(i)->name[length] != '\0') {
        ++i;
    }
    return family_at(i);
}

// The error of one of the answers, by the name of its kind in the JSON.
static double error_of(const struct trial *trial, size_t query, const char *kind,
                       const void *answer) {
    const struct family *family = trial->queries.family;
    const char *truth = (const char *)trial->truth + query * family->answer_bytes;
    const struct family_errors errors = family->errors(&trial->queries, query, truth, answer);
    return strcmp(kind, "volume_of_total") == 0 ? errors.of_total
           : strcmp(kind, "surface") == 0       ? errors.surface
                                                : errors.centroid;
}

// The numbers of the last line of CSV, up to `count`; what is missing stays 0.
static void read_row(const char *csv, double *numbers, size_t count) {
    const char *row = strchr(csv, '\n');
    assert_non_null(row);
    for (size_t i = 0; i < count && row; ++i) {
        numbers[i] = strtod(row + 1, NULL);
        row = strpbrk(row + 1, ",");
    }
}

static struct outcome paste(const char *command) {
    struct outcome outcome = child_run_program("sh", &(struct child){.arguments = {"-c", command}});
    if (outcome.exit_code != 0 || outcome.error[0] != '\0') {
        fail_msg("%s\nended with %d: %s", command, outcome.exit_code, outcome.error);
    }
    return outcome;
}

// The command of a kernel's row gives an answer with the row's error: `eval` to the last bit,
// `verify --query` in nine digits. Returns whether it is of `eval`.
static bool check_worst(const struct trial *trial, const json_t *row) {
    const json_t *worst = json_object_get(row, "worst_query");
    const char *command = json_string_value(json_object_get(worst, "command"));
    const char *kind = json_string_value(json_object_get(worst, "of"));
    const double error = json_real_value(json_object_get(worst, "error"));
    const size_t query = (size_t)json_integer_value(json_object_get(worst, "query"));
    const bool by_eval = strstr(command, " eval ");
    struct outcome outcome = paste(command);
    if (by_eval) {
        double answer[16] = {0.0};
        read_row(outcome.output, answer, trial->queries.family->answer_bytes / sizeof(double));
        if (error_of(trial, query, kind, answer) != error) {
            fail_msg("%s\nhas not the error %.17g but %.17g", command, error,
                     error_of(trial, query, kind, answer));
        }
    } else {
        char text[40];
        snprintf(text, sizeof text, " %.9g, ", error);
        assert_non_null(strstr(outcome.output, text));
    }
    return by_eval;
}

// Checks the rows of one family; returns how many have a command of `eval`, and of `verify`.
static void check_family(const json_t *report, const char *family_name, size_t counts[2]) {
    const struct verify_settings settings = {.poses = POSES, .seed = 3, .voxels = VOXELS};
    const struct family *family = family_named(family_name);
    struct buoy_mesh *mesh;
    struct trial trial;
    assert_int_equal(cli_open_mesh(MESH, 0, &mesh), 0);
    assert_int_equal(trial_make(&settings, family, family->place ? NULL : mesh, &trial), 0);
    assert_int_equal(family->find_truth(&trial.queries, trial.truth), 0);
    counts[0] = counts[1] = 0;
    size_t i, k;
    json_t *subject, *row;
    json_array_foreach(json_object_get(report, "meshes"), i, subject) {
        json_array_foreach(json_object_get(subject, "kernels"), k, row) {
            const char *id = json_string_value(json_object_get(row, "kernel"));
            if (family_named(id) == family && json_is_object(json_object_get(row, "worst_query"))) {
                ++counts[check_worst(&trial, row) ? 0 : 1];
            }
        }
    }
    trial_free(&trial);
    buoy_mesh_destroy(mesh);
}

TEST(worst_queries) {
    static const char *const families[] = {"volume",   "hydrostatics", "box",    "polygon",
                                           "pressure", "water",        "forces", "step"};
    struct outcome outcome = child_succeed(&(struct child){
        .arguments = {"verify", "--mesh", MESH, "--poses", "30", "--seed", "3", "--voxels", "16",
                      "--kernel", "*/scalar", "--kernel", "*/auto/*", "--format", "json"}});
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
        size_t counts[2];
        check_family(report, families[i], counts);
        const bool is_known = family_named(families[i])->eval_input != NULL;
        assert_true(counts[0] + counts[1] >= 2);
        assert_true(!is_known == (counts[0] == 0));
    }
    json_decref(report);
}

// A mesh whose name a shell would not leave alone.
TEST(quoting) {
    if (!importer_is_built()) {
        skip();
    }
    const char *mesh =
        scratch_write_text("it's a $(hull) \\ *.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                                      "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    struct outcome outcome = child_succeed(&(struct child){
        .arguments = {"verify", "--mesh", mesh, "--kernel", "volume/blocks/scalar"}});
    char *command = strstr(outcome.output, "printf ");
    assert_non_null(command);
    char *end = strstr(command, "\n\n"); // behind its lines
    assert_non_null(end);
    *end = '\0';
    struct outcome answer = paste(command);
    assert_int_equal(strncmp(answer.output, "volume,cx,cy,cz\n", 16), 0);
}

// The summary fits a terminal of 80 columns, commands left aside, and has a row per family and
// mesh.
TEST(summary) {
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"verify", "--mesh", "builtin:box", "--mesh", MESH,
                                                "--poses", "9", "--voxels", "4"}});
    expect_success(&outcome);
    const char *end = strstr(outcome.output, "\n\n");
    assert_non_null(end);
    size_t rows = 0;
    for (const char *line = outcome.output; line <= end; line = strchr(line, '\n') + 1) {
        assert_true(strcspn(line, "\n") <= 80);
        rows += strncmp(line, "ok ", 3) == 0;
    }
    size_t expected = 0;
    for (size_t i = 0; family_at(i); ++i) {
        expected += family_at(i)->place ? 1 : 2;
    }
    assert_int_equal(rows, expected);
}

// No kernel in double is judged by itself: each has errors, next to none, of every kind.
TEST(references) {
    static const char *const globs[] = {"hydrostatics/clip64/scalar", "pressure/kerner64/scalar",
                                        "shapes/reference/scalar"};
    for (size_t i = 0; i < 3; ++i) {
        struct outcome outcome = child_succeed(
            &(struct child){.arguments = {"verify", "--mesh", "builtin:barrel:96", "--poses", "30",
                                          "--kernel", globs[i], "--verbose"}});
        size_t rows = 0;
        for (const char *row = outcome.output; (row = strstr(row + 1, globs[i]));) {
            double median, percentile, most; // of volumes; in the tables by immersion come others
            if (row[strlen(globs[i])] == ' ' &&
                sscanf(row + strlen(globs[i]), "%lf %lf %lf %*d%% of", &median, &percentile,
                       &most) == 3) {
                assert_true(most > 0.0 && most < 1e-6); // waves are in float
                ++rows;
            }
        }
        assert_true(rows > 0);
        assert_null(strstr(outcome.output, " reference "));
    }
}

// Details name the worst query of each kernel once for all that have its bits, also if the first
// variant of the method was not asked for.
TEST(details) {
    static const char *const globs[] = {"volume/blocks/scalar", "volume/blocks/best"};
    for (size_t i = 0; i < 2; ++i) {
        struct outcome outcome =
            child_run(&(struct child){.arguments = {"verify", "--mesh", "builtin:box", "--poses",
                                                    "9", "--kernel", globs[i], "--verbose"}});
        expect_success(&outcome);
        const char *first = strstr(outcome.output, "printf ");
        assert_non_null(first);
        assert_true(first < strstr(outcome.output, "\n     family")); // before the summary
    }
}

TEST(refusals) {
    static const struct {
        struct child child;
        const char *text;
    } cases[] = {
        {{.arguments = {"verify", "--query", "1"}}, "one kernel"},
        {{.arguments = {"verify", "--query", "1", "--kernel", "volume/catto/scalar"}}, "--mesh"},
        {{.arguments = {"verify", "--query", "1", "--kernel", "forces/catto/scalar", "--format",
                        "json"}},
         "--format json"},
        {{.arguments = {"verify", "--query", "30", "--poses", "6", "--kernel",
                        "forces/catto/scalar"}},
         "between 0 and 29"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        expect_refusal(&cases[i].child, cases[i].text);
    }
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"verify", "--query", "29", "--poses", "6",
                                                "--kernel", "forces/catto/scalar"}});
    expect_success(&outcome);
}
