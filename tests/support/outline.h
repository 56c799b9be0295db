// Polygons for queries, and querying: every answer is checked for validity.
#ifndef TESTS_OUTLINE_H
#define TESTS_OUTLINE_H

#include "buoyancy_polygon.h"
#include "next_kernel.h"
#include "rng.h"

enum {
    outline_most = 256
};

// A polygon that owns its vertices.
struct outline {
    const char *name;
    float vertices[2 * outline_most];
    uint32_t count;
};

struct buoy_polygon outline_polygon(const struct outline *outline);

// Outlines about the origin, some two units across, counter-clockwise.
struct outline outline_of(const char *name, const double *vertices, uint32_t count);
struct outline outline_rectangle(double width, double height);
struct outline outline_regular(uint32_t count);            // on the unit circle
struct outline outline_star(uint32_t tips, double inside); // inner radius; 2 × tips vertices
struct outline outline_u(double wall);                     // upright, open above, 2 × 2 outside
struct outline outline_convex(struct rng *rng, uint32_t count); // on the unit circle

// Any simple outline of 3 to 8 vertices: convex, a star, a U or a slender rectangle.
struct outline outline_random(struct rng *rng);

// Turned, then scaled, then moved, in double, and rounded once.
struct outline outline_placed(const struct outline *outline, double angle, double scale, double x,
                              double y);
struct outline outline_reversed(const struct outline *outline);

// The line of direction `angle` (0: up) that has the share `immersion` of the outline's extent
// along it below.
struct buoy_line outline_line(const struct outline *outline, double angle, double immersion);
struct buoy_line outline_random_line(struct rng *rng, const struct outline *outline);

// A question made of whole numbers alone, without a C library's sine, for digests: 2 to 12
// vertices, whether the outline crosses itself or not, and a line through it.
struct outline_question {
    struct outline outline;
    struct buoy_line line;
};
struct outline_question outline_question_make(struct rng *rng);

// Asks a kernel about an outline. Whatever the question, the test fails unless area ≥ 0, and c is
// in the bounding box and not above the water, or the box's centre where the area is 0.
struct buoy_area ask_outline(const struct buoy_kernel *kernel, const struct outline *outline,
                             struct buoy_line line);

// Fails the test: what was asked, what was answered, and what ought to hold.
void fail_outline(const struct buoy_kernel *kernel, const char *property,
                  const struct outline *outline, struct buoy_line line, struct buoy_area got);

// Fails the test unless an answer is within the kernel's documented bounds of the expected one,
// widened by slacks for what is not the kernel's doing.
void expect_area(const struct buoy_kernel *kernel, const char *property,
                 const struct outline *outline, struct buoy_line line, struct buoy_area got,
                 struct buoy_area expected, double area_slack, double centroid_slack);

// By how much rounding an outline's vertices to float may change an area, and move the centroid of
// an area.
double outline_slack(const struct outline *outline);
double outline_centroid_slack(const struct outline *outline, double area);

struct buoy_polygon_info outline_info(const struct outline *outline);

// Fails, naming the property, unless area and centroid are near what is expected.
void expect_near_area(const char *property, struct buoy_area got, struct buoy_area expected,
                      double area_slack, double centroid_slack);

#endif
