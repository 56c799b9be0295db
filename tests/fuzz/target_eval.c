// The input of `buoybench eval`: each family's whole command, in this process, on any bytes. It
// ends with 0 and a row for each query, or with 2, nothing on stdout and one line on stderr.
#include "targets.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "child.h"
#include "cli.h"
#include "eval.h"
#include "eval_rows.h"
#include "families.h"

static size_t count_lines(const char *text) {
    size_t lines = 0;
    for (; (text = strchr(text, '\n')); ++text) {
        ++lines;
    }
    return lines;
}

static void check(int status, const char *output, const char *complaint) {
    static const char prefix[] = "buoybench: ";
    if (status == CLI_BAD) {
        if (output[0] != '\0' || count_lines(complaint) != 1 ||
            strncmp(complaint, prefix, strlen(prefix)) != 0) {
            fuzz_fail("refused with \"%.200s\" on stdout and \"%.400s\" on stderr", output,
                      complaint);
        }
    } else if (status != CLI_GOOD || complaint[0] != '\0' || count_lines(output) == 0) {
        fuzz_fail("status %d, \"%.200s\" on stdout, \"%.400s\" on stderr", status, output,
                  complaint);
    } else if (strstr(output, "nan") || strstr(output, "inf")) {
        fuzz_fail("no number on stdout: %.400s", output);
    }
}

// One family's command: of its own, or of rows.
struct subject {
    const struct eval_family *own;
    const struct family *rows;
};

// Writes the bytes to a file and gives its path to the last of the arguments.
static void run_family(struct subject subject, const char *mesh, const char *option,
                       const uint8_t *bytes, size_t size) {
    static struct capture output, complaint;
    char *arguments[8] = {(char *)"eval",
                          (char *)(subject.own ? subject.own->name : subject.rows->name),
                          (char *)option, (char *)scratch_write("fuzz.txt", bytes, size)};
    int count = 4;
    if (mesh) {
        arguments[count++] = (char *)"--mesh";
        arguments[count++] = (char *)mesh;
    }
    open_capture(&output, stdout, STDOUT_FILENO);
    open_capture(&complaint, stderr, STDERR_FILENO);
    const int status = subject.own ? subject.own->run(count, arguments)
                                   : eval_rows(subject.rows, count, arguments);
    const char *said = close_capture(&complaint), *printed = close_capture(&output);
    check(status, printed, said);
    fuzz_count(1, 1);
}

static void run_planes(const uint8_t *bytes, size_t size) {
    run_family((struct subject){&eval_volume, NULL}, "builtin:box", "--planes", bytes, size);
}

static void run_boxes(const uint8_t *bytes, size_t size) {
    run_family((struct subject){NULL, &family_box}, NULL, "--input", bytes, size);
}

static void run_primitives(const uint8_t *bytes, size_t size) {
    run_family((struct subject){NULL, &family_shapes_mixed}, NULL, "--input", bytes, size);
}

static void run_polygons(const uint8_t *bytes, size_t size) {
    run_family((struct subject){NULL, &family_polygon}, NULL, "--input", bytes, size);
}

static void run_drafts(const uint8_t *bytes, size_t size) {
    run_family((struct subject){&eval_draft, NULL}, "builtin:box", "--input", bytes, size);
}

static void run_json(const uint8_t *bytes, size_t size) {
    run_family((struct subject){&eval_pressure, NULL}, "builtin:box", "--water", bytes, size);
}

static void run_scene(const uint8_t *bytes, size_t size) {
    run_family((struct subject){&eval_body, NULL}, NULL, "--scene", bytes, size);
}

enum {
    MOST_BYTES = 1024
};

const struct fuzz_target fuzz_planes = {
    "planes", "CSV of planes, as eval volume takes it", MOST_BYTES, false, false, run_planes};
const struct fuzz_target fuzz_boxes = {
    "boxes", "CSV of boxes, as eval box takes it", MOST_BYTES, false, false, run_boxes};
const struct fuzz_target fuzz_primitives = {"primitives", "CSV of shapes, as eval shapes takes it",
                                            MOST_BYTES,   false,
                                            false,        run_primitives};
const struct fuzz_target fuzz_polygons = {"polygons", "CSV of polygons, as eval polygon takes it",
                                          MOST_BYTES, false,
                                          false,      run_polygons};
const struct fuzz_target fuzz_drafts = {
    "drafts", "CSV of drafts, as eval draft takes it", MOST_BYTES, false, false, run_drafts};
const struct fuzz_target fuzz_json = {
    "json", "water in JSON, as eval pressure takes it", MOST_BYTES, false, false, run_json};
const struct fuzz_target fuzz_scene = {
    "scene", "scenes in JSON, as eval body takes them", MOST_BYTES, false, false, run_scene};
