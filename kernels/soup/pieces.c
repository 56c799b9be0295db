// The pieces of a surface that crosses itself, and how often it winds around their inner sides.
//
// Let w be how often the surface winds around the space just inside of a point of it; just outside,
// it winds around w − 1 times. The space that is inside out, counted as often as that, is bounded
// by those points of the surface that have w ≤ 0. Hence, summed over the pieces of the surface on
// which w is constant, with area vectors A and a point x in each,
//   V⁻ = −⅓ Σ A·x over the pieces with w ≤ 0,   and   Σ A = 0 over the same pieces,
// because they close. The second sum checks the first: a piece that was judged wrongly leaves a
// hole. A hole of the sum A makes V⁻ uncertain by about |A| times the body's size, ⅓ of it at most.
//
// w changes only where triangles cross. So a surface without crossings has one w for each of its
// parts; elsewhere, triangles that are crossed are cut along the others. A line through one point
// tells w there; from there to any other point of the triangle w changes by 1 at each crossing.
//
// Triangles that lie upon each other, m of them, are crossed in turn: if the surface winds w times
// around the space inside of all, then w − 1 times inside of all but one, down to w − m + 1.
#include "base/arithmetic.h"

#include "soup/lobes.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"

// Crossings closer to the point of a line than this, times the body's size, are at it: its own
// rounding, and triangles that have the same corners.
#define TOUCHING 0x1p-49

// The most work for one look, in boxes, triangles and pieces looked at: about 20 per triangle
// without crossings, and some 100 for each piece of a triangle that is crossed.
#define MOST_WORK(triangles) ((UINT64_C(1) << 24) + 1024 * (uint64_t)(triangles))

// In place of a number of windings.
#define UNKNOWN INT_MAX
#define AMBIGUOUS INT_MIN

// What bounds the space that is inside out: V⁻ and Σ A.
struct account {
    double volume, area[3];
};

// Triangles on which w is constant, their sums, and the one that is seen best from above.
struct patch {
    double h, area[3]; // six volumes, twice the area vector
    double shadow;
    size_t facet;
    int w;
};

struct survey {
    const struct buoy_surfaces *surfaces;
    const struct buoy_topology *topology; // of the soup
    double size;                          // of the body
    bool trusts_corners; // whether crossed triangles take over w from others at their corners
    struct buoy_pierce *pierce;
    struct buoy_crossings crossings;
    uint32_t *first; // NULL without crossings; facet f is crossed by crosser[first[f]] …
                     // crosser[first[f + 1] − 1]
    uint32_t *crosser;
    uint32_t *patch_of; // per triangle: those that are connected without crossings
    uint32_t patch_count;
    struct patch *patches;
    struct account *accounts; // one per surface
    int *at_vertex;           // per vertex: w near it; AMBIGUOUS if its triangles differ
    struct piece *stack;
    size_t stack_count, stack_room;
    uint64_t most_work;
    double whole_area;
    double unsure;  // volume at pieces whose w is uncertain
    double largest; // volume that is inside out above or below a piece
    struct buoy_lobes *lobes;
};

// A piece of a facet, and the first of its crossers that has not been looked at.
struct piece {
    double corner[3][3];
    uint32_t next;
};

static bool push(struct survey *s, double a[3], double b[3], double c[3], uint32_t next) {
    if (s->stack_count == s->stack_room) {
        const size_t room = 2 * s->stack_room + 64;
        struct piece *stack = buoy_grow(s->stack, room, sizeof *stack);
        if (!stack) {
            return false;
        }
        s->stack = stack;
        s->stack_room = room;
    }
    struct piece *piece = &s->stack[s->stack_count++];
    memcpy(piece->corner[0], a, sizeof piece->corner[0]);
    memcpy(piece->corner[1], b, sizeof piece->corner[1]);
    memcpy(piece->corner[2], c, sizeof piece->corner[2]);
    piece->next = next;
    return true;
}

static void find_middle(double corner[3][3], double middle[3]) {
    for (int k = 0; k < 3; ++k) {
        middle[k] = (corner[0][k] + corner[1][k] + corner[2][k]) / 3.0;
    }
}

// What is known at a point of a facet.
struct known {
    double point[3];
    int w;
    bool certain;
};

// How often the surface winds around the space just inside of a facet's middle, and how far it is
// along a line to the end of the space just outside. If the crossings above and below disagree, the
// facet lies upon another one or is seen edge on: then the answer is the one that leaves nothing
// inside out, and is not certain.
static struct known pierce_middle(struct survey *s, size_t facet, double corner[3][3],
                                  double *stretch) {
    const struct buoy_pierce_facet *f = &s->pierce->facets[facet];
    struct known known;
    find_middle(corner, known.point);
    const struct buoy_corner at = {known.point[0], known.point[1], known.point[2]};
    const struct buoy_turns turns = buoy_pierce_turns(
        s->pierce, s->surfaces->of_triangle[f->triangle], f, &at, TOUCHING * s->size);
    const bool up = f->normal[2] > 0.0;
    const int copies = (int)f->copies;
    *stretch = up ? turns.up : -turns.down;
    known.w = turns.above > turns.below ? turns.above : turns.below;
    known.certain = turns.below - turns.above == (up ? copies : -copies);
    return known;
}

