// How much of the space that a closed surface encloses is inside out.
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
// Before all that comes what costs next to nothing: a part whose triangles all face away from one
// point winds around nothing backwards, for each ray from that point leaves it at every crossing.
// Convex parts do so, and most bodies that are not convex.
//
// The vertices are first moved at random by 2⁻³⁸ of the body's size, so that neither corners nor
// edges nor planes of triangles meet by coincidence; that is 2¹⁵ roundings. The volumes change by
// no more than the surface times as much, and the noise does not open edges.
#include "winding/lobes.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "soup/forest.h"
#include "winding/crossings.h"

#define NOISE 0x1p-38

// Nearly upright, so that boxes around the faces of bodies made of right angles stay flat.
#define SLOPE                                                                                      \
    { 0.0020141601562500, 0.0009155273437500 }

// A triangle faces away from a point although the sum that says so is below 0 by this share of its
// terms: a few roundings.
#define EDGE_ON 0x1p-46

// Crossings closer to the point of a line than this, times the body's size, are at it: its own
// rounding, and triangles that have the same corners.
#define TOUCHING 0x1p-49

// The most work for one look, in boxes, triangles and pieces looked at: about 20 per triangle
// without crossings, and some 100 for each piece of a triangle that is crossed.
#define MOST_WORK(triangles) ((UINT64_C(1) << 24) + 1024 * (uint64_t)(triangles))

// How often other noise is tried if the check fails.
#define ATTEMPTS 3

#define NONE UINT32_MAX

// In place of a number of windings.
#define UNKNOWN INT_MAX
#define AMBIGUOUS INT_MIN

// What is known of a part before the search.
struct part {
    double six_volume, moment[3];
    bool radiant; // its triangles all face away from its centroid
};

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
    const struct buoy_lobes_query *query;
    struct part *parts;
    double origin[3], size; // of the bounding box: centre and half the diagonal
    uint32_t surface_count;
    uint32_t *of_triangle; // surfaces, as for struct buoy_surfaces
    struct buoy_pierce *pierce;
    struct buoy_crossings crossings;
    uint32_t *first; // facet f is crossed by crossing[first[f]] … crossing[first[f + 1] − 1]
    uint32_t *crosser;
    uint32_t *patch_of; // per triangle: those that are connected without crossings
    uint32_t patch_count;
    struct patch *patches;
    struct account *accounts; // one per surface
    int *at_vertex;           // per vertex: w near it; AMBIGUOUS if its triangles differ
    bool trusts_corners;      // whether crossed triangles take that over
    struct piece *stack;
    size_t stack_count, stack_room;
    uint64_t most_work;
    double whole_area;
    double largest; // of the places that are inside out: stretch times area
    struct buoy_lobes *lobes;
};

// ------------------------------------------------------------------------------ radiant parts

static void read_corners(const struct survey *s, size_t triangle, double v[3][3]) {
    const struct buoy_soup *soup = s->query->soup;
    for (size_t i = 0; i < 9; ++i) {
        const size_t at = 3 * (size_t)soup->indices[3 * triangle + i / 3] + i % 3;
        v[i / 3][i % 3] = soup->positions[at] - s->origin[i % 3];
    }
}

static void find_area(double v[3][3], double area[3]) {
    double a[3], b[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = v[1][k] - v[0][k];
        b[k] = v[2][k] - v[0][k];
    }
    buoy_cross_product(a, b, area);
}

static void find_box(struct survey *s) {
    const struct buoy_soup *soup = s->query->soup;
    double squares = 0.0;
    for (size_t k = 0; k < 3; ++k) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (size_t i = 0; i < soup->vertex_count; ++i) {
            const double x = soup->positions[3 * i + k];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        s->origin[k] = 0.5 * (low + high);
        squares += (high - low) * (high - low);
    }
    s->size = 0.5 * sqrt(squares);
}

