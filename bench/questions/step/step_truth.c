// The true answer to a step.
#include "step_truth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_step.h"
#include "buoyancy_truth.h"
#include "cli.h"
#include "meshes/meshes.h"

// ------------------------------------------------------------------------------------------ spread

#define PI 3.141592653589793238462643383279502884L

// Volume, and first and second moments about the shape's origin.
struct sums {
    real volume, first[3], second[9];
};

// A solid that is symmetric about the origin, or its centroid lies on z: second moments per volume.
static struct sums make(real volume, real x, real y, real z, real centroid_z) {
    return (struct sums){
        .volume = volume,
        .first = {0.0L, 0.0L, volume * centroid_z},
        .second = {volume * x, 0.0L, 0.0L, 0.0L, volume * y, 0.0L, 0.0L, 0.0L,
                   volume * (z + centroid_z * centroid_z)},
    };
}

// Two half spheres of radius a, b away from the middle, beside a cylinder.
static struct sums make_capsule(real a, real b) {
    const real straight = 2.0L * PI * a * a * b, round = 4.0L / 3.0L * PI * a * a * a;
    const real volume = straight + round;
    const real across = (straight * a * a / 4.0L + round * a * a / 5.0L) / volume;
    const real along =
        (straight * b * b / 3.0L + round * (a * a / 5.0L + 3.0L / 4.0L * a * b + b * b)) / volume;
    return make(volume, across, across, along, 0.0L);
}

static struct sums of_shape(const struct buoy_shape *shape) {
    const real a = (real)shape->size[0], b = (real)shape->size[1], c = (real)shape->size[2];
    switch (shape->kind) {
    case BUOY_SHAPE_BOX:
        return make(8.0L * a * b * c, a * a / 3.0L, b * b / 3.0L, c * c / 3.0L, 0.0L);
    case BUOY_SHAPE_ELLIPSOID:
        return make(4.0L / 3.0L * PI * a * b * c, a * a / 5.0L, b * b / 5.0L, c * c / 5.0L, 0.0L);
    case BUOY_SHAPE_CAPSULE:
        return make_capsule(a, b);
    case BUOY_SHAPE_CYLINDER:
        return make(2.0L * PI * a * a * b, a * a / 4.0L, a * a / 4.0L, b * b / 3.0L, 0.0L);
    case BUOY_SHAPE_CONE:
        return make(2.0L / 3.0L * PI * a * a * b, 3.0L / 20.0L * a * a, 3.0L / 20.0L * a * a,
                    3.0L / 20.0L * b * b, -b / 2.0L);
    default: // a sphere
        return make(4.0L / 3.0L * PI * a * a * a, a * a / 5.0L, a * a / 5.0L, a * a / 5.0L, 0.0L);
    }
}

static int of_mesh(const struct buoy_mesh *mesh, struct sums *sums) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    struct mesh_data data;
    memset(sums, 0, sizeof *sums);
    const int status = cli_copy_mesh(mesh, &data);
    for (size_t t = 0; status == 0 && t < data.triangle_count; ++t) {
        real v[3][3];
        for (int i = 0; i < 9; ++i) { // about the middle, so that no digits are lost
            const double *corner = data.positions + 3 * data.indices[3 * t + (size_t)i / 3];
            v[i / 3][i % 3] = (real)corner[i % 3] - (real)info.centre[i % 3];
        }
        // A tetrahedron of a triangle and the origin.
        real normal[3], sum[3];
        real_cross(v[1], v[2], normal);
        const real volume =
            (v[0][0] * normal[0] + v[0][1] * normal[1] + v[0][2] * normal[2]) / 6.0L;
        sums->volume += volume;
        for (int i = 0; i < 3; ++i) {
            sum[i] = v[0][i] + v[1][i] + v[2][i];
            sums->first[i] += volume * sum[i] / 4.0L;
        }
        for (int i = 0; i < 9; ++i) {
            const int a = i / 3, b = i % 3;
            const real corners = v[0][a] * v[0][b] + v[1][a] * v[1][b] + v[2][a] * v[2][b];
            sums->second[i] += volume * (corners + sum[a] * sum[b]) / 20.0L;
        }
    }
    mesh_data_free(&data);
    return status;
}

