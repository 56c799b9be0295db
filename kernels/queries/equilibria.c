// All attitudes in which a body floats at rest: searches from many starts, in rounds that end when
// a round brings nothing new.
//
// Minima are found by rolling downhill, other attitudes by Newton's method. Where every one of them
// is isolated, minima − saddles + maxima = 2 (Morse, on a sphere): as long as that does not hold, a
// search for all goes on: between neighbouring minima, and maxima, and then from more starts.
//
// Attitudes are related if a walk between them, which keeps the energy level across itself, stays
// within RIPPLE: a body of revolution made of facets has a ring of faint minima and saddles. Many
// of them are a family, for which one stands; a few are not: next to the density at which one
// attitude becomes two, these lie as near to each other, and the saddle between them as low.
#include "base/arithmetic.h"

#include <math.h>

#include "base/status.h"
#include "base/vector.h"
#include "queries/rest.h"

// Attitudes nearer to each other are one: 0.01°, in radians.
#define SAME 1.745e-4

// The energy's change along a family, as a share of the least half extent. Facets of a sphere of
// 1,280 triangles cause some 4e-5, those of a barrel of 1,000 some 1e-5.
#define RIPPLE 1e-4

// How many related attitudes of one kind, minima, saddles or maxima, are a family.
#define FAMILY 10

// How many rings of related attitudes are remembered. More are walked anew each time.
#define RINGS 4

// Energies nearer than that, baked frame, are the same but for rounding.
#define TIE 1e-10

// The distance up to which a saddle is looked for between two minima or maxima.
#define NEIGHBOURS 0.8

// Starts per edge of a cube's faces in the first round; each further round doubles them.
#define FIRST_EDGE 3
#define MOST_ROUNDS 4
#define LEAST_ROUNDS 2

struct searching {
    struct buoy_floater floater;
    bool all;
    double turn[3][3]; // of the starts
    double band;       // RIPPLE, baked frame
    struct buoy_attitude *attitudes;
    size_t capacity, count;
    bool news; // whether the round found something new
    bool full; // whether there was no room
    struct buoy_trail rings[RINGS];
};

static struct buoy_attitude describe(const struct buoy_floater *floater,
                                     const struct buoy_rest *rest) {
    const struct buoy_mesh *mesh = floater->mesh;
    const double scale = mesh->scale;
    struct buoy_hydrostatics at;
    buoy_given_section(mesh, &rest->at.at, &at);
    const double *n = rest->at.water.n;
    return (struct buoy_attitude){
        .up = {n[0], n[1], n[2]},
        .d = buoy_given_offset(mesh, &rest->at.water),
        .volume = at.volume,
        .centre = {at.centre[0], at.centre[1], at.centre[2]},
        .gm_min = rest->gm.smaller * scale,
        .gm_max = rest->gm.larger * scale,
        .energy = rest->at.energy * scale,
        .stable = buoy_rest_is_stable(floater, rest),
    };
}

// ------------------------------------------------------------------------------------ families

// Whether an attitude comes before another: lower, or, of two as low, its n first by x, y, z.
static bool comes_first(const struct buoy_attitude *a, const struct buoy_attitude *b, double tie) {
    if (fabs(a->energy - b->energy) > tie) {
        return a->energy < b->energy;
    }
    for (int i = 0; i < 3; ++i) {
        if (fabs(a->up[i] - b->up[i]) > SAME) {
            return a->up[i] > b->up[i];
        }
    }
    return false;
}

static int kind(const struct buoy_attitude *a) {
    return (a->gm_min > 0.0) + (a->gm_max > 0.0); // 0 for maxima, 2 for minima
}

// Puts the first of the related attitudes, which are at places[count], in place of all of them.
static void found_family(struct searching *search, const size_t *places, size_t count) {
    const double tie = TIE * search->floater.mesh->scale;
    struct buoy_attitude *a = search->attitudes, *stands = &a[places[0]];
    for (size_t i = 1; i < count; ++i) {
        if (comes_first(&a[places[i]], stands, tie)) {
            *stands = a[places[i]];
        }
    }
    stands->family = true;
    for (size_t i = count; i-- > 1;) { // from the last, which moves down what is behind
        --search->count;
        for (size_t k = places[i]; k < search->count; ++k) {
            a[k] = a[k + 1];
        }
    }
}

// The ring on which an attitude lies, or a new one; NULL if there are too many.
static struct buoy_trail *ring_of(struct searching *search, const struct buoy_attitude *known) {
    const double energy = known->energy * search->floater.mesh->inverse_scale;
    struct buoy_trail *ring = search->rings, *end = ring + RINGS;
    while (ring < end && ring->count > 0 &&
           !buoy_trail_passes(ring, known->up, energy, search->band)) {
        ++ring;
    }
    return ring < end ? ring : NULL;
}

static bool are_on_ring(struct searching *search, const struct buoy_attitude *known,
                        const struct buoy_rest *rest) {
    const struct buoy_trail *ring = ring_of(search, known);
    return ring && buoy_trail_passes(ring, rest->at.water.n, rest->at.energy, search->band);
}