// Notes the middle of the space outside of a piece that is inside out, if more of that is below or
// above the piece than for all before.
static void note_place(struct survey *s, size_t facet, double corner[3][3]) {
    const struct buoy_pierce_frame *frame = &s->pierce->frame;
    double own[3], stretch;
    buoy_twice_area_vector(corner, own);
    if (fabs(own[2]) * 2.0 * s->size <= s->largest) {
        return; // however far the space extends
    }
    const struct known known = pierce_middle(s, facet, corner, &stretch);
    if (!isfinite(stretch) || fabs(own[2] * stretch) <= s->largest) {
        return;
    }
    s->largest = fabs(own[2] * stretch);
    const double *point = known.point, z = point[2] + 0.5 * stretch;
    const double x[3] = {point[0] + frame->slope[0] * z, point[1] + frame->slope[1] * z, z};
    const bool turned = buoy_length(frame->axes[0]) > 0.0;
    for (int k = 0; k < 3; ++k) {
        const double at =
            turned ? frame->axes[0][k] * x[0] + frame->axes[1][k] * x[1] + frame->axes[2][k] * x[2]
                   : x[k];
        s->lobes->at[k] = at + frame->origin[k];
    }
}

static int clamp(int value, int most) {
    return value < 0 ? 0 : value < most ? value : most;
}

// Adds a piece of a facet, with the sums over all pieces that wind alike, w times.
static void weigh(struct survey *s, size_t facet, double corner[3][3], double h,
                  const double area[3], int w, bool certain) {
    const struct buoy_pierce_facet *f = &s->pierce->facets[facet];
    const int copies = (int)f->copies, backwards = copies - clamp(w, copies);
    if (backwards > 0) {
        struct account *account = &s->accounts[s->surfaces->of_triangle[f->triangle]];
        account->volume -= backwards * h / 6.0;
        for (int k = 0; k < 3; ++k) {
            account->area[k] += 0.5 * backwards * area[k];
        }
        note_place(s, facet, corner);
    }
    s->lobes->doubled += clamp(w - 1, copies) * h / 6.0;
    s->unsure += certain ? 0.0 : copies * fabs(h) / 6.0;
}

// -------------------------------------------------------------------------------- crossed facets

static bool is_crossed(const struct survey *s, size_t facet) {
    return s->first && s->first[facet + 1] > s->first[facet];
}

// From a point of a crossed facet to another one, w changes only where others cross it.
static int walk(const struct survey *s, size_t facet, const struct known *from,
                const double to[3]) {
    int w = from->w;
    for (uint32_t i = s->first[facet]; i < s->first[facet + 1]; ++i) {
        w += buoy_turn_between(&s->pierce->facets[s->crosser[i]], from->point, to);
    }
    return w;
}

// A point of a crossed facet, and w there: a corner that is known from its other triangles, or else
// the facet's middle, by a line. Then the other corners are known as well.
static struct known find_known(struct survey *s, size_t facet) {
    struct buoy_pierce_facet *f = &s->pierce->facets[facet];
    struct known known = {.w = UNKNOWN, .certain = true};
    for (int i = 0; i < 3 && s->trusts_corners && known.w == UNKNOWN; ++i) {
        known.w = s->at_vertex[f->vertex[i]] == AMBIGUOUS ? UNKNOWN : s->at_vertex[f->vertex[i]];
        memcpy(known.point, f->corner[i], sizeof known.point);
    }
    if (known.w == UNKNOWN) {
        double stretch;
        known = pierce_middle(s, facet, f->corner, &stretch);
    }
    for (int i = 0; i < 3 && known.certain; ++i) {
        int *w = &s->at_vertex[f->vertex[i]];
        *w = *w == UNKNOWN ? walk(s, facet, &known, f->corner[i]) : *w;
    }
    return known;
}

