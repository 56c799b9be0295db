// The family `basin`: polygons in pools that are discs, each in one of its own.
#include "buoyancy_polygon.h"

#include "buoyancy_truth.h"
#include "dispatch/methods.h"
#include "families.h"
#include "rows.h"

static const struct column columns[] = {
    {.kind = &column_disc, .names = "x,y,radius", .part = 1, .rule = "a radius must be > 0"},
    {.kind = &column_outline, .names = "x0,y0,x1,y1,..."},
};

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *slice,
                            bool checked, void *answers, struct buoy_error *error) {
    const struct buoy_polygon *polygons = slice->part[0];
    const struct buoy_circle *basins = slice->part[1];
    struct buoy_area *areas = answers;
    if (kernel->basin(polygons, basins, slice->count, areas) || !checked) {
        return BUOY_OK;
    }
    size_t i = 0;
    while (i + 1 < slice->count &&
           buoy_polygon_in_circle(&polygons[i], &basins[i], &areas[i], NULL) == BUOY_OK) {
        ++i;
    }
    return buoy_polygon_in_circle(&polygons[i], &basins[i], &areas[i], error);
}

static enum buoy_status find_truth(const struct rows_slice *one, void *answer,
                                   struct buoy_error *error) {
    (void)error;
    buoy_basin_slices(one->part[0], one->part[1], answer);
    return BUOY_OK;
}

static struct family_bounds find_bounds(const struct buoy_kernel *kernel,
                                        const struct rows_slice *one,
                                        const struct measures *measures) {
    (void)kernel;
    const double bound = buoy_bound_basin(one->part[0], one->part[1]) / measures->total;
    return (struct family_bounds){.of_total = bound, .centroid = 1e3 * bound};
}

static const char help[] =
    "usage: buoybench eval basin --input B.csv [--kernel ID]\n"
    "\n"
    "Prints the area that each polygon in B.csv has in common with its basin, a pool that is a\n"
    "disc, and the centroid of that area: one CSV row each with the header area,cx,cy. If the\n"
    "two do not meet, the area is 0 and c is the centre of the polygon's bounding box.\n"
    "\n"
    "B.csv has no header. A row is x,y,radius,x0,y0,x1,y1,...: the disc's centre and its radius\n"
    "> 0, and two vertices or more, clockwise or counter-clockwise, convex or not. Numbers are\n"
    "rounded to 32-bit floats as read. 'buoybench eval pool' has pools of other shapes.\n"
    "\n"
    "  --input B      the CSV file; - reads standard input\n"
    "  --kernel ID    the kernel (default basin/arcs/scalar)\n"
    "\n"
    "examples:\n"
    "  printf '0,0,2,1,1,3,1,3,3\\n' | buoybench eval basin --input -\n";

static const struct rows rows = {
    ROWS_COLUMNS(columns),
    .random = "of 3 to 8 vertices, ",
    .ask = ask,
    .truth = find_truth,
    .bounds = find_bounds,
    .help = help,
    .kernel = "basin/arcs/scalar",
};

const struct family family_basin = {
    .name = "basin",
    .rows = &rows,
    .place = "basins",
    .automatic = "buoy_polygon_in_circle",
    .headings = &families_area_headings,
    .one = "polygon",
    .many = "polygons",
    .workload_count = 1,
    .workloads = &families_on_request,
    .answer_bytes = sizeof(struct buoy_area),
    .fields = families_area_fields,
    .truth = "slices in long double",
    ROWS_MEMBERS,
    ROWS_ASKED,
};