static void measure_parts(struct survey *s) {
    const uint32_t *part_of = s->query->topology->part_of_triangle;
    for (size_t t = 0; t < s->query->soup->triangle_count; ++t) {
        if (part_of[t] == BUOY_NO_PART) {
            continue;
        }
        struct part *part = &s->parts[part_of[t]];
        double v[3][3], area[3];
        read_corners(s, t, v);
        find_area(v, area);
        const double h = buoy_dot(area, v[0]);
        part->six_volume += h;
        for (int k = 0; k < 3; ++k) {
            part->moment[k] += h * (v[0][k] + v[1][k] + v[2][k]);
        }
    }
    for (uint32_t i = 0; i < s->query->topology->part_count; ++i) {
        struct part *part = &s->parts[i];
        part->radiant = part->six_volume > 0.0;
        for (int k = 0; k < 3 && part->radiant; ++k) {
            part->moment[k] /= 4.0 * part->six_volume; // now the centroid
        }
    }
}

// Looks whether any triangle faces its part's centroid; returns whether any part has such a
// triangle, or negative volume.
static bool find_radiant(struct survey *s) {
    const uint32_t *part_of = s->query->topology->part_of_triangle;
    for (size_t t = 0; t < s->query->soup->triangle_count; ++t) {
        if (part_of[t] == BUOY_NO_PART || !s->parts[part_of[t]].radiant) {
            continue;
        }
        struct part *part = &s->parts[part_of[t]];
        double v[3][3], area[3], h = 0.0, size = 0.0;
        read_corners(s, t, v);
        find_area(v, area);
        for (int k = 0; k < 3; ++k) {
            const double term = area[k] * (v[0][k] - part->moment[k]);
            h += term;
            size += fabs(term);
        }
        part->radiant = h >= -EDGE_ON * size;
    }
    bool found = false;
    for (uint32_t i = 0; i < s->query->topology->part_count; ++i) {
        found |= !s->parts[i].radiant;
    }
    return found;
}

// ------------------------------------------------------------------------------------- pieces

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

// How often the surface winds around the space just inside of a point of a facet, and how far it is
// along a line to the end of the space just outside. If the crossings above and below disagree, the
// facet lies upon another one or is seen edge on: then the answer is the one that leaves nothing
// inside out.
static int pierce_at(struct survey *s, size_t facet, const double point[3], double *stretch) {
    const struct buoy_pierce_facet *f = &s->pierce->facets[facet];
    const struct buoy_corner at = {point[0], point[1], point[2]};
    const struct buoy_turns turns = buoy_pierce_turns_at(s->pierce, s->of_triangle[f->triangle],
                                                         facet, &at, TOUCHING * s->size);
    const bool up = f->normal[2] > 0.0;
    *stretch = up ? turns.up : -turns.down;
    return turns.above > turns.below ? turns.above : turns.below;
}

// Notes the middle of the space outside of a piece that is inside out, if that piece is larger than
// all before.
static void note_place(struct survey *s, size_t facet, double corner[3][3]) {
    const struct buoy_pierce_frame *frame = &s->pierce->frame;
    double own[3], point[3], stretch;
    find_area(corner, own);
    if (fabs(own[2]) > s->largest) {
        find_middle(corner, point);
        pierce_at(s, facet, point, &stretch);
        if (isfinite(stretch)) {
            s->largest = fabs(own[2]);
            const double z = point[2] + 0.5 * stretch;
            s->lobes->at[0] = point[0] + frame->slope[0] * z + frame->origin[0];
            s->lobes->at[1] = point[1] + frame->slope[1] * z + frame->origin[1];
            s->lobes->at[2] = z + frame->origin[2];
        }
    }
}

// Adds a piece of a facet, with the sums over all pieces that wind alike, w times.
static void weigh(struct survey *s, size_t facet, double corner[3][3], double h,
                  const double area[3], int w) {
    if (w <= 0) {
        struct account *account = &s->accounts[s->of_triangle[s->pierce->facets[facet].triangle]];
        account->volume -= h / 6.0;
        for (int k = 0; k < 3; ++k) {
            account->area[k] += 0.5 * area[k];
        }
        note_place(s, facet, corner);
    } else if (w >= 2) {
        s->lobes->doubled += h / 6.0;
    }
}