// Whether the energy hardly changes between an attitude and a rest.
static bool are_related(struct searching *search, const struct buoy_attitude *known,
                        const struct buoy_rest *rest) {
    const double scale = search->floater.mesh->scale;
    return fabs(rest->at.energy * scale - known->energy) <= search->band * scale &&
           (are_on_ring(search, known, rest) ||
            buoy_walk_is_level(&search->floater, known->up, rest, search->band,
                               ring_of(search, known)));
}

// Whether a rest adds nothing to what was found: it is there already, or on the ring of a family
// that it would not stand for.
static bool is_known(struct searching *search, const struct buoy_rest *rest) {
    const double scale = search->floater.mesh->scale, *n = rest->at.water.n;
    const struct buoy_attitude found = {.up = {n[0], n[1], n[2]},
                                        .energy = rest->at.energy * scale};
    for (size_t i = 0; i < search->count; ++i) {
        const struct buoy_attitude *known = &search->attitudes[i];
        if (buoy_distance(n, known->up) <= SAME ||
            (known->family && !comes_first(&found, known, TIE * scale) &&
             are_on_ring(search, known, rest))) {
            return true;
        }
    }
    return false;
}

// Adds a rest, unless it is known or of a known family, which it may then stand for.
static void insert(struct searching *search, const struct buoy_rest *rest) {
    if (is_known(search, rest)) {
        return;
    }
    const double scale = search->floater.mesh->scale;
    struct buoy_attitude found = describe(&search->floater, rest);
    size_t related[FAMILY], count = 0;
    for (size_t i = 0; i < search->count && count < FAMILY - 1; ++i) {
        struct buoy_attitude *known = &search->attitudes[i];
        if (!are_related(search, known, rest)) {
            continue;
        }
        if (known->family) {
            found.family = true;
            *known = comes_first(&found, known, TIE * scale) ? found : *known;
            return;
        }
        if (kind(&found) == kind(known)) {
            related[count++] = i;
        }
    }
    if (search->count == search->capacity) {
        search->full = true;
        return;
    }
    related[count++] = search->count;
    search->attitudes[search->count++] = found;
    search->news = true;
    if (count == FAMILY) {
        found_family(search, related, count);
    }
}

// --------------------------------------------------------------------------------------- starts

static void search_from(struct searching *search, const double n[3]) {
    struct buoy_rest start, rest;
    if (!buoy_rest_at(&search->floater, n, NULL, &start)) {
        return;
    }
    rest = start;
    if (buoy_roll_downhill(&search->floater, &rest) && !is_known(search, &rest) &&
        (search->all || buoy_rest_is_stable(&search->floater, &rest))) {
        insert(search, &rest);
    }
    rest = start;
    if (search->all && buoy_find_level(&search->floater, &rest)) {
        insert(search, &rest);
    }
}

// Searches from the pass between two minima, or two maxima, where the saddle between them is near.
static void search_pass(struct searching *search, const double from[3], const double to[3],
                        bool minima) {
    struct buoy_rest pass;
    if (buoy_walk_to_pass(&search->floater, from, to, minima, &pass) &&
        buoy_find_level(&search->floater, &pass)) {
        insert(search, &pass);
    }
}

static void search_passes(struct searching *search) {
    for (size_t i = 1; i < search->count; ++i) {
        for (size_t j = 0; j < i && i < search->count; ++j) { // a family may make them fewer
            const struct buoy_attitude a = search->attitudes[i], b = search->attitudes[j];
            if (kind(&a) == kind(&b) && kind(&a) != 1 && buoy_distance(a.up, b.up) < NEIGHBOURS) {
                search_pass(search, a.up, b.up, kind(&a) == 2);
            }
        }
    }
}

// The centres of edge² cells on each face of a cube, and for the first round the axes, too.
static void search_round(struct searching *search, uint32_t edge) {
    for (uint32_t i = 0; i < 6 * edge * edge; ++i) {
        const uint32_t face = i / (edge * edge), row = i / edge % edge, column = i % edge;
        const double on_cube[3] = {(2.0 * row + 1.0) / edge - 1.0,
                                   (2.0 * column + 1.0) / edge - 1.0, face % 2 ? 1.0 : -1.0};
        double n[3];
        for (int j = 0; j < 3; ++j) {
            n[j] = 0.0;
            for (uint32_t k = 0; k < 3; ++k) {
                n[j] += search->turn[j][k] * on_cube[(k + face / 2) % 3];
            }
        }
        buoy_unit(n);
        search_from(search, n);
    }
    for (int i = 0; i < 6 && edge == FIRST_EDGE; ++i) {
        search_from(search, (const double[3]){(i == 0) - (i == 1), (i == 2) - (i == 3),
                                              (i == 4) - (i == 5)});
    }
}

