// The modules of bench/page, in Node.js: what they draw is compared with what they are given, place
// by place (tests/page/).
#include "child.h"
#include "test.h"

static void ask(const char *subject) {
    char file[4096], program[4096];
    snprintf(file, sizeof file, TEST_PAGES "/%s.test.mjs", subject);
    snprintf(program, sizeof program, "%s/buoybench", program_folder());
    setenv("BUOYBENCH", program, 1);
    if (child_run_program("node", CHILD("--version")).exit_code != 0) {
        SKIP("Node.js is missing");
    }
    const struct outcome outcome =
        child_run_program("node", CHILD("--test", "--test-reporter=spec", file));
    FAIL_IF(outcome.exit_code != 0, "%s", outcome.output);
}

TEST(charts) {
    ask("chart");
}

TEST(results) {
    ask("report");
}

TEST(films) {
    ask("film");
}
