// Mass properties of bodies made of parts.
#include "base/arithmetic.h"

#include <float.h>
#include <string.h>

#include "base/status.h"
#include "bodies/forces.h"
#include "step/parts.h"

// A part's mass and centroid in the body's frame, and the second moments of its mass about that,
// along the body's axes.
struct piece {
    double mass, centroid[3], spread[9];
};

static void place_piece(const struct buoy_part *part, const struct buoy_part_info *info,
                        double density, struct piece *piece) {
    piece->mass = density * info->volume;
    buoy_rotate(&info->rotation, info->centroid, piece->centroid);
    buoy_turn_tensor(&info->rotation, info->spread, piece->spread);
    for (int i = 0; i < 3; ++i) {
        piece->centroid[i] += part->place.position[i];
    }
    for (int i = 0; i < 9; ++i) {
        piece->spread[i] *= density;
    }
}

static enum buoy_status find_piece(const struct buoy_part *parts, const double *densities,
                                   size_t index, struct piece *piece, struct buoy_error *error) {
    struct buoy_part_info info;
    const double density = densities[index];
    const enum buoy_status status = buoy_part_get_info(&parts[index], index, &info, error);
    if (status != BUOY_OK) {
        return status;
    }
    const struct buoy_quantity given = {"density", &density, 1, BUOY_FORCES_MOST};
    if (buoy_check_limits(&given, 1, "part", index, error) != BUOY_OK) {
        return BUOY_ERROR_NON_FINITE;
    }
    if (density < 0.0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "part %zu: density %g: must be 0 or more",
                         index, density);
    }
    place_piece(&parts[index], &info, density, piece);
    return BUOY_OK;
}

// Sums over pieces: the mass, and its first and second moments about an origin near it, so that a
// body far from its frame's origin loses no digits.
struct sums {
    double origin[3], mass, first[3], second[3][3];
};

static void add_piece(const struct piece *piece, struct sums *sums) {
    double arm[3];
    sums->mass += piece->mass;
    for (int i = 0; i < 3; ++i) {
        arm[i] = piece->centroid[i] - sums->origin[i];
        sums->first[i] += piece->mass * arm[i];
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            sums->second[i][j] += piece->spread[3 * i + j] + piece->mass * arm[i] * arm[j];
        }
    }
}

// All parts about an origin.
static enum buoy_status add_up(const struct buoy_part *parts, const double *densities, size_t count,
                               const double origin[3], struct sums *sums,
                               struct buoy_error *error) {
    enum buoy_status status = BUOY_OK;
    memset(sums, 0, sizeof *sums);
    memcpy(sums->origin, origin, sizeof sums->origin);
    for (size_t i = 0; i < count && status == BUOY_OK; ++i) {
        struct piece piece = {0};
        status = find_piece(parts, densities, i, &piece, error);
        if (status == BUOY_OK) {
            add_piece(&piece, sums);
        }
    }
    return status;
}

// From sums about the centre of mass.
static void find_mass(const struct sums *sums, struct buoy_mass *mass) {
    const double(*s)[3] = (const double(*)[3])sums->second;
    mass->mass = sums->mass;
    memcpy(mass->centre_of_mass, sums->origin, sizeof mass->centre_of_mass);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const int k = (i + 1) % 3, l = (i + 2) % 3;
            mass->inertia[3 * i + j] = i == j ? s[k][k] + s[l][l] : -0.5 * (s[i][j] + s[j][i]);
        }
    }
}

enum buoy_status buoy_mass_of_parts(const struct buoy_part *parts, const double *densities,
                                    size_t count, struct buoy_mass *mass,
                                    struct buoy_error *error) {
    struct buoy_mass found;
    struct sums sums;
    if (!densities || !mass) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no %s",
                         densities ? "room for the mass" : "densities");
    }
    enum buoy_status status = buoy_check_parts(parts, count, error);
    if (status != BUOY_OK || !parts) {
        return status;
    }
    // Twice: about a place in the body, for its centre of mass, and then about that.
    const double *first_place = parts[0].place.position;
    status = add_up(parts, densities, count, first_place, &sums, error);
    if (status != BUOY_OK) {
        return status;
    }
    double centre[3];
    for (int i = 0; i < 3; ++i) {
        centre[i] = first_place[i] + (sums.mass > 0.0 ? sums.first[i] / sums.mass : 0.0);
    }
    add_up(parts, densities, count, centre, &sums, error);
    find_mass(&sums, &found);
    const struct buoy_quantity quantities[] = {{"the mass", &found.mass, 1, BUOY_MASSES_MOST},
                                               {"the inertia", found.inertia, 9, BUOY_MASSES_MOST}};
    status = buoy_check_limits(quantities, 2, NULL, 0, error);
    if (status != BUOY_OK) {
        return status;
    }
    for (int i = 0; i < 9; i += 4) {
        if (found.mass > 0.0 && !(found.inertia[i] >= DBL_MIN)) {
            return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                             "the inertia is below what doubles have");
        }
    }
    if (!(found.mass > 0.0)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "the parts have no mass");
    }
    *mass = found;
    return buoy_succeed(error);
}
