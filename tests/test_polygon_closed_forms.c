// Polygons whose submerged area has a closed form; and relations between answers: the two sides of
// a line add up to the whole, and so do the parts of a polygon.
#include "dispatch/registry.h"
#include "outline.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

// Signed sums of areas and their first moments.
struct moments {
    double area, x, y;
};

static struct buoy_area area_of(struct moments m) {
    return (struct buoy_area){m.area, {m.x / m.area, m.y / m.area}};
}

// Adds what lies in the quadrant right of and above (x, y), and below a u + b v = d; a, b > 0.
static void add_corner(struct moments *sum, double sign, double x, double y, double a, double b,
                       double d) {
    const double left = d - a * x - b * y;
    if (left > 0.0) {
        const double u = left / a, v = left / b, area = sign * 0.5 * u * v;
        sum->area += area;
        sum->x += area * (x + u / 3.0);
        sum->y += area * (y + v / 3.0);
    }
}

// A rectangle w × h about the origin below a line, a sum over its corners.
static struct moments rectangle_below(double w, double h, struct buoy_line line) {
    const double a = fabs((double)line.normal[0]), b = fabs((double)line.normal[1]),
                 d = (double)line.d;
    struct moments sum = {0.0, 0.0, 0.0};
    for (int corner = 0; corner < 4; ++corner) {
        const double x = corner & 1 ? 0.5 * w : -0.5 * w, y = corner & 2 ? 0.5 * h : -0.5 * h;
        add_corner(&sum, (corner == 1 || corner == 2) ? -1.0 : 1.0, x, y, a, b, d);
    }
    sum.x = line.normal[0] < 0.0f ? -sum.x : sum.x;
    sum.y = line.normal[1] < 0.0f ? -sum.y : sum.y;
    return sum;
}

// Tilts from 15 degrees on: the sum over corners divides by the sine of the tilt.
TEST(rectangle) {
    struct rng rng = rng_make("polygon_rectangle");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 0; k < 500; ++k) {
            const double w = ldexp(1.0, (int)rng_below(&rng, 6) - 3), h = 2.0;
            const struct outline rectangle = outline_rectangle(w, h);
            const double angle =
                pi / 2 * (double)rng_below(&rng, 4) + rng_between(&rng, pi / 12, pi / 2 - pi / 12);
            const struct buoy_line line =
                outline_line(&rectangle, angle, rng_between(&rng, 0.01, 1.0));
            const struct moments below = rectangle_below(w, h, line);
            expect_area(kernel, "the sum over corners", &rectangle, line,
                        ask_outline(kernel, &rectangle, line), area_of(below), 1e-14 * w * h,
                        1e-12);
        }
    }
}

// Level water, at which things float: exact in floats.
TEST(upright_rectangle) {
    const struct outline rectangle = outline_rectangle(4.0, 2.0);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 1; k <= 64; ++k) {
            const double depth = k / 32.0;
            const struct buoy_line line = {{0.0f, 3.0f}, (float)(3.0 * (depth - 1.0))};
            expect_area(kernel, "width × depth", &rectangle, line,
                        ask_outline(kernel, &rectangle, line),
                        (struct buoy_area){4.0 * depth, {0.0, 0.5 * depth - 1.0}}, 0.0, 0.0);
        }
    }
}

// Upright on its tip, a triangle is wet by the square of its immersion, with the centre two thirds
// up; at any place and turned any way.
TEST(triangle) {
    struct rng rng = rng_make("polygon_triangle");
    const struct outline triangle = outline_of("triangle", (const double[]){0, 0, 1, 2, -1, 2}, 3);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 0; k < 200; ++k) {
            const double angle = rng_between(&rng, 0.0, 2.0 * pi);
            const double x = rng_between(&rng, -9.0, 9.0), y = rng_between(&rng, -9.0, 9.0);
            const double t = rng_between(&rng, 0.05, 1.0);
            const struct outline placed = outline_placed(&triangle, angle, 1.0, x, y);
            const double depth = 2.0 * t, at = depth * 2.0 / 3.0;
            const double nx = -sin(angle), ny = cos(angle);
            const struct buoy_line line = {{(float)nx, (float)ny},
                                           (float)(nx * x + ny * y + depth)};
            const struct buoy_area expected = {2.0 * t * t, {x + at * nx, y + at * ny}};
            // The line is rounded, too: by 2⁻²⁴ of 20 units along all of the waterline, which is 2.
            const double slack = 3.0 * outline_slack(&placed) + 2.0 * 20.0 * 0x1p-23;
            expect_area(kernel, "the square of the immersion", &placed, line,
                        ask_outline(kernel, &placed, line), expected, slack,
                        slack * 3.0 / expected.area);
        }
    }
}