// What is known at a point of a facet.
struct known {
    double point[3];
    int w;
};

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
    struct known known = {.w = UNKNOWN};
    for (int i = 0; i < 3 && s->trusts_corners && known.w == UNKNOWN; ++i) {
        known.w = s->at_vertex[f->vertex[i]] == AMBIGUOUS ? UNKNOWN : s->at_vertex[f->vertex[i]];
        memcpy(known.point, f->corner[i], sizeof known.point);
    }
    if (known.w == UNKNOWN) {
        double stretch;
        find_middle(f->corner, known.point);
        known.w = pierce_at(s, facet, known.point, &stretch);
    }
    for (int i = 0; i < 3; ++i) {
        int *w = &s->at_vertex[f->vertex[i]];
        *w = *w == UNKNOWN ? walk(s, facet, &known, f->corner[i]) : *w;
    }
    return known;
}

// Cuts a facet along those that cross it.
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
            find_area(v, area);
            find_middle(v, middle);
            weigh(s, facet, v, buoy_dot(area, v[0]), area, walk(s, facet, &known, middle));
        }
    }
    s->stack_count = 0;
    return enough;
}

// -------------------------------------------------------------------------------- one survey

// Lists for each facet the facets that cross it.
static bool list_crossers(struct survey *s, size_t facet_count) {
    const struct buoy_crossings *c = &s->crossings;
    s->first = buoy_allocate_zeroed(facet_count + 2, sizeof *s->first);
    s->crosser = buoy_allocate(2 * c->count, sizeof *s->crosser);
    if (!s->first || !s->crosser) {
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
    for (size_t i = 0; i < c->count; ++i) {
        s->crosser[s->first[c->pairs[i].one + 1]++] = c->pairs[i].other;
        s->crosser[s->first[c->pairs[i].other + 1]++] = c->pairs[i].one;
    }
    return true;
}

static bool is_crossed(const struct survey *s, size_t facet) {
    return s->first[facet + 1] > s->first[facet];
}

// Connects triangles across the edges that they alone share, if neither is crossed.
static bool connect_uncrossed(struct survey *s, size_t facet_count) {
    const struct buoy_soup *soup = s->query->soup;
    uint32_t *sorted = NULL;
    size_t count = 0;
    bool *crossed = buoy_allocate_zeroed(soup->triangle_count, sizeof *crossed);
    const bool enough = crossed && buoy_half_edges_sort(soup, &sorted, &count) == BUOY_OK;
    if (enough) {
        for (size_t f = 0; f < facet_count; ++f) {
            crossed[s->pierce->facets[f].triangle] = is_crossed(s, f);
        }
        buoy_forest_init(s->patch_of, (uint32_t)soup->triangle_count);
        for (struct buoy_edge edge = {.end = 0}; edge.end < count;) {
            edge = buoy_edge_scan(soup, sorted, count, edge.end);
            const uint32_t one = sorted[edge.first] / 3, other = sorted[edge.end - 1] / 3;
            if (edge.up == 1 && edge.down == 1 && !crossed[one] && !crossed[other]) {
                buoy_forest_unite(s->patch_of, one, other);
            }
        }
        s->patch_count = buoy_forest_number(s->patch_of, (uint32_t)soup->triangle_count);
    }
    buoy_release(crossed);
    buoy_release(sorted);
    return enough;
}

// Finds the triangles that wind alike for certain.
static bool find_patches(struct survey *s, size_t facet_count) {
    const struct buoy_topology *topology = s->query->topology;
    const size_t triangles = s->query->soup->triangle_count;
    s->patch_of = buoy_allocate(triangles, sizeof *s->patch_of);
    if (!s->patch_of) {
        return false;
    }
    if (s->crossings.count > 0 || topology->non_manifold_edges > 0) {
        if (!connect_uncrossed(s, facet_count)) {
            return false;
        }
    } else {
        memcpy(s->patch_of, topology->part_of_triangle, triangles * sizeof *s->patch_of);
        s->patch_count = topology->part_count;
    }
    s->patches = buoy_allocate_zeroed(s->patch_count, sizeof *s->patches);
    return s->patches;
}

static void add_to_patch(struct survey *s, size_t facet) {
    struct buoy_pierce_facet *f = &s->pierce->facets[facet];
    struct patch *patch = &s->patches[s->patch_of[f->triangle]];
    double area[3];
    find_area(f->corner, area);
    patch->h += buoy_dot(area, f->corner[0]);
    for (int k = 0; k < 3; ++k) {
        patch->area[k] += area[k];
    }
    if (fabs(area[2]) > patch->shadow) {
        patch->shadow = fabs(area[2]);
        patch->facet = facet;
    }
    s->whole_area += 0.5 * buoy_length(area);
}

// Triangles that cross at a corner that they share make w ambiguous there.
static void mark_vertices(struct survey *s) {
    const struct buoy_pierce_facet *facets = s->pierce->facets;
    for (size_t v = 0; v < s->query->soup->vertex_count; ++v) {
        s->at_vertex[v] = UNKNOWN;
    }
    for (size_t i = 0; i < s->crossings.count; ++i) {
        const uint32_t *a = facets[s->crossings.pairs[i].one].vertex;
        const uint32_t *b = facets[s->crossings.pairs[i].other].vertex;
        for (int k = 0; k < 9; ++k) {
            if (a[k / 3] == b[k % 3]) {
                s->at_vertex[a[k / 3]] = AMBIGUOUS;
            }
        }
    }
}

// Uncrossed triangles tell w at their corners.
static void tell_corners(struct survey *s, size_t facet, int w) {
    for (int i = 0; i < 3; ++i) {
        int *at = &s->at_vertex[s->pierce->facets[facet].vertex[i]];
        *at = *at == UNKNOWN || *at == w ? w : AMBIGUOUS;
    }
}

static bool weigh_all(struct survey *s, size_t facet_count) {
    for (size_t f = 0; f < facet_count; ++f) {
        if (!is_crossed(s, f)) {
            add_to_patch(s, f);
        }
    }
    for (uint32_t p = 0; p < s->patch_count; ++p) {
        struct patch *patch = &s->patches[p];
        if (patch->shadow > 0.0) {
            double(*corner)[3] = s->pierce->facets[patch->facet].corner, middle[3], stretch;
            find_middle(corner, middle);
            patch->w = pierce_at(s, patch->facet, middle, &stretch);
            weigh(s, patch->facet, corner, patch->h, patch->area, patch->w);
        }
    }
    if (s->crossings.count == 0) {
        return true;
    }
    mark_vertices(s);
    for (size_t f = 0; f < facet_count; ++f) {
        const struct patch *patch = &s->patches[s->patch_of[s->pierce->facets[f].triangle]];
        if (!is_crossed(s, f) && patch->shadow > 0.0) {
            tell_corners(s, f, patch->w);
        }
    }
    for (size_t f = 0; f < facet_count; ++f) {
        if (is_crossed(s, f) && !weigh_crossed(s, f)) {
            return false;
        }
    }
    return true;
}

static void sum_up(struct survey *s) {
    double holes = 0.0;
    for (uint32_t i = 0; i < s->surface_count; ++i) {
        s->lobes->inverted += s->accounts[i].volume;
        holes += buoy_length(s->accounts[i].area);
    }
    const double noise = s->crossings.count > 0 ? 2.0 * NOISE * s->whole_area : 0.0;
    s->lobes->doubt = s->size * (holes / 3.0 + noise);
    s->lobes->inverted = fmax(s->lobes->inverted, 0.0);
    if (s->pierce->work > s->most_work) {
        *s->lobes = (struct buoy_lobes){.doubt = (double)INFINITY};
    }
}

// Surveys all surfaces; BUOY_ERROR_MEMORY, or BUOY_ERROR_TOO_LARGE if it takes too much work.
static enum buoy_status weigh_surfaces(struct survey *s) {
    enum buoy_status status = buoy_crossings_find(s->pierce, s->most_work, &s->crossings);
    if (status != BUOY_OK) {
        return status;
    }
    const size_t facets = s->pierce->surface[s->surface_count - 1].end;
    s->accounts = buoy_allocate_zeroed(s->surface_count, sizeof *s->accounts);
    s->at_vertex = buoy_allocate(s->query->soup->vertex_count, sizeof *s->at_vertex);
    if (!s->accounts || !s->at_vertex || !list_crossers(s, facets) || !find_patches(s, facets) ||
        !weigh_all(s, facets)) {
        return BUOY_ERROR_MEMORY;
    }
    sum_up(s);
    return BUOY_OK;
}

// Looks at each part that is not radiant by itself, or at all parts together.
static enum buoy_status look(struct survey *s, bool together, uint64_t seed) {
    const struct buoy_soup *soup = s->query->soup;
    const struct buoy_topology *topology = s->query->topology;
    const double *at = s->origin;
    const struct buoy_pierce_frame frame = {{at[0], at[1], at[2]}, NOISE * s->size, SLOPE, seed};
    memset(s->lobes, 0, sizeof *s->lobes);
    s->surface_count = together ? 1 : topology->part_count;
    s->largest = s->whole_area = 0.0;
    s->most_work = MOST_WORK(soup->triangle_count);
    s->trusts_corners = seed == 1;
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        const uint32_t part = topology->part_of_triangle[t];
        const bool counts = part != BUOY_NO_PART && (together || !s->parts[part].radiant);
        s->of_triangle[t] = !counts ? NONE : together ? 0 : part;
    }
    s->pierce = buoy_pierce_make(&(struct buoy_surfaces){.soup = soup,
                                                         .count = s->surface_count,
                                                         .of_triangle = s->of_triangle,
                                                         .order = s->query->order,
                                                         .frame = &frame});
    enum buoy_status status = s->pierce ? weigh_surfaces(s) : BUOY_ERROR_MEMORY;
    if (status == BUOY_ERROR_TOO_LARGE) {
        *s->lobes = (struct buoy_lobes){.doubt = (double)INFINITY};
        status = BUOY_OK;
    }
    buoy_pierce_free(s->pierce);
    buoy_crossings_free(&s->crossings);
    void *const arrays[] = {s->first,    s->crosser,   s->patch_of, s->patches,
                            s->accounts, s->at_vertex, s->stack};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        buoy_release(arrays[i]);
    }
    s->first = s->crosser = s->patch_of = NULL;
    s->patches = NULL;
    s->accounts = NULL;
    s->at_vertex = NULL;
    s->stack = NULL;
    s->stack_room = 0;
    return status;
}