// Turns a part's sums into the body's frame, and moves them to where the part is.
static void add_sums(const struct buoy_part *part, const struct sums *own, struct sums *all) {
    struct buoy_mesh_info info = {.centre = {0.0, 0.0, 0.0}};
    real r[9], q[4], square = 0.0L, arm[3], first[3];
    if (part->mesh) {
        buoy_mesh_get_info(part->mesh, &info, NULL);
    }
    for (int i = 0; i < 4; ++i) {
        q[i] = (real)part->place.rotation[i];
        square += q[i] * q[i];
    }
    const real x = q[0], y = q[1], z = q[2], w = q[3], s = 2.0L / square;
    const real turn[9] = {
        1.0L - s * (y * y + z * z), s * (x * y - z * w),        s * (z * x + y * w),
        s * (x * y + z * w),        1.0L - s * (z * z + x * x), s * (y * z - x * w),
        s * (z * x - y * w),        s * (y * z + x * w),        1.0L - s * (x * x + y * y)};
    memcpy(r, turn, sizeof r);
    for (int i = 0; i < 3; ++i) {
        arm[i] = (real)part->place.position[i];
        first[i] = 0.0L;
        for (int k = 0; k < 3; ++k) {
            arm[i] += r[3 * i + k] * (real)info.centre[k];
            first[i] += r[3 * i + k] * own->first[k];
        }
    }
    all->volume += own->volume;
    for (int i = 0; i < 9; ++i) {
        const int a = i / 3, b = i % 3;
        for (int k = 0; k < 9; ++k) {
            all->second[i] += r[3 * a + k / 3] * own->second[k] * r[3 * b + k % 3];
        }
        all->second[i] += arm[a] * first[b] + first[a] * arm[b] + own->volume * arm[a] * arm[b];
        all->first[i % 3] += i < 3 ? first[i] + own->volume * arm[i] : 0.0L;
    }
}

// In the body's frame, for all parts together, second moments about the centroid and per volume.
// Returns 0, or CLI_BAD after complaining.
static int step_spread_find(const struct buoy_part *parts, size_t count, real centroid[3],
                            real second[9]) {
    struct sums all = {.volume = 0.0L};
    for (size_t i = 0; i < count; ++i) {
        struct sums own;
        if (parts[i].shape.kind == BUOY_SHAPE_MESH) {
            if (of_mesh(parts[i].mesh, &own) != 0) {
                return CLI_BAD;
            }
        } else {
            own = of_shape(&parts[i].shape);
        }
        add_sums(&parts[i], &own, &all);
    }
    for (int i = 0; i < 3; ++i) {
        centroid[i] = all.first[i] / all.volume;
    }
    for (int i = 0; i < 9; ++i) {
        second[i] = all.second[i] / all.volume - centroid[i / 3] * centroid[i % 3];
    }
    return 0;
}

// From the characteristic polynomial: its roots are the eigenvalues, by the cosine of a third.
static real step_spread_length(const real second[9]) {
    const real mean = (second[0] + second[4] + second[8]) / 3.0L;
    const real a = second[0] - mean, b = second[4] - mean, c = second[8] - mean;
    const real d = second[1], e = second[2], f = second[5];
    const real size = sqrtl((a * a + b * b + c * c + 2.0L * (d * d + e * e + f * f)) / 6.0L);
    if (size <= 1e-18L * mean) {
        return 2.0L * sqrtl(3.0L * mean);
    }
    const real det =
        (a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)) / (size * size * size);
    // acosl(det / 2), of which MinGW's loses half of the digits near ±1.
    const real third = atan2l(sqrtl(fmaxl(0.0L, (2.0L - det) * (2.0L + det))), det) / 3.0L;
    real sum = 0.0L;
    for (int i = 0; i < 3; ++i) {
        sum += sqrtl(fmaxl(0.0L, mean + 2.0L * size * cosl(third + 2.0L * PI * (real)i / 3.0L)));
    }
    return 2.0L / sqrtl(3.0L) * sum;
}