// A line through the centre halves what is symmetric about it.
TEST(regular) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (uint32_t count = 4; count <= 64; count += 2) {
            const struct outline regular = outline_regular(count);
            for (int k = 0; k < 16; ++k) {
                const double angle = 0.4 * k;
                const struct buoy_line line = {{(float)-sin(angle), (float)cos(angle)}, 0.0f};
                struct buoy_area expected = ask_outline(kernel, &regular, line);
                expected.area = 0.5 * count * 0.5 * sin(2.0 * pi / count);
                expect_area(kernel, "half the polygon", &regular, line,
                            ask_outline(kernel, &regular, line), expected, outline_slack(&regular),
                            0.0);
            }
        }
    }
}

// With ever more vertices on a circle, the polygon's answers become the disc's: what lies between
// them is π − A, all of it.
TEST(circle_as_limit) {
    const struct buoy_circle disc = {{0.0f, 0.0f}, 1.0f};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (uint32_t count = 8; count <= 256; count *= 2) {
            const struct outline regular = outline_regular(count);
            const double gap = pi - 0.5 * count * sin(2.0 * pi / count);
            for (int k = 0; k < 40; ++k) {
                const struct buoy_line line = outline_line(&regular, 0.3 * k, 0.03 + 0.024 * k);
                struct buoy_area expected;
                assert_int_equal(buoy_circle_compute(&disc, &line, 1, &expected, NULL), BUOY_OK);
                const double slack = gap + outline_slack(&regular);
                expect_area(kernel, "the disc, less what the polygon lacks of it", &regular, line,
                            ask_outline(kernel, &regular, line), expected, slack,
                            2.0 * slack / expected.area);
            }
        }
    }
}

// A U stands on the water or hangs into it: the line cuts it into one part or two.
TEST(u) {
    const double wall = 0.25, legs_up = 2.0 - wall;
    const struct outline upright = outline_u(wall), hanging = outline_placed(&upright, pi, 1, 0, 0);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 1; k < 64; ++k) {
            const double depth = k / 32.0;
            const struct buoy_line line = {{0.0f, 1.0f}, (float)(depth - 1.0)};
            const double base = fmin(depth, wall), leg = fmax(0.0, depth - wall);
            const double area = 2.0 * base + 2.0 * wall * leg;
            const double moment =
                2.0 * base * (0.5 * base - 1.0) + 2.0 * wall * leg * (0.5 * leg + wall - 1.0);
            expect_area(kernel, "base and legs", &upright, line,
                        ask_outline(kernel, &upright, line),
                        (struct buoy_area){area, {0.0, moment / area}}, 0.0, 0.0);
            const double tip = fmin(depth, legs_up), lid = fmax(0.0, depth - legs_up);
            const double wet = 2.0 * wall * tip + 2.0 * lid;
            const double wet_moment =
                2.0 * wall * tip * (0.5 * tip - 1.0) + 2.0 * lid * (0.5 * lid + legs_up - 1.0);
            expect_area(kernel, "both legs", &hanging, line, ask_outline(kernel, &hanging, line),
                        (struct buoy_area){wet, {0.0, wet_moment / wet}}, outline_slack(&hanging),
                        outline_centroid_slack(&hanging, wet));
        }
    }
}

static struct moments moments_of(struct buoy_area a) {
    return (struct moments){a.area, a.area * a.centre[0], a.area * a.centre[1]};
}