// Cuts a facet along those that cross it; false if out of memory.
static bool weigh_crossed(struct survey *s, size_t facet) {
    struct buoy_pierce_facet *facets = s->pierce->facets;
    double(*whole)[3] = facets[facet].corner;
    const struct known known = find_known(s, facet);
    bool enough = push(s, whole[0], whole[1], whole[2], s->first[facet]);
    while (enough && s->stack_count > 0 && s->pierce->work <= s->most_work) {
        struct piece piece = s->stack[--s->stack_count];
        double(*v)[3] = piece.corner, p[3], q[3], height[3];
        uint32_t i = piece.next;
        int lone = -1;
        for (; i < s->first[facet + 1]; ++i) {
            const struct buoy_pierce_facet *other = &facets[s->crosser[i]];
            buoy_heights_above(other, v, height);
            lone = buoy_cut_triangle(v, height, p, q);
            if (lone >= 0 && buoy_segment_meets(other, p, q)) {
                break;
            }
        }
        s->pierce->work += s->first[facet + 1] - s->first[facet];
        if (i < s->first[facet + 1]) {
            double *a = v[lone], *b = v[(lone + 1) % 3], *c = v[(lone + 2) % 3];
            enough = push(s, a, p, q, i + 1) && push(s, p, b, c, i + 1) && push(s, p, c, q, i + 1);
        } else {
            double area[3], middle[3];
            buoy_twice_area_vector(v, area);
            find_middle(v, middle);
            weigh(s, facet, v, buoy_dot(area, v[0]), area, walk(s, facet, &known, middle),
                  known.certain);
        }
    }
    s->stack_count = 0;
    return enough;
}