// -------------------------------------------------------------------------------- frames

struct matrix {
    real row[3][3];
};

static struct matrix find_rotation(const double quaternion[4]) {
    real q[4], square = 0.0L;
    for (int i = 0; i < 4; ++i) {
        q[i] = (real)quaternion[i];
        square += q[i] * q[i];
    }
    const real x = q[0], y = q[1], z = q[2], w = q[3], s = 2.0L / square;
    return (struct matrix){{
        {1.0L - s * (y * y + z * z), s * (x * y - z * w), s * (z * x + y * w)},
        {s * (x * y + z * w), 1.0L - s * (z * z + x * x), s * (y * z - x * w)},
        {s * (z * x - y * w), s * (y * z + x * w), 1.0L - s * (x * x + y * y)},
    }};
}

static void rotate(const struct matrix *r, const real x[3], real y[3]) {
    for (int i = 0; i < 3; ++i) {
        y[i] = r->row[i][0] * x[0] + r->row[i][1] * x[1] + r->row[i][2] * x[2];
    }
}

static void rotate_back(const struct matrix *r, const real x[3], real y[3]) {
    for (int i = 0; i < 3; ++i) {
        y[i] = r->row[0][i] * x[0] + r->row[1][i] * x[1] + r->row[2][i] * x[2];
    }
}

static void take(const double *from, real to[3]) {
    for (int i = 0; i < 3; ++i) {
        to[i] = (real)from[i];
    }
}

// -------------------------------------------------------------------------------- extent

// A part's bounding box in its own frame.
static void find_part_box(const struct buoy_part *part, real centre[3], real half[3]) {
    const real a = (real)part->shape.size[0], b = (real)part->shape.size[1];
    const real c = (real)part->shape.size[2];
    struct buoy_mesh_info info;
    real box[3] = {a, a, a}; // of a sphere
    centre[0] = centre[1] = centre[2] = 0.0L;
    switch (part->shape.kind) {
    case BUOY_SHAPE_MESH:
        buoy_mesh_get_info(part->mesh, &info, NULL);
        take(info.centre, centre);
        take(info.half_extent, box);
        break;
    case BUOY_SHAPE_BOX:
    case BUOY_SHAPE_ELLIPSOID:
        box[1] = b;
        box[2] = c;
        break;
    case BUOY_SHAPE_CAPSULE:
        box[2] = a + b;
        break;
    case BUOY_SHAPE_CYLINDER:
    case BUOY_SHAPE_CONE:
        box[2] = b;
        break;
    default:
        break;
    }
    memcpy(half, box, sizeof box);
}

// Widens a box of the body's axes by a part's bounding box.
static void include_part(const struct buoy_part *part, real low[3], real high[3]) {
    real centre[3], half[3], middle[3];
    const struct matrix turn = find_rotation(part->place.rotation), *r = &turn;
    find_part_box(part, centre, half);
    rotate(r, centre, middle);
    for (int i = 0; i < 3; ++i) {
        const real reach = fabsl(r->row[i][0]) * half[0] + fabsl(r->row[i][1]) * half[1] +
                           fabsl(r->row[i][2]) * half[2];
        middle[i] += (real)part->place.position[i];
        low[i] = fminl(low[i], middle[i] - reach);
        high[i] = fmaxl(high[i], middle[i] + reach);
    }
}

// Farther up than any part reaches.
static real beyond(const struct buoy_part *part) {
    real centre[3], half[3];
    find_part_box(part, centre, half);
    return 2.0L * (real_length(centre) + real_length(half));
}

