// The family `polygon` against exact rational arithmetic.
#include "targets.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "exact_polygon.h"
#include "kernels.h"
#include "outline.h"
#include "polygons.h"

enum {
    MOST_LINES = 20,
};

struct content {
    struct outline outlines[MOST_LINES];
    bool simple[MOST_LINES];
    struct buoy_polygon polygons[MOST_LINES];
    struct buoy_line lines[MOST_LINES];
    size_t count, at; // how many, and the one at hand
    struct buoy_area truth[MOST_LINES];
    struct buoy_area answers[FUZZ_MOST_KERNELS][MOST_LINES];
};

// A new outline, or the one before with another line.
static void make_questions(struct fuzz_bytes *bytes, struct content *content) {
    content->count = 1 + fuzz_below(bytes, MOST_LINES);
    for (size_t i = 0; i < content->count; ++i) {
        if (i == 0 || fuzz_one_in(bytes, 4)) {
            fuzz_outline_make(bytes, &content->outlines[i]);
            content->simple[i] = fuzz_outline_is_simple(&content->outlines[i]);
        } else {
            content->outlines[i] = content->outlines[i - 1];
            content->simple[i] = content->simple[i - 1];
        }
        content->polygons[i] = outline_polygon(&content->outlines[i]);
        content->lines[i] = fuzz_line(bytes, &content->outlines[i]);
        buoy_exact_polygon(&content->polygons[i], &content->lines[i], &content->truth[i]);
    }
}

static void judge(const struct content *content, const struct buoy_kernel *kernel, size_t index,
                  const struct buoy_area *got) {
    const struct buoy_polygon *polygon = &content->polygons[index];
    const struct buoy_area *truth = &content->truth[index];
    const struct buoy_polygon_traits *traits = &kernel->method->polygon;
    const struct buoy_polygon_info info = outline_info(&content->outlines[index]);
    const double total = fabs(info.area);
    if (!content->simple[index] || !(total > 0.0)) {
        return;
    }
    fuzz_expect(kernel->id, "area / total", fabs(got->area - truth->area) / total,
                traits->area_bound(polygon, &content->lines[index]) / total);
    if (got->area > 0.0 && truth->area >= 1e-3 * total) {
        const double x = got->centre[0] - truth->centre[0], y = got->centre[1] - truth->centre[1];
        fuzz_expect(kernel->id, "centroid / diagonal", sqrt(x * x + y * y) / info.diagonal,
                    traits->centroid_bound(polygon, &content->lines[index]) / info.diagonal);
    }
}

static void ask(struct content *content, const struct buoy_kernel *kernel,
                struct buoy_area *answers) {
    const struct buoy_polygon_query query = {content->polygons, content->lines, content->count};
    struct buoy_error error;
    fuzz_watch();
    const enum buoy_status status = buoy_polygon_with(kernel, &query, answers, &error);
    fuzz_expect_no_flags(kernel->id);
    if (status != BUOY_OK) {
        fuzz_fail("%s: %s", kernel->id, error.message);
    }
    for (size_t i = 0; i < content->count; ++i) {
        content->at = i;
        // ask_outline() checks that the answer is possible.
        const struct buoy_area alone =
            ask_outline(kernel, &content->outlines[i], content->lines[i]);
        if (memcmp(&alone, &answers[i], sizeof alone) != 0) {
            fuzz_fail("%s answers %a alone and %a in company", kernel->id, alone.area,
                      answers[i].area);
        }
    }
}

static struct content content;

static void describe(void) {
    const struct buoy_line *line = &content.lines[content.at];
    fprintf(stderr, "question: %.9g,%.9g,%.9g", (double)line->normal[0], (double)line->normal[1],
            (double)line->d);
    fuzz_outline_print(&content.outlines[content.at]);
}

static void run(const uint8_t *bytes, size_t size) {
    struct fuzz_bytes in = {bytes, bytes + size};
    const struct fuzz_kernels *kernels = fuzz_kernels_of("polygon");
    make_questions(&in, &content);
    fuzz_describe = describe;
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        ask(&content, kernel, content.answers[k]);
        fuzz_expect_twins(kernels, k, content.answers, MOST_LINES, content.count,
                          sizeof **content.answers);
        for (size_t i = 0; i < content.count; ++i) {
            content.at = i;
            judge(&content, kernel, i, &content.answers[k][i]);
        }
    }
    fuzz_count(content.count, content.count * kernels->count);
}

const struct fuzz_target fuzz_polygon = {
    "polygon", "polygons below lines, against exact arithmetic", 400, true, false, run};