// Turns the starts by a quaternion of the seed (splitmix64), away from a body's planes of symmetry.
static void set_turn(struct searching *search, uint64_t seed) {
    double q[4], length2 = 0.0;
    for (int i = 0; i < 4; ++i) {
        uint64_t x = (seed += UINT64_C(0x9e3779b97f4a7c15));
        x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
        q[i] = (double)((x ^ (x >> 31)) >> 12) * 0x1p-51 - 1.0;
        length2 += q[i] * q[i];
    }
    const double two = 2.0 / length2, x = q[0], y = q[1], z = q[2], w = q[3];
    const double turn[3][3] = {
        {1.0 - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
        {two * (x * y + w * z), 1.0 - two * (x * x + z * z), two * (y * z - w * x)},
        {two * (x * z - w * y), two * (y * z + w * x), 1.0 - two * (x * x + y * y)},
    };
    for (int i = 0; i < 9; ++i) {
        search->turn[i / 3][i % 3] = turn[i / 3][i % 3];
    }
}

// Whether minima − saddles + maxima = 2, or a family makes the sum tell nothing.
static bool is_complete(const struct searching *search) {
    ptrdiff_t sum = 0;
    for (size_t i = 0; i < search->count; ++i) {
        const struct buoy_attitude *a = &search->attitudes[i];
        if (a->family) {
            return true;
        }
        sum += kind(a) == 1 ? -1 : 1;
    }
    return sum == 2;
}

static void search_all(struct searching *search) {
    uint32_t edge = FIRST_EDGE;
    for (int round = 0; round < MOST_ROUNDS && !search->full; ++round, edge *= 2) {
        search->news = false;
        search_round(search, edge);
        if (search->all && !is_complete(search)) {
            search_passes(search);
        }
        const bool open_end = search->all && !is_complete(search);
        if (round + 1 >= LEAST_ROUNDS && !search->news && !open_end) {
            return;
        }
    }
}

// Takes out an attitude that a family found later stands for: one of another kind, or of another
// family. False if there is none.
static bool absorb_one(struct searching *search) {
    struct buoy_attitude *a = search->attitudes;
    for (size_t i = 0; i < search->count; ++i) {
        for (size_t j = 0; a[i].family && j < search->count; ++j) {
            struct buoy_rest rest;
            if (i != j && buoy_rest_at(&search->floater, a[j].up, NULL, &rest) &&
                are_related(search, &a[i], &rest)) {
                found_family(search, (size_t[2]){i, j}, 2);
                return true;
            }
        }
    }
    return false;
}

// Insertion sort: there are few, and nearly all come in no order.
static void sort(struct searching *search) {
    struct buoy_attitude *a = search->attitudes;
    for (size_t i = 1; i < search->count; ++i) {
        const struct buoy_attitude moved = a[i];
        size_t j = i;
        for (; j > 0 && comes_first(&moved, &a[j - 1], TIE * search->floater.mesh->scale); --j) {
            a[j] = a[j - 1];
        }
        a[j] = moved;
    }
}

// -------------------------------------------------------------------------------------- entries

enum buoy_status buoy_equilibria(const struct buoy_floating *body,
                                 const struct buoy_equilibria_options *options,
                                 struct buoy_attitude *attitudes, size_t capacity, size_t *count,
                                 struct buoy_error *error) {
    BUOY_REFUSE_IF(!options || !attitudes || !count, ARGUMENT, "%s",
                   !options     ? "no options"
                   : !attitudes ? "no room for attitudes"
                                : "no room for their count");
    struct searching search = {.all = options->all, .attitudes = attitudes, .capacity = capacity};
    BUOY_TRY(buoy_make_floater(body, &search.floater, error));
    const double *half = body->mesh->half_extent;
    search.band = RIPPLE * search.floater.range * fmin(half[0], fmin(half[1], half[2]));
    set_turn(&search, options->seed);
    search_all(&search);
    while (absorb_one(&search)) {
    }
    sort(&search);
    *count = search.count;
    return search.full ? buoy_fail(error, BUOY_ERROR_SCRATCH,
                                   "there are more attitudes than there is room for, %zu", capacity)
                       : buoy_succeed(error);
}

enum buoy_status buoy_equilibrium(const struct buoy_floating *body, const double start[3],
                                  struct buoy_attitude *attitude, struct buoy_error *error) {
    BUOY_REFUSE_IF(!start || !attitude, ARGUMENT, "%s",
                   start ? "no room for the attitude" : "no direction to start from");
    struct buoy_floater floater;
    double n[3] = {start[0], start[1], start[2]};
    BUOY_TRY(buoy_make_floater(body, &floater, error));
    BUOY_REFUSE_IF(!buoy_unit(n), NON_FINITE,
                   "the direction to start from (%g, %g, %g) is zero or not finite", start[0],
                   start[1], start[2]);
    struct buoy_rest rest;
    BUOY_REFUSE_IF(!buoy_rest_at(&floater, n, NULL, &rest), OPEN,
                   "with its open edges dry, the mesh cannot float with (%g, %g, %g) up", start[0],
                   start[1], start[2]);
    BUOY_REFUSE_IF(!buoy_roll_downhill(&floater, &rest), PRECISION,
                   body->mesh->closed ? "no attitude of rest found to the precision of double"
                                      : "the body rolls until an open edge is wet");
    *attitude = describe(&floater, &rest);
    return buoy_succeed(error);
}