int step_truth_find_extent(const struct buoy_part *parts, size_t count,
                           struct step_extent *extent) {
    static const real up[3] = {0.0L, 0.0L, 1.0L};
    real half[3];
    if (count == 1) {
        // The box of a single part, along its own axes.
        real centre[3];
        const struct matrix turn = find_rotation(parts->place.rotation), *r = &turn;
        find_part_box(parts, centre, half);
        rotate(r, centre, extent->middle);
        for (int i = 0; i < 3; ++i) {
            extent->middle[i] += (real)parts->place.position[i];
        }
    } else {
        // The box of several parts, along the body's axes.
        real low[3] = {HUGE_VALL, HUGE_VALL, HUGE_VALL};
        real high[3] = {-HUGE_VALL, -HUGE_VALL, -HUGE_VALL};
        for (size_t i = 0; i < count; ++i) {
            include_part(&parts[i], low, high);
        }
        for (int i = 0; i < 3; ++i) {
            extent->middle[i] = (low[i] + high[i]) / 2.0L;
            half[i] = (high[i] - low[i]) / 2.0L;
        }
    }
    extent->diagonal = 2.0L * real_length(half);
    extent->volume = extent->area = 0.0L;
    for (size_t i = 0; i < count; ++i) {
        struct submerged_truth whole;
        if (submerged_truth_find(&parts[i].shape, parts[i].mesh, up, beyond(&parts[i]), &whole) !=
            BUOY_OK) {
            return cli_out_of_memory();
        }
        extent->volume += whole.volume;
        extent->area += whole.area;
    }
    if (step_spread_find(parts, count, extent->centroid, extent->second) != 0) {
        return CLI_BAD;
    }
    extent->length = step_spread_length(extent->second);
    return 0;
}

// --------------------------------------------------------------------------------- water

// Adds a wave to the plane that a body meets, as buoyancy_forces.h describes it, about its
// centroid.
static void add_wave(const struct step_case *body, const struct buoy_wave *wave,
                     const real centroid[3], const real second[9], real plane[3]) {
    const real k = 2.0L * PI / (real)wave->wavelength, turn = (real)wave->direction;
    const real kx = k * cosl(turn), ky = k * sinl(turn);
    const real omega = sqrtl((real)body->water->gravity * k);
    const real phase =
        kx * centroid[0] + ky * centroid[1] - omega * (real)body->water->time + (real)wave->phase;
    const real square =
        5.0L * (kx * (kx * second[0] + ky * second[1]) + ky * (kx * second[3] + ky * second[4]));
    real of_height = 1.0L, of_slope = 1.0L; // the ellipsoid's averages, as series or closed forms
    if (square < 1.0L) {
        for (int n = 12; n > 0; --n) {
            of_height = 1.0L - square / (real)(2 * n * (2 * n + 3)) * of_height;
            of_slope = 1.0L - square / (real)(2 * n * (2 * n + 5)) * of_slope;
        }
    } else {
        const real x = sqrtl(square);
        of_height = 3.0L * (sinl(x) - x * cosl(x)) / (x * square);
        of_slope = 15.0L * ((3.0L - square) * sinl(x) - 3.0L * x * cosl(x)) / (x * square * square);
    }
    plane[0] += (real)wave->amplitude * kx * cosl(phase) * of_slope;
    plane[1] += (real)wave->amplitude * ky * cosl(phase) * of_slope;
    plane[2] += (real)wave->amplitude * sinl(phase) * of_height;
}

