// Boxes and polygons almost exactly flush with the water: closed forms divide by differences that
// may almost vanish, or underflow.
#include "boxes.h"
#include "dispatch/registry.h"
#include "exact_polygon.h"
#include "flush.h"
#include "outline.h"
#include "test.h"

// ----------------------------------------------------------------------------------- boxes

// A plane through a box's middle, through corners, along a face: what is below it, and the same of
// a plane that differs by no more than 1e-10.
TEST(boxes) {
    static const struct box_question flush[] = {
        {{{1, 2, 3}}, {{0, 0, 1}, 0}},      {{{1, 2, 3}}, {{0, 0, 1}, 3}},
        {{{1, 2, 3}}, {{0, -1, 0}, -2}},    {{{1, 2, 3}}, {{2, 1, 0}, 0}},
        {{{1, 2, 3}}, {{2, 1, 0}, 4}},      {{{1, 2, 3}}, {{0, 3, -2}, 12}},
        {{{1, 1, 1}}, {{1, 0, 0}, -0.25f}}, {{{1e-3f, 1, 1}}, {{0, 1, 1}, 0}},
        {{{1, 1, 1}}, {{-1, -1, 1}, 1}},
    };
    const struct buoy_kernel *kernel;
    for (size_t k = 0; (kernel = next_kernel("box", &k));) {
        const int sizes = (int)box_questions_for(kernel, flush_size_count);
        for (size_t f = 0; f < sizeof flush / sizeof *flush; ++f) {
            const struct buoy_volume expected = ask_box(kernel, flush[f]);
            for (int i = 0; i < sizes * flush_ways; ++i) {
                struct box_question q = flush[f];
                q.plane = flush_plane(q.plane, flush_sizes[i / flush_ways], i % flush_ways);
                const struct buoy_volume got = ask_box(kernel, q);
                // Twice the bound: each of the two answers may be off by it.
                expect_box(kernel, "what a flush plane has", q, got, expected, 2.0);
            }
        }
    }
}

// Boxes against what is known of the flush planes themselves.
TEST(flush_boxes) {
    static const struct {
        struct box_question question;
        double share, depth; // depth: of the centroid along z below the middle, in half extents
    } known[] = {
        {{{{1, 2, 3}}, {{0, 0, 1}, 0}}, 0.5, 0.5},
        {{{{1, 2, 3}}, {{0, 0, 1}, 3}}, 1.0, 0.0},
        {{{{1, 2, 3}}, {{0, 0, 1}, -1.5f}}, 0.25, 0.75},
        {{{{2, 2, 2}}, {{1, 0, 1}, 0}}, 0.5, 1.0 / 3.0},
    };
    const struct buoy_kernel *kernel;
    for (size_t k = 0; (kernel = next_kernel("box", &k));) {
        for (size_t f = 0; f < sizeof known / sizeof *known; ++f) {
            struct box_question q = known[f].question;
            for (int i = 0; i < flush_size_count * flush_ways; ++i) {
                q.plane = flush_plane(known[f].question.plane, flush_sizes[i / flush_ways],
                                      i % flush_ways);
                const struct buoy_volume got = ask_box(kernel, q);
                const double volume = known[f].share * box_volume(q.box);
                const double off = fabs(got.volume - volume) / box_volume(q.box);
                const double sunk =
                    fabs(got.centre[2] + known[f].depth * (double)q.box.half_extent[2]);
                if (!(off <= kernel->method->box.volume_bound(0) + 1e-9) ||
                    !(sunk <=
                      (kernel->method->box.centroid_bound(0) + 1e-9) * box_diagonal(q.box))) {
                    fail_box(kernel, "what is known of a flush plane", q, got);
                }
                if (i > 100 && kernel->method->box.volume_bound(0) > 1e-3) {
                    break; // a count, or an approximation: slow, and no better for more questions
                }
            }
        }
    }
}

// -------------------------------------------------------------------------------- polygons

// Through vertices, along edges, through none.
TEST(polygons) {
    const struct outline square = outline_rectangle(2.0, 2.0), star = outline_star(4, 0.5);
    const struct outline diamond = outline_of("diamond", (double[]){0, -1, 1, 0, 0, 1, -1, 0}, 4);
    const struct outline dented =
        outline_of("dented diamond", (double[]){0, -1, 1, -1e-31, 0, 1, -1, 1e-31}, 4);
    const struct outline folded =
        outline_of("all but a line", (double[]){-1, 0, 0, -1e-31, 1, 0, 1, -1, -1, -1, -1, 0}, 6);
    const struct outline *const outlines[] = {&square, &star, &diamond, &dented, &folded};
    static const struct buoy_plane lines[] = {
        {{0, 1, 1}, 0}, {{1, 0, 1}, 0}, {{0, 1, 1}, 1}, {{0, -1, 1}, 1}, {{1, 1, 1}, 0}};
    for (size_t o = 0; o < sizeof outlines / sizeof *outlines; ++o) {
        const struct buoy_polygon polygon = outline_polygon(outlines[o]);
        for (size_t l = 0; l < sizeof lines / sizeof *lines; ++l) {
            for (int i = 0; i < flush_size_count * flush_ways; ++i) {
                const struct buoy_plane p =
                    flush_plane(lines[l], flush_sizes[i / flush_ways], i % flush_ways);
                const struct buoy_line line = {{p.normal[0], p.normal[1]}, p.d};
                struct buoy_area truth;
                buoy_exact_polygon(&polygon, &line, &truth);
                const struct buoy_kernel *kernel;
                for (size_t k = 0; (kernel = next_kernel("polygon", &k));) {
                    expect_area(kernel, "all but flush", outlines[o], line,
                                ask_outline(kernel, outlines[o], line), truth, 0.0, 0.0);
                }
            }
        }
    }
}