// Lists for each facet the facets that cross it, and makes room for what is known at vertices;
// false if out of memory. Triangles that cross at a corner that they share make w ambiguous there,
// and so do those that count more than once.
static bool list_crossers(struct survey *s, size_t facet_count) {
    const struct buoy_pierce_facet *facets = s->pierce->facets;
    const struct buoy_crossings *c = &s->crossings;
    const size_t vertices = s->surfaces->soup->vertex_count;
    s->first = buoy_allocate_zeroed(facet_count + 2, sizeof *s->first);
    s->crosser = buoy_allocate(2 * c->count, sizeof *s->crosser);
    s->at_vertex = buoy_allocate(vertices, sizeof *s->at_vertex);
    if (!s->first || !s->crosser || !s->at_vertex) {
        return false;
    }
    // While the lists are filled, first[f + 1] is the place of the next crosser of facet f.
    for (size_t i = 0; i < c->count; ++i) {
        ++s->first[c->pairs[i].one + 2];
        ++s->first[c->pairs[i].other + 2];
    }
    for (size_t f = 0; f < facet_count; ++f) {
        s->first[f + 2] += s->first[f + 1];
    }
    for (size_t v = 0; v < vertices; ++v) {
        s->at_vertex[v] = UNKNOWN;
    }
    for (size_t i = 0; i < c->count; ++i) {
        const uint32_t one = c->pairs[i].one, other = c->pairs[i].other;
        s->crosser[s->first[one + 1]++] = other;
        s->crosser[s->first[other + 1]++] = one;
        for (int k = 0; k < 9; ++k) {
            if (facets[one].vertex[k / 3] == facets[other].vertex[k % 3]) {
                s->at_vertex[facets[one].vertex[k / 3]] = AMBIGUOUS;
            }
        }
    }
    for (size_t f = 0; f < facet_count; ++f) {
        for (int k = 0; k < 3 && facets[f].copies > 1; ++k) {
            s->at_vertex[facets[f].vertex[k]] = AMBIGUOUS;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------- one survey

// Finds the triangles that wind alike for certain: those connected across edges that two triangles
// alone share, neither of which is crossed. False if out of memory.
static bool find_patches(struct survey *s, size_t facet_count) {
    const struct buoy_topology *topology = s->topology;
    const struct buoy_soup *soup = s->surfaces->soup;
    const size_t triangles = soup->triangle_count;
    s->patch_of = buoy_allocate(triangles, sizeof *s->patch_of);
    if (!s->patch_of) {
        return false;
    }
    if (s->crossings.count == 0 && topology->non_manifold_edges == 0) {
        memcpy(s->patch_of, topology->part_of_triangle, triangles * sizeof *s->patch_of);
        s->patch_count = topology->part_count;
    } else {
        size_t count;
        uint32_t *sorted = buoy_half_edges_sort(soup, &count);
        bool *crossed = buoy_allocate_zeroed(triangles, sizeof *crossed);
        const bool enough = sorted && crossed;
        for (size_t f = 0; enough && f < facet_count; ++f) {
            crossed[s->pierce->facets[f].triangle] = is_crossed(s, f);
        }
        buoy_forest_init(s->patch_of, (uint32_t)triangles);
        struct buoy_edge edge = {0};
        while (enough && buoy_edge_next(soup, sorted, count, &edge)) {
            const uint32_t one = sorted[edge.first] / 3, other = sorted[edge.end - 1] / 3;
            if (edge.up == 1 && edge.down == 1 && !crossed[one] && !crossed[other]) {
                buoy_forest_unite(s->patch_of, one, other);
            }
        }
        s->patch_count = buoy_forest_number(s->patch_of, (uint32_t)triangles);
        buoy_release(crossed);
        buoy_release(sorted);
        if (!enough) {
            return false;
        }
    }
    s->patches = buoy_allocate_zeroed(s->patch_count, sizeof *s->patches);
    return s->patches;
}

// False if out of memory.
static bool weigh_all(struct survey *s, size_t facet_count) {
    struct buoy_pierce_facet *facets = s->pierce->facets;
    for (size_t f = 0; f < facet_count; ++f) {
        const struct buoy_pierce_facet *facet = &facets[f];
        s->whole_area += 0.5 * facet->copies * buoy_length(facet->normal);
        if (is_crossed(s, f)) {
            continue;
        }
        struct patch *patch = &s->patches[s->patch_of[facet->triangle]];
        patch->h += buoy_dot(facet->normal, facet->corner[0]);
        for (int k = 0; k < 3; ++k) {
            patch->area[k] += facet->normal[k];
        }
        if (fabs(facet->normal[2]) > patch->shadow) {
            patch->shadow = fabs(facet->normal[2]);
            patch->facet = f;
        }
    }
    for (uint32_t p = 0; p < s->patch_count; ++p) {
        struct patch *patch = &s->patches[p];
        if (patch->shadow > 0.0) {
            double(*corner)[3] = facets[patch->facet].corner, stretch;
            const struct known known = pierce_middle(s, patch->facet, corner, &stretch);
            patch->w = known.certain ? known.w : AMBIGUOUS;
            weigh(s, patch->facet, corner, patch->h, patch->area, known.w, known.certain);
        }
    }
    // Uncrossed triangles tell w at their corners.
    for (size_t f = 0; s->crossings.count > 0 && f < facet_count; ++f) {
        const struct patch *patch = &s->patches[s->patch_of[facets[f].triangle]];
        for (int i = 0; i < 3 && !is_crossed(s, f) && patch->shadow > 0.0; ++i) {
            int *at = &s->at_vertex[facets[f].vertex[i]];
            *at = *at == UNKNOWN || *at == patch->w ? patch->w : AMBIGUOUS;
        }
    }
    for (size_t f = 0; f < facet_count; ++f) {
        if (is_crossed(s, f) && !weigh_crossed(s, f)) {
            return false;
        }
    }
    return true;
}

// Surveys all surfaces; BUOY_ERROR_MEMORY, or BUOY_ERROR_TOO_LARGE if it takes too much work.
static enum buoy_status weigh_surfaces(struct survey *s) {
    BUOY_TRY(buoy_crossings_find(s->pierce, s->most_work, &s->crossings));
    const bool crossed = s->crossings.count > 0;
    const size_t facets = s->pierce->surface[s->surfaces->count - 1].end;
    s->accounts = buoy_allocate_zeroed(s->surfaces->count, sizeof *s->accounts);
    if (!s->accounts || (crossed && !list_crossers(s, facets)) || !find_patches(s, facets) ||
        !weigh_all(s, facets)) {
        return BUOY_ERROR_MEMORY;
    }
    double holes = 0.0;
    for (uint32_t i = 0; i < s->surfaces->count; ++i) {
        s->lobes->inverted += s->accounts[i].volume;
        holes += buoy_length(s->accounts[i].area);
    }
    const double noise = crossed ? 2.0 * s->pierce->frame.noise * s->whole_area : 0.0;
    s->lobes->doubt = s->size * holes / 3.0 + s->unsure + noise;
    s->lobes->inverted = fmax(s->lobes->inverted, 0.0);
    return s->pierce->work > s->most_work ? BUOY_ERROR_TOO_LARGE : BUOY_OK;
}

enum buoy_status buoy_pieces_weigh(const struct buoy_surfaces *surfaces,
                                   const struct buoy_topology *topology, double size,
                                   bool trusts_corners, struct buoy_lobes *lobes) {
    memset(lobes, 0, sizeof *lobes);
    struct survey s = {.surfaces = surfaces,
                       .topology = topology,
                       .size = size,
                       .trusts_corners = trusts_corners,
                       .pierce = buoy_pierce_make(surfaces),
                       .most_work = MOST_WORK(surfaces->soup->triangle_count),
                       .lobes = lobes};
    enum buoy_status status = s.pierce ? weigh_surfaces(&s) : BUOY_ERROR_MEMORY;
    if (status == BUOY_ERROR_TOO_LARGE) {
        *lobes = (struct buoy_lobes){.doubt = (double)INFINITY};
        status = BUOY_OK;
    }
    buoy_pierce_free(s.pierce);
    buoy_crossings_free(&s.crossings);
    void *const arrays[] = {s.first,    s.crosser,   s.patch_of, s.patches,
                            s.accounts, s.at_vertex, s.stack};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        buoy_release(arrays[i]);
    }
    return status;
}