// Sets the plane by a patch's heights, which the library rounds to floats, at the places of a rule
// for the unit disc that weighs r² by √(1 − r²) and is exact up to degree 7: eight directions on
// two radii, roots of u² − 8/9 u + 8/63 in u = r².
static int fit_patch(const struct step_case *body, const real centroid[3], const real second[9],
                     struct step_truth *truth, real plane[3]) {
    const real least = 5.0L * (second[0] + second[4]) / 1024.0L;
    const real a = sqrtl(5.0L * second[0] + least), b = 5.0L * second[1] / a;
    const real c = sqrtl(fmaxl(5.0L * second[4] + least - b * b, least));
    real sums[3] = {0.0L, 0.0L, 0.0L};
    for (int i = 0; i < 16; ++i) {
        const real apart = sqrtl(16.0L / 81.0L - 8.0L / 63.0L), other = i < 8 ? apart : -apart;
        const real square = 4.0L / 9.0L - other, turn = PI / 4.0L * (real)(i % 8);
        // Both means, of 1 and of r² (2/5), are the rule's.
        const real weight = (2.0L / 5.0L - 4.0L / 9.0L - other) / (-2.0L * other) / 8.0L;
        const real u = sqrtl(square) * cosl(turn), v = sqrtl(square) * sinl(turn);
        const double x = (double)(centroid[0] + a * u), y = (double)(centroid[1] + b * u + c * v);
        float height;
        struct buoy_surface surface = {.x = &x, .y = &y, .count = 1, .height = &height};
        if (buoy_water_sample(body->water, &surface, NULL) != BUOY_OK) {
            return cli_bad("step: no water at %g, %g", x, y);
        }
        sums[0] += weight * u * (real)height;
        sums[1] += weight * v * (real)height;
        sums[2] += weight * (real)height;
    }
    plane[1] = 5.0L * sums[1] / c;
    plane[0] = (5.0L * sums[0] - b * plane[1]) / a;
    plane[2] = sums[2];
    truth->reach = fminl(a, c);
    return 0;
}

// The least-squares plane over the ellipsoid of the body's second moments.
static int fit_plane(const struct step_case *body, struct step_truth *truth) {
    const struct matrix r = find_rotation(body->rotation);
    real centroid[3], second[9], plane[3] = {0.0L, 0.0L, 0.0L};
    rotate(&r, truth->extent.centroid, centroid);
    for (int i = 0; i < 3; ++i) {
        centroid[i] += (real)body->position[i];
    }
    for (int i = 0; i < 9; ++i) {
        second[i] = 0.0L;
        for (int k = 0; k < 9; ++k) {
            second[i] += r.row[i / 3][k / 3] * truth->extent.second[k] * r.row[i % 3][k % 3];
        }
    }
    for (size_t i = 0; i < body->wave_count; ++i) {
        add_wave(body, &body->waves[i], centroid, second, plane);
    }
    if (body->water->kind == BUOY_WATER_PATCH &&
        fit_patch(body, centroid, second, truth, plane) != 0) {
        return CLI_BAD;
    }
    const real length = sqrtl(1.0L + plane[0] * plane[0] + plane[1] * plane[1]);
    truth->up[0] = -plane[0] / length;
    truth->up[1] = -plane[1] / length;
    truth->up[2] = 1.0L / length;
    truth->offset =
        truth->up[0] * centroid[0] + truth->up[1] * centroid[1] + truth->up[2] * plane[2];
    return 0;
}

static int find_plane(const struct step_case *body, struct step_truth *truth) {
    if (body->water->kind != BUOY_WATER_PLANE) {
        return fit_plane(body, truth);
    }
    const struct buoy_plane *plane = &body->water->plane;
    const real n[3] = {(real)plane->normal[0], (real)plane->normal[1], (real)plane->normal[2]};
    const real length = real_length(n);
    for (int i = 0; i < 3; ++i) {
        truth->up[i] = n[i] / length;
    }
    truth->offset = (real)plane->d / length;
    return 0;
}

void step_truth_plane(const struct step_truth *truth, const struct step_case *body,
                      const struct buoy_pose *place, real n[3], real *d) {
    const struct matrix of_body = find_rotation(body->rotation);
    const struct matrix of_part = find_rotation(place->rotation);
    real position[3], origin[3], in_body[3];
    take(place->position, position);
    rotate(&of_body, position, origin);
    rotate_back(&of_body, truth->up, in_body);
    rotate_back(&of_part, in_body, n);
    *d = truth->offset;
    for (int i = 0; i < 3; ++i) {
        *d -= truth->up[i] * ((real)body->position[i] + origin[i]);
    }
}

// ------------------------------------------------------------------------------ the body

