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
//
// Newton's method on the sphere of directions up, with the energy's own curvature (section.c).
//
// Downhill, a step has the curvatures' magnitudes in place of the curvatures, so that it leads down
// from saddles and tops, too; it is shortened until the energy falls as the slope promises. Where
// the promise is below the energy's rounding, the slope must fall instead.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/vector.h"
#include "queries/section.h"

// A slope below LEVEL counts as 0 (baked frame). Rounding leaves 10⁻¹⁵ κ, which can be more: then a
// search also ends at a slope below NEARLY_LEVEL × its range that no step improves.
#define LEVEL 1e-12
#define NEARLY_LEVEL 1e-8

// The longest step in radians, the least curvature that divides a slope, and the energy's rounding.
#define LONGEST_STEP 0.25
#define LEAST_CURVATURE 1e-9
#define ENERGY_ROUNDING 1e-13

// By how much a search steps off a place that is level but no minimum.
#define STEP_OFF 0.02

#define MOST_STEPS 200
#define MOST_HALVINGS 40

// A flotation with the energy's slope and curvature across n.
struct rest {
    struct buoy_flotation at;
    double e[3], f[3];        // axes across n
    double slope[2];          // along e and f
    struct buoy_principal gm; // metacentric heights; its axes are e and f
};

// A curvature below this share of its range counts as 0. Rounding leaves 10⁻¹⁵ κ (baked frame).
#define FLAT 1e-7

// Floats a body with n up, from a flotation nearby if that is not NULL; false if it cannot float
// there with its open edges dry.
static bool rest_at(const struct buoy_floater *floater, const double n[3],
                    const struct buoy_flotation *near, struct rest *rest) {
    struct rest found;
    if (buoy_float(floater, n, near, &found.at) != BUOY_OK) {
        return false;
    }
    buoy_span_plane(n, found.e, found.f);
    found.slope[0] = buoy_dot(found.at.lever, found.e);
    found.slope[1] = buoy_dot(found.at.lever, found.f);
    found.gm = buoy_principal_axes(buoy_metacentric_form(&found.at, found.e, found.e),
                                   buoy_metacentric_form(&found.at, found.e, found.f),
                                   buoy_metacentric_form(&found.at, found.f, found.f));
    *rest = found;
    return true;
}

// The attitude reached from n by steps of given lengths along e and f; n and the result have unit
// length.
static void turn_by(const struct rest *rest, double along_e, double along_f, double n[3]) {
    for (int i = 0; i < 3; ++i) {
        n[i] = rest->at.water.n[i] + along_e * rest->e[i] + along_f * rest->f[i];
    }
    buoy_unit(n);
}

static double steepness(const struct rest *rest) {
    return sqrt(rest->slope[0] * rest->slope[0] + rest->slope[1] * rest->slope[1]);
}

// A step along e and f, multiplied by a factor or with both parts kept within a length.
static void shorten(const struct rest *rest, const double along[2], double factor, double most,
                    double step[2]) {
    const double x = rest->gm.x, y = rest->gm.y;
    const double a = fmax(-most, fmin(along[0], most)), b = fmax(-most, fmin(along[1], most));
    step[0] = factor * (-y * a + x * b);
    step[1] = factor * (x * a + y * b);
}

