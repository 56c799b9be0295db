// `buoybench verify` names worst queries as commands: put into a shell, they give the answer that
// has the error.
#include <jansson.h>

#include "child.h"
#include "family.h"
#include "test.h"

static struct outcome paste(const char *command) {
    struct outcome outcome = child_run_program("sh", CHILD("-c", command));
    FAIL_IF(outcome.exit_code != 0 || outcome.error[0] != '\0', "%s\nended with %d: %s", command,
            outcome.exit_code, outcome.error);
    return outcome;
}

// The command of a kernel's row gives an answer with the row's error, in nine digits.
static void check_worst(const json_t *worst) {
    char text[40];
    snprintf(text, sizeof text, " %.9g, ", json_real_value(json_object_get(worst, "error")));
    const char *command = json_string_value(json_object_get(worst, "command"));
    struct outcome outcome = paste(command);
    FAIL_IF(!strstr(outcome.output, text), "%s\nhas no error%sbut:\n%s", command, text,
            outcome.output);
}

TEST(worst_queries) {
    static const char *const families[] = {"volume", "hydrostatics", "box",
                                           "shapes", "polygon",      "pressure",
                                           "water",  "forces",       "step"};
    struct outcome outcome = child_succeed(
        CHILD("verify", "--mesh", "builtin:star:320", "--poses", "30", "--seed", "3", "--voxels",
              "16", "--kernel", "*/scalar", "--kernel", "*/auto/*", "--format", "json"));
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL), *subject, *row;
    size_t i, k, counts[sizeof families / sizeof families[0]] = {0};
    json_array_foreach(json_object_get(report, "meshes"), i, subject) {
        json_array_foreach(json_object_get(subject, "kernels"), k, row) {
            const char *id = json_string_value(json_object_get(row, "kernel"));
            const json_t *worst = json_object_get(row, "worst_query");
            for (size_t f = 0; json_is_object(worst) && f < sizeof counts / sizeof *counts; ++f) {
                counts[f] += strncmp(id, families[f], strlen(families[f])) == 0;
            }
            if (json_is_object(worst)) {
                check_worst(worst);
            }
        }
    }
    for (size_t f = 0; f < sizeof counts / sizeof *counts; ++f) {
        assert_true(counts[f] >= 2);
    }
    json_decref(report);
}

// A mesh whose name a shell would not leave alone.
TEST(quoting) {
    SKIP_IF(!importer_is_built(), "no reader of mesh files is built");
    const char *mesh =
        scratch_write_text("it's a $(hull) \\ *.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                                      "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    struct outcome outcome =
        child_succeed(CHILD("verify", "--mesh", mesh, "--kernel", "volume/blocks/scalar"));
    char *command = strstr(outcome.output, " verify --mesh ");
    assert_non_null(command);
    while (command[-1] != '\n') {
        --command;
    }
    char *end = strstr(command, "\n\n"); // behind its lines
    assert_non_null(end);
    *end = '\0';
    struct outcome answer = paste(command);
    assert_non_null(strstr(answer.output, "\nvolume "));
}

// The summary fits a terminal of 80 columns, commands left aside, and has a row per family and
// mesh.
TEST(summary) {
    struct outcome outcome = child_run(CHILD("verify", "--mesh", "builtin:box", "--mesh",
                                             "builtin:star:320", "--poses", "9", "--voxels", "4"));
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
        struct outcome outcome =
            child_succeed(CHILD("verify", "--mesh", "builtin:barrel:96", "--poses", "30",
                                "--kernel", globs[i], "--verbose"));
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
        struct outcome outcome = child_run(CHILD("verify", "--mesh", "builtin:box", "--poses", "9",
                                                 "--kernel", globs[i], "--verbose"));
        expect_success(&outcome);
        const char *first = strstr(outcome.output, " --query ");
        assert_non_null(first);
        assert_true(first < strstr(outcome.output, "\n     family")); // before the summary
    }
}
