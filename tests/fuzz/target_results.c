// Files of results: `report` and `compare` in this process, on any bytes. They end with 0 or 1 and
// output, or with 2, nothing on stdout and one line on stderr; a page is whole.
#include "targets.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "child.h"
#include "cli.h"
#include "commands.h"

static void check(int status, const char *output, const char *complaint) {
    const char *end = strchr(complaint, '\n');
    const bool refused = status == CLI_BAD && output[0] == '\0' && end && end[1] == '\0' &&
                         strncmp(complaint, "buoybench: ", 11) == 0;
    const bool done = status == CLI_GOOD && output[0] != '\0' && complaint[0] == '\0';
    FUZZ_FAIL_IF(!refused && !done, "status %d, \"%.200s\" on stdout, \"%.400s\" on stderr", status,
                 output, complaint);
}

static int run(const struct command *command, const char *const *given) {
    static struct capture output, complaint;
    char *arguments[8];
    int count = 0;
    for (; given[count]; ++count) {
        arguments[count] = (char *)given[count];
    }
    optind = 1;
    open_capture(&output, stdout, STDOUT_FILENO);
    open_capture(&complaint, stderr, STDERR_FILENO);
    const int status = command->run(count, arguments);
    const char *said = close_capture(&complaint), *printed = close_capture(&output);
    check(status, printed, said);
    return status;
}

static void run_results(const uint8_t *bytes, size_t size) {
    const char *file = scratch_write("results.json", bytes, size), *folder = scratch_folder();
    if (run(&command_report, (const char *[]){"report", file, file, "--out", folder, NULL}) == 0) {
        char *page = read_file(scratch_path("index.html"));
        const char *end = page ? strstr(page, "</body>\n</html>\n") : NULL;
        size_t scripts = 0; // its numbers, and what draws them
        for (const char *at = page; at && (at = strstr(at, "<script")); ++at) {
            ++scripts;
        }
        FUZZ_FAIL_IF(!end || end[16] != '\0' || scripts != 2,
                     "a page that is not whole, or not safe");
        free(page);
        run(&command_report, (const char *[]){"report", file, "--export", "csv", NULL});
        run(&command_report, (const char *[]){"report", file, "--export", "markdown", NULL});
    }
    // A file with failed benchmarks only has nothing to compare.
    run(&command_compare, (const char *[]){"compare", file, file, "--verbose", NULL});
    fuzz_count(1, 1);
}

const struct fuzz_target fuzz_results = {
    "results",  "files of results, as report and compare take them", 4096, false, false,
    run_results};
