// The input of `buoybench eval`: each family's whole command, in this process, on any bytes. It
// ends with 0 and a row for each query, or with 2, nothing on stdout and one line on stderr.
#include "targets.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "child.h"
#include "cli.h"
#include "commands.h"

static size_t count_lines(const char *text) {
    size_t lines = 0;
    for (; (text = strchr(text, '\n')); ++text) {
        ++lines;
    }
    return lines;
}

// Writes the bytes to a file, and gives its path to an option of the family, before others.
static void run_family(const char *family, const char *option, bool has_mesh, const uint8_t *bytes,
                       size_t size) {
    static struct capture output, complaint;
    char *arguments[] = {(char *)"eval",
                         (char *)family,
                         (char *)option,
                         (char *)scratch_write("fuzz.txt", bytes, size),
                         (char *)"--mesh",
                         (char *)"builtin:box",
                         NULL};
    arguments[4] = has_mesh ? arguments[4] : NULL;
    open_capture(&output, stdout, STDOUT_FILENO);
    open_capture(&complaint, stderr, STDERR_FILENO);
    const int status = command_eval.run(has_mesh ? 6 : 4, arguments);
    const char *said = close_capture(&complaint), *printed = close_capture(&output);
    static const char prefix[] = "buoybench: ";
    if (status == CLI_BAD) {
        FUZZ_FAIL_IF(printed[0] != '\0' || count_lines(said) != 1 ||
                         strncmp(said, prefix, strlen(prefix)) != 0,
                     "refused with \"%.200s\" on stdout and \"%.400s\" on stderr", printed, said);
    } else if (status != CLI_GOOD || said[0] != '\0' || count_lines(printed) == 0) {
        fuzz_fail("status %d, \"%.200s\" on stdout, \"%.400s\" on stderr", status, printed, said);
    } else if (strstr(printed, "nan") || strstr(printed, "inf")) {
        fuzz_fail("no number on stdout: %.400s", printed);
    }
    fuzz_count(1, 1);
}

#define TARGET(name, what, family, option, has_mesh)                                               \
    static void run_##name(const uint8_t *bytes, size_t size) {                                    \
        run_family(family, option, has_mesh, bytes, size);                                         \
    }                                                                                              \
    const struct fuzz_target fuzz_##name = {                                                       \
        #name, what ", as eval " family " takes it", 1024, false, false, run_##name}

TARGET(planes, "CSV of planes", "volume", "--planes", true);
TARGET(boxes, "CSV of boxes", "box", "--input", false);
TARGET(primitives, "CSV of shapes", "shapes", "--input", false);
TARGET(polygons, "CSV of polygons", "polygon", "--input", false);
TARGET(drafts, "CSV of drafts", "draft", "--input", true);
TARGET(json, "water in JSON", "pressure", "--water", true);
TARGET(scene, "a scene in JSON", "body", "--scene", false);