// A bound b for two errors: the error of an answer's area is at most b, and the error of its
// moments about any point of a box within `reach` of the origin is at most 2 b reach. A diagonal is
// at most 2 √2 times the box's reach.
static double moments_bound(const struct buoy_kernel *kernel, const struct buoy_polygon *polygon,
                            struct buoy_line line) {
    const struct buoy_polygon_traits *traits = &kernel->method->polygon;
    struct buoy_polygon_info info;
    assert_int_equal(buoy_polygon_get_info(polygon, &info, NULL), BUOY_OK);
    return traits->area_bound(polygon, &line) +
           sqrt(2.0) * fabs(info.area) / info.diagonal * traits->centroid_bound(polygon, &line);
}

// Fails unless a kernel's answers for two parts add up to a whole with known moments about (x, y).
static void expect_sum(const struct buoy_kernel *kernel, const char *property,
                       const struct outline *outline, struct buoy_line line,
                       const struct moments parts[2], struct moments whole, double bound) {
    const struct buoy_polygon_info info = outline_info(outline);
    const double reach = fmax(fmax(fabs(info.minimum[0]), fabs(info.maximum[0])),
                              fmax(fabs(info.minimum[1]), fabs(info.maximum[1])));
    const double area = fabs(parts[0].area + parts[1].area - whole.area);
    const double x = fabs(parts[0].x + parts[1].x - whole.x);
    const double y = fabs(parts[0].y + parts[1].y - whole.y);
    if (!(area <= bound && x <= 2.0 * bound * reach && y <= 2.0 * bound * reach)) {
        print_error("off by %g, moments by %g and %g; bound %g, reach %g\n", area, x, y, bound,
                    reach);
        fail_outline(kernel, property, outline, line,
                     (struct buoy_area){whole.area, {whole.x, whole.y}});
    }
}

// Below and above, asked with the line turned over, are the whole, and so are their moments.
TEST(complement) {
    struct rng rng = rng_make("polygon_complement");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 0; k < 500; ++k) {
            const struct outline any = outline_random(&rng);
            const struct outline outline =
                outline_placed(&any, rng_between(&rng, 0, 7), 1.0, rng_between(&rng, -2, 2), 0.0);
            const struct buoy_line below = outline_random_line(&rng, &outline);
            const struct buoy_line above = {{-below.normal[0], -below.normal[1]}, -below.d};
            const struct buoy_line beyond = outline_line(&outline, 0.0, 1.5);
            const struct moments parts[2] = {moments_of(ask_outline(kernel, &outline, below)),
                                             moments_of(ask_outline(kernel, &outline, above))};
            const struct moments whole = moments_of(ask_outline(kernel, &outline, beyond));
            const struct buoy_polygon polygon = outline_polygon(&outline);
            const double bound = moments_bound(kernel, &polygon, below) +
                                 moments_bound(kernel, &polygon, above) +
                                 moments_bound(kernel, &polygon, beyond);
            expect_sum(kernel, "below and above are the whole", &outline, below, parts, whole,
                       bound);
        }
    }
}

// A star cut in two along a line between inner vertices is the sum of both parts.
TEST(parts) {
    struct rng rng = rng_make("polygon_parts");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 0; k < 500; ++k) {
            const struct outline star = outline_star(4, 0.4);
            struct outline parts[2] = {{.name = "half a star"}, {.name = "the other half"}};
            for (uint32_t v = 0; v < 10; ++v) { // vertices 1 … 5 and 5 … 8, 1
                struct outline *part = &parts[v / 5];
                const uint32_t from = v < 5 ? v + 1 : v == 9 ? 1 : v;
                part->vertices[2 * part->count] = star.vertices[2 * (from % 8)];
                part->vertices[2 * part->count + 1] = star.vertices[2 * (from % 8) + 1];
                ++part->count;
            }
            const struct buoy_line line = outline_random_line(&rng, &star);
            const struct moments sums[2] = {moments_of(ask_outline(kernel, &parts[0], line)),
                                            moments_of(ask_outline(kernel, &parts[1], line))};
            const struct buoy_polygon polygon = outline_polygon(&star);
            double bound = moments_bound(kernel, &polygon, line);
            for (int p = 0; p < 2; ++p) {
                const struct buoy_polygon part = outline_polygon(&parts[p]);
                bound += moments_bound(kernel, &part, line);
            }
            expect_sum(kernel, "the sum of two halves", &star, line, sums,
                       moments_of(ask_outline(kernel, &star, line)), bound);
        }
    }
}