// Takes Newton's step along the principal axes, for the curvatures or for their magnitudes,
// shortened as needed; false if none improves.
//
// Downhill, a step that is shortened until its promise is lost in rounding gets one more trial,
// shortened along each axis by itself: on a ring along which the energy hardly changes, the part
// along it is long and useless, while the one across leads to the bottom. It must halve the slope.
// Steps that lessen it, no matter how little, lead to where it is least, though not 0.
static bool advance(const struct buoy_floater *floater, struct rest *rest, bool downhill) {
    const double x = rest->gm.x, y = rest->gm.y; // the axis of the larger curvature
    const double slopes[2] = {-y * rest->slope[0] + x * rest->slope[1],
                              x * rest->slope[0] + y * rest->slope[1]};
    const double curvatures[2] = {rest->gm.smaller, rest->gm.larger};
    double along[2];
    for (int i = 0; i < 2; ++i) {
        const double size = fmax(fabs(curvatures[i]), LEAST_CURVATURE);
        along[i] = -slopes[i] / (curvatures[i] < 0.0 && !downhill ? -size : size);
    }
    const double length = sqrt(along[0] * along[0] + along[1] * along[1]);
    double factor = length > LONGEST_STEP ? LONGEST_STEP / length : 1.0;
    const double before = steepness(rest);
    for (int i = 0; i < MOST_HALVINGS; ++i) {
        struct rest next;
        double step[2], n[3];
        shorten(rest, along, factor, INFINITY, step);
        // By how much the energy falls if the step leads where it should.
        const double promise = -(rest->slope[0] * step[0] + rest->slope[1] * step[1]);
        const bool last = downhill && i > 0 && promise <= ENERGY_ROUNDING;
        if (last) {
            shorten(rest, along, 1.0, factor * length, step);
        }
        turn_by(rest, step[0], step[1], n);
        if (rest_at(floater, n, &rest->at, &next)) {
            const double after = steepness(&next);
            if (!downhill                   ? after < 0.999 * before
                : last                      ? after < 0.5 * before
                : promise > ENERGY_ROUNDING ? next.at.energy <= rest->at.energy - 1e-4 * promise
                                            : after < before) {
                *rest = next;
                return true;
            }
        }
        if (last) {
            return false;
        }
        factor *= 0.5;
    }
    return false;
}

// Goes to a level place near *rest: downhill, or to one of any kind. False if it finds none.
static bool level_out(const struct buoy_floater *floater, struct rest *rest, bool downhill) {
    for (int i = 0; i < MOST_STEPS && steepness(rest) > LEVEL; ++i) {
        if (!advance(floater, rest, downhill)) {
            break;
        }
    }
    return steepness(rest) <= fmax(LEVEL, NEARLY_LEVEL * floater->range);
}

// Rolls downhill from *rest to a minimum of the energy. False if it finds none.
static bool roll_downhill(const struct buoy_floater *floater, struct rest *rest) {
    for (int i = 0; i < MOST_STEPS; ++i) {
        if (!level_out(floater, rest, true)) {
            return false;
        }
        if (rest->gm.smaller >= -FLAT * floater->range) {
            return true;
        }
        // Off along the axis of the smaller curvature, to the lower side.
        struct rest lowest = *rest;
        for (int side = -1; side <= 1; side += 2) {
            struct rest next;
            double n[3];
            turn_by(rest, side * STEP_OFF * -rest->gm.y, side * STEP_OFF * rest->gm.x, n);
            if (rest_at(floater, n, &rest->at, &next) && next.at.energy < lowest.at.energy) {
                lowest = next;
            }
        }
        if (!(lowest.at.energy < rest->at.energy)) {
            return true;
        }
        *rest = lowest;
    }
    return false;
}