// Adds what is submerged of a part: its volume, and its moment about the centre of mass, in the
// body's frame.
static int add_part(const struct step_case *body, const struct buoy_part *part,
                    struct step_truth *truth, real moment[3]) {
    const struct matrix of_part = find_rotation(part->place.rotation);
    struct submerged_truth wet;
    real n[3], d, turned[3];
    step_truth_plane(truth, body, &part->place, n, &d);
    if (submerged_truth_find(&part->shape, part->mesh, n, d, &wet) != BUOY_OK) {
        return cli_out_of_memory();
    }
    rotate(&of_part, wet.moment, turned);
    truth->forces.volume += wet.volume;
    truth->forces.wetted_area += wet.area;
    for (int i = 0; i < 3; ++i) {
        const real from_mass = (real)part->place.position[i] - (real)body->mass->centre_of_mass[i];
        moment[i] += turned[i] + wet.volume * from_mass;
    }
    return 0;
}

static void fill_forces(const struct step_case *body, const struct matrix *r,
                        struct forces_case *forces) {
    const struct buoy_water *water = body->water;
    take(body->velocity, forces->velocity);
    take(body->spin, forces->spin);
    take(water->current, forces->flow);
    forces->mass = (real)body->mass->mass;
    forces->density = (real)water->density;
    forces->gravity = (real)water->gravity;
    forces->dt = (real)body->dt;
    forces->linear = (real)body->drag->linear;
    forces->angular = (real)body->drag->angular;
    forces->quadratic = (real)body->drag->quadratic;
    // R I⁻¹ Rᵀ; 0 for a body that cannot be turned.
    real given[9], of_body[9];
    for (int i = 0; i < 9; ++i) {
        given[i] = (real)body->mass->inertia[i];
        forces->inverse_inertia[i] = 0.0L;
    }
    if (given[0] + given[4] + given[8] == 0.0L) {
        return;
    }
    real_invert(given, of_body);
    for (int i = 0; i < 9; ++i) {
        for (int k = 0; k < 9; ++k) {
            forces->inverse_inertia[i] += r->row[i / 3][k / 3] * of_body[k] * r->row[i % 3][k % 3];
        }
    }
}

// From the world's origin to a point of the body.
static void place_point(const struct step_case *body, const struct matrix *r, const real point[3],
                        real world[3]) {
    rotate(r, point, world);
    for (int i = 0; i < 3; ++i) {
        world[i] += (real)body->position[i];
    }
}

int step_truth_find(const struct step_case *body, struct step_truth *truth,
                    struct buoy_body_forces *answer) {
    real moment[3] = {0.0L, 0.0L, 0.0L}, arm[3] = {0.0L, 0.0L, 0.0L};
    const struct matrix r = find_rotation(body->rotation);
    *truth = (struct step_truth){.offset = 0.0L};
    if (step_truth_find_extent(body->parts, body->part_count, &truth->extent) != 0 ||
        find_plane(body, truth) != 0) {
        return CLI_BAD;
    }
    place_point(body, &r, truth->extent.middle, truth->middle);
    fill_forces(body, &r, &truth->forces);
    truth->forces.whole_volume = truth->extent.volume;
    truth->forces.length = truth->extent.length;
    memcpy(truth->forces.up, truth->up, sizeof truth->up);
    for (size_t i = 0; i < body->part_count; ++i) {
        if (add_part(body, &body->parts[i], truth, moment) != 0) {
            return CLI_BAD;
        }
    }
    const real volume = truth->forces.volume;
    for (int i = 0; i < 3; ++i) {
        arm[i] = volume > 0.0L ? moment[i] / volume : 0.0L;
        truth->own_centre[i] =
            volume > 0.0L ? arm[i] + (real)body->mass->centre_of_mass[i] : truth->extent.middle[i];
    }
    rotate(&r, arm, truth->forces.arm);
    place_point(body, &r, truth->own_centre, truth->centre);
    struct buoy_forces forces;
    forces_find_truth(&truth->forces, &forces);
    answer->buoyancy = forces.buoyancy;
    answer->drag = forces.drag;
    answer->volume = (double)truth->forces.volume;
    for (int i = 0; i < 3; ++i) {
        answer->centre[i] = (double)truth->centre[i];
    }
    answer->wetted_area = truth->forces.quadratic > 0.0L ? (double)truth->forces.wetted_area : 0.0;
    return 0;
}
