// The family `polygon`: polygons, each with a water line of its own.
#include "buoyancy_polygon.h"

#include <string.h>

#include "cli.h"
#include "dispatch/registry.h"
#include "families.h"
#include "rows.h"
#include "truth.h"

static const struct column columns[] = {
    {.kind = &column_normal2d, .names = "nx,ny", .part = 1},
    {.kind = &column_offset, .names = "d", .part = 1, .hard_share = 1.0, .hard_times = 3},
    {.kind = &column_outline, .names = "x0,y0,x1,y1,..."},
};

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *slice,
                            bool checked, void *answers, struct buoy_error *error) {
    const struct buoy_polygon_query query = {.polygons = slice->part[0],
                                             .lines = slice->part[1],
                                             .count = slice->count,
                                             .kernel = kernel};
    return checked                            ? buoy_polygon_compute(&query, answers, error)
           : kernel->polygon(&query, answers) ? BUOY_OK
                                              : BUOY_ERROR_ARGUMENT;
}

static enum buoy_status find_truth(const struct rows_slice *one, void *answer,
                                   struct buoy_error *error) {
    (void)error;
    return truth_find_areas(one->part[0], one->part[1], 1, answer) == 0 ? BUOY_OK
                                                                        : BUOY_ERROR_MEMORY;
}

static struct family_bounds find_bounds(const struct buoy_kernel *kernel,
                                        const struct rows_slice *one,
                                        const struct measures *measures) {
    const struct buoy_polygon_bounds bounds =
        kernel->method->polygon.bounds(one->part[0], one->part[1]);
    return (struct family_bounds){
        .of_total = bounds.area / measures->total,
        .centroid = bounds.centroid / measures->diagonal,
    };
}

static enum buoy_status find_whole(const void *body, double *numbers, struct buoy_error *error) {
    struct buoy_polygon_info info;
    const enum buoy_status status = buoy_polygon_get_info(body, &info, error);
    if (status == BUOY_OK) {
        const double found[9] = {info.minimum[0], info.minimum[1],   info.maximum[0],
                                 info.maximum[1], info.diagonal,     info.perimeter,
                                 info.area,       info.conditioning, info.convex};
        memcpy(numbers, found, sizeof found);
    }
    return status;
}

static const char help[] =
    "usage: buoybench eval polygon --input P.csv [--kernel ID] [--plugin X]... [--whole]\n"
    "\n"
    "Prints the submerged area and its centroid for each polygon in P.csv, each below its own\n"
    "line, one CSV row each, with enough digits to get the same bits back.\n"
    "\n"
    "P.csv has no header. A row is nx,ny,d,x0,y0,x1,y1,... with two vertices or more,\n"
    "clockwise or counter-clockwise, convex or not. The water is where nx x + ny y < d; the\n"
    "normal points up, out of the water, and may have any length > 0. Numbers are rounded to\n"
    "32-bit floats as read. The output has the header area,cx,cy. If the polygon is dry, the\n"
    "area is 0 and c is the centre of its bounding box.\n"
    "\n"
    "  --input P      the CSV file; - reads standard input\n"
    "  --kernel ID    the kernel, or a glob that matches just one (default polygon/auto/best)\n"
    "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
    "  --whole        print properties of the whole polygons in place of what is submerged:\n"
    "                 bounding box, diagonal, perimeter, area (negative if it runs\n"
    "                 clockwise), conditioning, and whether it is convex, 1 or 0\n"
    "\n"
    "examples:\n"
    "  printf '0,1,0.5,0,0,1,0,1,1,0,1\\n1,2,3,0,0,2,1,1,3\\n' |\n"
    "      buoybench eval polygon --input -\n"
    "  buoybench eval polygon --input polygons.csv --kernel polygon/clip/scalar\n";

static const struct rows rows = {
    ROWS_COLUMNS(columns),
    .random = "of 3 to 8 vertices, ",
    .ask = ask,
    .truth = find_truth,
    .for_any_share = true,
    .bounds = find_bounds,
    .help = help,
    .kernel = "polygon/auto/best",
    .whole = "min_x,min_y,max_x,max_y,diagonal,perimeter,area,conditioning,convex",
    .find_whole = find_whole,
    .has_plugin = true,
};

const struct family family_polygon = {
    .name = "polygon",
    .rows = &rows,
    .place = "polygons",
    .automatic = "buoy_polygon_compute",
    .headings = &families_area_headings,
    .baseline = "polygon/clip/scalar",
    .one = "polygon",
    .many = "polygons",
    .workload_count = 1,
    .workloads = &families_per_call,
    .answer_bytes = sizeof(struct buoy_area),
    .fields = families_area_fields,
    ROWS_MEMBERS,
    ROWS_ASKED,
};