// Repeats a survey with other noise until its doubt does not matter.
static enum buoy_status look_again(struct survey *s, bool together) {
    enum buoy_status status = BUOY_OK;
    for (uint64_t seed = 1; seed <= ATTEMPTS && status == BUOY_OK; ++seed) {
        status = look(s, together, seed);
        const struct buoy_lobes *l = s->lobes;
        if (isinf(l->doubt) || l->inverted + l->doubt <= s->query->most ||
            l->inverted - l->doubt > s->query->most) {
            break;
        }
    }
    return status;
}

static enum buoy_status survey(struct survey *s) {
    find_box(s);
    measure_parts(s);
    if (!find_radiant(s) && !s->query->doubled) {
        return BUOY_OK;
    }
    bool together = s->query->doubled;
    for (uint32_t i = 0; i < s->query->topology->part_count; ++i) {
        together |= s->parts[i].six_volume < 0.0; // a cavity, perhaps
    }
    enum buoy_status status = BUOY_OK;
    if (!together) {
        status = look_again(s, false);
        const double most = s->lobes->inverted + s->lobes->doubt;
        together = most > s->query->most && !isinf(most);
    }
    return status == BUOY_OK && together ? look_again(s, true) : status;
}

enum buoy_status buoy_lobes_find(const struct buoy_lobes_query *query, struct buoy_lobes *lobes) {
    memset(lobes, 0, sizeof *lobes);
    struct survey s = {.query = query, .lobes = lobes};
    s.parts = buoy_allocate_zeroed(query->topology->part_count, sizeof *s.parts);
    s.of_triangle = buoy_allocate(query->soup->triangle_count, sizeof *s.of_triangle);
    const enum buoy_status status = s.parts && s.of_triangle ? survey(&s) : BUOY_ERROR_MEMORY;
    buoy_release(s.parts);
    buoy_release(s.of_triangle);
    return status;
}