// Whether nothing lies lower nearby.
static bool is_stable(const struct buoy_floater *floater, const struct rest *rest) {
    static const double angles[] = {0.005, 0.02};
    static const double directions[8][2] = {
        {1, 0},  {0.7071, 0.7071},   {0, 1},  {-0.7071, 0.7071},
        {-1, 0}, {-0.7071, -0.7071}, {0, -1}, {0.7071, -0.7071},
    };
    if (fabs(rest->gm.smaller) > FLAT * floater->range) {
        return rest->gm.smaller > 0.0;
    }
    for (int i = 0; i < 16; ++i) { // along the principal axes and between
        const double *a = directions[i % 8], angle = angles[i / 8];
        double n[3];
        struct rest next;
        turn_by(rest, angle * (rest->gm.x * a[0] - rest->gm.y * a[1]),
                angle * (rest->gm.y * a[0] + rest->gm.x * a[1]), n);
        if (rest_at(floater, n, &rest->at, &next) &&
            next.at.energy < rest->at.energy - ENERGY_ROUNDING) {
            return false;
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------- walks

// Strides towards an attitude, each followed by one step of Newton's method across the way.

// The strides of a walk, radians, and how many there may be: once round and half as many again.
#define STRIDE 0.06
#define MOST_STRIDES 160

// The strides of a walk to a pass.
#define PASS_STRIDES 12

// How near a walk has to come to an attitude, and how far apart the places of a trail are at least.
#define ARRIVED (1.5 * STRIDE)
#define APART (0.75 * STRIDE)

struct walker {
    struct rest rest;
    double heading[3]; // of the last stride; zero before the first
};

// Sets the heading: towards an attitude; or, if the walk may bend and the energy is far flatter
// along one axis than along the other, along that axis and on in the same sense, round a ring.
static void set_heading(struct walker *walker, const double to[3], bool bend) {
    const struct rest *rest = &walker->rest;
    const struct buoy_principal *gm = &rest->gm;
    const double *n = rest->at.water.n, along = buoy_dot(n, to);
    double direction[3];
    for (int i = 0; i < 3; ++i) {
        direction[i] = to[i] - along * n[i];
    }
    if (!(buoy_length(direction) > 1e-9)) { // it is opposite: any way leads there
        memcpy(direction, rest->e, sizeof rest->e);
    }
    buoy_unit(direction);
    const bool larger = fabs(gm->larger) < fabs(gm->smaller);
    const double flat = larger ? gm->larger : gm->smaller,
                 steep = larger ? gm->smaller : gm->larger;
    if (bend && fabs(flat) < 0.1 * fabs(steep)) {
        const bool first = buoy_dot(walker->heading, walker->heading) == 0.0;
        double axis[3];
        for (int i = 0; i < 3; ++i) {
            axis[i] = larger ? gm->x * rest->e[i] + gm->y * rest->f[i]
                             : gm->x * rest->f[i] - gm->y * rest->e[i];
        }
        const double sense = buoy_dot(axis, first ? direction : walker->heading);
        for (int i = 0; i < 3; ++i) {
            direction[i] = sense < 0.0 ? -axis[i] : axis[i];
        }
    }
    memcpy(walker->heading, direction, sizeof direction);
}

// Strides ahead, and then to where the energy is level across the way.
static bool stride(const struct buoy_floater *floater, double reach, struct walker *walker) {
    struct rest *rest = &walker->rest;
    const double *ahead = walker->heading;
    double n[3], across[3];
    turn_by(rest, reach * buoy_dot(ahead, rest->e), reach * buoy_dot(ahead, rest->f), n);
    if (!rest_at(floater, n, &rest->at, rest)) {
        return false;
    }
    buoy_cross_product(n, ahead, across);
    buoy_unit(across);
    const double slope = buoy_dot(rest->at.lever, across);
    const double curvature = buoy_metacentric_form(&rest->at, across, across);
    if (!(fabs(curvature) > FLAT * floater->range)) {
        return true;
    }
    const double step = fmax(-0.5 * reach, fmin(0.5 * reach, -slope / curvature));
    turn_by(rest, step * buoy_dot(across, rest->e), step * buoy_dot(across, rest->f), n);
    return rest_at(floater, n, &rest->at, rest);
}

// Attitudes that walks from one to another have passed, and the range of their energies.
struct trail {
    double low, high;
    size_t count;
    double up[128][3];
};

// The place on a trail that is nearest to an attitude; NULL if the trail is empty.
static const double *nearest(const struct trail *trail, const double up[3]) {
    const double *found = NULL;
    double least = (double)INFINITY;
    for (size_t i = 0; i < trail->count; ++i) {
        const double distance = buoy_distance(trail->up[i], up);
        found = distance < least ? trail->up[i] : found;
        least = fmin(least, distance);
    }
    return found;
}

// Whether a walk along a trail would pass an attitude, which has an energy of its own, and stay
// within `band` of that.
static bool passes(const struct trail *trail, const double up[3], double energy, double band) {
    const double *place = nearest(trail, up);
    return place && trail->high - energy <= band && energy - trail->low <= band &&
           buoy_distance(place, up) < ARRIVED;
}

// Whether a walk from an attitude, or from where its trail comes nearest, to a rest stays within
// `band` of the rest's energy. The walk bends to follow a ring along which the energy hardly
// changes. The trail, which may be NULL, is continued as far as the walk stays within the band.
static bool walk_is_level(const struct buoy_floater *floater, const double from[3],
                          const struct rest *rest, double band, struct trail *trail) {
    const double *to = rest->at.water.n, energy = rest->at.energy;
    const double *place = trail ? nearest(trail, to) : NULL;
    struct walker walker = {.heading = {0.0, 0.0, 0.0}};
    if (!rest_at(floater, place ? place : from, NULL, &walker.rest)) {
        return false;
    }
    for (int i = 0; i < MOST_STRIDES; ++i) {
        const double *n = walker.rest.at.water.n, here = walker.rest.at.energy;
        if (fabs(here - energy) > band) {
            return false;
        }
        place = trail ? nearest(trail, n) : NULL;
        if (trail && trail->count < sizeof trail->up / sizeof *trail->up &&
            !(place && buoy_distance(place, n) < APART)) {
            trail->low = place ? fmin(trail->low, here) : here;
            trail->high = place ? fmax(trail->high, here) : here;
            memcpy(trail->up[trail->count++], n, sizeof *trail->up);
        }
        if (buoy_distance(n, to) < ARRIVED) {
            return true;
        }
        set_heading(&walker, to, true);
        if (!stride(floater, STRIDE, &walker)) {
            return false;
        }
    }
    return false;
}

// Sets *pass to the highest place on a straight walk between two minima, or to the lowest between
// two maxima. False if the body cannot float all the way with its open edges dry.
static bool walk_to_pass(const struct buoy_floater *floater, const double from[3],
                         const double to[3], bool minima, struct rest *pass) {
    struct walker walker = {.heading = {0.0, 0.0, 0.0}};
    const double reach = buoy_distance(from, to) / PASS_STRIDES;
    if (!rest_at(floater, from, NULL, &walker.rest)) {
        return false;
    }
    *pass = walker.rest;
    for (int i = 1; i < PASS_STRIDES; ++i) {
        set_heading(&walker, to, false);
        if (!stride(floater, reach, &walker)) {
            return false;
        }
        if ((walker.rest.at.energy > pass->at.energy) == minima) {
            *pass = walker.rest;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------- search

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
    struct trail rings[RINGS];
};

static struct buoy_attitude describe(const struct buoy_floater *floater, const struct rest *rest) {
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
        .stable = is_stable(floater, rest),
    };
}

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
static struct trail *ring_of(struct searching *search, const struct buoy_attitude *known) {
    const double energy = known->energy * search->floater.mesh->inverse_scale;
    struct trail *ring = search->rings, *end = ring + RINGS;
    while (ring < end && ring->count > 0 && !passes(ring, known->up, energy, search->band)) {
        ++ring;
    }
    return ring < end ? ring : NULL;
}

static bool are_on_ring(struct searching *search, const struct buoy_attitude *known,
                        const struct rest *rest) {
    const struct trail *ring = ring_of(search, known);
    return ring && passes(ring, rest->at.water.n, rest->at.energy, search->band);
}

// Whether the energy hardly changes between an attitude and a rest.
static bool are_related(struct searching *search, const struct buoy_attitude *known,
                        const struct rest *rest) {
    const double scale = search->floater.mesh->scale;
    return fabs(rest->at.energy * scale - known->energy) <= search->band * scale &&
           (are_on_ring(search, known, rest) ||
            walk_is_level(&search->floater, known->up, rest, search->band, ring_of(search, known)));
}

// Whether a rest adds nothing to what was found: it is there already, or on the ring of a family
// that it would not stand for.
static bool is_known(struct searching *search, const struct rest *rest) {
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
static void insert(struct searching *search, const struct rest *rest) {
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

// Searches from the passes between minima, and between maxima, where saddles between them are near.
static void search_passes(struct searching *search) {
    for (size_t i = 1; i < search->count; ++i) {
        for (size_t j = 0; j < i && i < search->count; ++j) { // a family may make them fewer
            const struct buoy_attitude a = search->attitudes[i], b = search->attitudes[j];
            struct rest pass;
            if (kind(&a) == kind(&b) && kind(&a) != 1 && buoy_distance(a.up, b.up) < NEIGHBOURS &&
                walk_to_pass(&search->floater, a.up, b.up, kind(&a) == 2, &pass) &&
                level_out(&search->floater, &pass, false)) {
                insert(search, &pass);
            }
        }
    }
}

// Starts from the centres of edge² cells on each face of a cube, and in the first round from the
// axes, too: downhill, and to a level place of any kind.
static void search_round(struct searching *search, uint32_t edge) {
    const uint32_t cells = 6 * edge * edge, starts = cells + (edge == FIRST_EDGE ? 6 : 0);
    for (uint32_t i = 0; i < starts; ++i) {
        const uint32_t face = i / (edge * edge), row = i / edge % edge, column = i % edge;
        const double on_cube[3] = {(2.0 * row + 1.0) / edge - 1.0,
                                   (2.0 * column + 1.0) / edge - 1.0, face % 2 ? 1.0 : -1.0};
        double n[3] = {0.0, 0.0, 0.0};
        for (int j = 0; i < cells && j < 3; ++j) {
            for (uint32_t k = 0; k < 3; ++k) {
                n[j] += search->turn[j][k] * on_cube[(k + face / 2) % 3];
            }
        }
        if (i < cells) {
            buoy_unit(n);
        } else {
            n[(i - cells) / 2] = (i - cells) % 2 == 0 ? 1.0 : -1.0;
        }
        struct rest start, rest;
        if (!rest_at(&search->floater, n, NULL, &start)) {
            continue;
        }
        rest = start;
        if (roll_downhill(&search->floater, &rest) && !is_known(search, &rest) &&
            (search->all || is_stable(&search->floater, &rest))) {
            insert(search, &rest);
        }
        rest = start;
        if (search->all && level_out(&search->floater, &rest, false)) {
            insert(search, &rest);
        }
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

// Takes out an attitude that a family found later stands for: one of another kind, or of another
// family. False if there is none.
static bool absorb_one(struct searching *search) {
    struct buoy_attitude *a = search->attitudes;
    for (size_t i = 0; i < search->count; ++i) {
        for (size_t j = 0; a[i].family && j < search->count; ++j) {
            struct rest rest;
            if (i != j && rest_at(&search->floater, a[j].up, NULL, &rest) &&
                are_related(search, &a[i], &rest)) {
                found_family(search, (size_t[2]){i, j}, 2);
                return true;
            }
        }
    }
    return false;
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
    uint32_t edge = FIRST_EDGE;
    bool ends = false;
    for (int round = 0; round < MOST_ROUNDS && !search.full && !ends; ++round, edge *= 2) {
        search.news = false;
        search_round(&search, edge);
        if (search.all && !is_complete(&search)) {
            search_passes(&search);
        }
        ends = round + 1 >= LEAST_ROUNDS && !search.news && !(search.all && !is_complete(&search));
    }
    while (absorb_one(&search)) {
    }
    for (size_t i = 1; i < search.count; ++i) { // insertion sort: there are few, in no order
        const struct buoy_attitude moved = attitudes[i];
        size_t j = i;
        for (; j > 0 && comes_first(&moved, &attitudes[j - 1], TIE * body->mesh->scale); --j) {
            attitudes[j] = attitudes[j - 1];
        }
        attitudes[j] = moved;
    }
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
    struct rest rest;
    BUOY_REFUSE_IF(!rest_at(&floater, n, NULL, &rest), OPEN,
                   "with its open edges dry, the mesh cannot float with (%g, %g, %g) up", start[0],
                   start[1], start[2]);
    BUOY_REFUSE_IF(!roll_downhill(&floater, &rest), PRECISION,
                   body->mesh->closed ? "no attitude of rest found to the precision of double"
                                      : "the body rolls until an open edge is wet");
    *attitude = describe(&floater, &rest);
    return buoy_succeed(error);
}
