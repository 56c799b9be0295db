// The true answers about bodies in any water.
#include "pressing.h"

#include "base/vector.h"
#include "bodies/immersion.h"
#include "bodies/pose.h"
#include "mesh/mesh.h"
#include "test.h"
#include "water/water.h"

// A point of a triangle: in the world's directions relative to the pose's position, its shares of
// the way along the edges from the first corner, and its height.
struct point {
    double x[3], along[2], s;
};

static double height_at(const struct buoy_water *water, const double x[3]) {
    if (water->kind == BUOY_WATER_PLANE) {
        const double n[3] = {water->plane.normal[0], water->plane.normal[1],
                             water->plane.normal[2]};
        return (buoy_dot(n, x) - (double)water->plane.d) / sqrt(buoy_dot(n, n));
    }
    if (water->kind == BUOY_WATER_PATCH) {
        return x[2] - buoy_patch_height(water->patch, x[0], x[1]);
    }
    float level;
    struct buoy_surface query = {.x = &x[0], .y = &x[1], .count = 1, .height = &level};
    assert_int_equal(buoy_water_sample(water, &query, NULL), BUOY_OK);
    return x[2] - (double)level;
}

static struct point place(const struct pressing *pressing, const struct buoy_rotation *rotation,
                          uint32_t vertex, int corner) {
    const struct buoy_mesh *mesh = pressing->mesh;
    const double p[3] = {mesh->triangles->px[vertex], mesh->triangles->py[vertex],
                         mesh->triangles->pz[vertex]};
    struct point point = {.along = {corner == 1, corner == 2}};
    double world[3];
    buoy_rotate(rotation, p, point.x);
    for (int i = 0; i < 3; ++i) {
        world[i] = point.x[i] + pressing->pose.position[i];
    }
    point.s = height_at(&pressing->water, world);
    return point;
}

static struct point between(const struct point *a, const struct point *b, double t) {
    struct point point = {.s = a->s + t * (b->s - a->s)};
    for (int i = 0; i < 3; ++i) {
        point.x[i] = a->x[i] + t * (b->x[i] - a->x[i]);
    }
    for (int i = 0; i < 2; ++i) {
        point.along[i] = a->along[i] + t * (b->along[i] - a->along[i]);
    }
    return point;
}

enum {
    MOST_CORNERS = 3 + 6 + 1 // of a triangle cut by a pool's walls and the water
};

// How far outside of a half-space a point is: below the water; or inside a pool's wall, of which
// there are six.
static double outside(const struct pressing *pressing, const struct point *point, int wall) {
    const struct buoy_region *region = pressing->water.region;
    const int axis = wall % 3;
    const double at = point->x[axis] + pressing->pose.position[axis];
    return wall < 3 ? region->low[axis] - at : at - region->high[axis];
}

// Cuts a polygon by the water (wall −1) or a wall; what lies on the water is dry, what lies on a
// wall is inside.
static int cut_by(const struct pressing *pressing, int wall, struct point *corners, int count) {
    struct point kept[MOST_CORNERS];
    int left = 0;
    for (int k = 0; k < count; ++k) {
        const struct point *a = &corners[k], *b = &corners[(k + 1) % count];
        const double da = wall < 0 ? a->s : outside(pressing, a, wall);
        const double db = wall < 0 ? b->s : outside(pressing, b, wall);
        const bool in_a = wall < 0 ? da < 0.0 : da <= 0.0, in_b = wall < 0 ? db < 0.0 : db <= 0.0;
        if (in_a && left < MOST_CORNERS) {
            kept[left++] = *a;
        }
        if (in_a != in_b && left < MOST_CORNERS) {
            kept[left] = between(a, b, da / (da - db));
            kept[left].s = wall < 0 ? 0.0 : kept[left].s;
            ++left;
        }
    }
    memcpy(corners, kept, sizeof kept);
    return left;
}

// What is submerged of a triangle in a pool, but for one of its walls.
static int clip(const struct pressing *pressing, int but, const struct point v[3],
                struct point wet[MOST_CORNERS]) {
    int count = 3;
    memcpy(wet, v, 3 * sizeof *v);
    for (int wall = 0; wall < 6 && pressing->water.region && count > 0; ++wall) {
        count = wall == but ? count : cut_by(pressing, wall, wet, count);
    }
    return count > 0 ? cut_by(pressing, -1, wet, count) : 0;
}

static void add_part(const struct point *a, const struct point *b, const struct point *c,
                     const double whole[3], double weight, struct buoy_pressure *sum) {
    const double share = (b->along[0] - a->along[0]) * (c->along[1] - a->along[1]) -
                         (b->along[1] - a->along[1]) * (c->along[0] - a->along[0]);
    const double area[3] = {share * whole[0], share * whole[1], share * whole[2]};
    sum->wetted_area += sqrt(buoy_dot(area, area));
    const struct point middles[3] = {between(a, b, 0.5), between(b, c, 0.5), between(c, a, 0.5)};
    for (int k = 0; k < 3; ++k) {
        double force[3];
        for (int i = 0; i < 3; ++i) {
            force[i] = weight * middles[k].s / 3.0 * area[i];
            sum->force[i] += force[i];
        }
        buoy_add_cross(middles[k].x, force, sum->torque);
    }
}

// The pressure on the cut along a wall, by triangles from its apex to the lines in which a triangle
// of the body meets the wall.
static void add_cut(const struct pressing *pressing, const struct point v[3], int wall,
                    const struct buoy_rotation *rotation, double weight,
                    struct buoy_pressure *sum) {
    double d[3], ab[3], ac[3], area[3] = {0.0, 0.0, 0.0};
    struct point fan[3] = {{.along = {0.0, 0.0}}}, wet[MOST_CORNERS];
    int ends = 0;
    for (int k = 0; k < 3; ++k) {
        d[k] = outside(pressing, &v[k], wall);
    }
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        if ((d[k] <= 0.0) != (d[next] <= 0.0)) {
            // Entered at the first end of the cut's line, left at the second.
            fan[d[k] <= 0.0 ? 2 : 1] = between(&v[k], &v[next], d[k] / (d[k] - d[next]));
            ++ends;
        }
    }
    if (ends != 2) {
        return;
    }
    // The apex of the cut along a wall: the foot of the mesh's centre or, in waves and patches,
    // in which it matters, above the highest water by the mesh's unit.
    const struct buoy_region *region = pressing->water.region;
    const struct buoy_pressure_query query = pressing_query(pressing, NULL, 0);
    const int axis = wall % 3;
    struct buoy_immersion immersion;
    struct point apex = {.along = {0.0, 0.0}};
    double world[3];
    buoy_immerse(&query, &immersion);
    buoy_rotate(rotation, pressing->mesh->centre, apex.x);
    apex.x[axis] =
        (wall < 3 ? region->low[axis] : region->high[axis]) - pressing->pose.position[axis];
    if (pressing->water.kind != BUOY_WATER_PLANE && axis < 2) {
        apex.x[2] =
            fmax(apex.x[2], immersion.high + pressing->mesh->scale - pressing->pose.position[2]);
    }
    for (int i = 0; i < 3; ++i) {
        world[i] = apex.x[i] + pressing->pose.position[i];
    }
    apex.s = height_at(&pressing->water, world);
    fan[0] = apex;
    for (int i = 0; i < 3; ++i) {
        ab[i] = 0.5 * (fan[1].x[i] - fan[0].x[i]);
        ac[i] = fan[2].x[i] - fan[0].x[i];
    }
    buoy_add_cross(ab, ac, area);
    for (int k = 0; k < 3; ++k) {
        fan[k].along[0] = k == 1;
        fan[k].along[1] = k == 2;
    }
    const double had = sum->wetted_area;
    const int count = clip(pressing, wall, fan, wet);
    for (int k = 2; k < count; ++k) {
        add_part(&wet[0], &wet[k - 1], &wet[k], area, weight, sum);
    }
    sum->wetted_area = had;
}

// The centre of what is submerged of a triangle, and its area.
static double find_centre(const struct point wet[MOST_CORNERS], int count, double centre[3]) {
    double total = 0.0;
    memset(centre, 0, 3 * sizeof *centre);
    for (int k = 2; k < count; ++k) {
        double ab[3], ac[3], area[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < 3; ++i) {
            ab[i] = 0.5 * (wet[k - 1].x[i] - wet[0].x[i]);
            ac[i] = wet[k].x[i] - wet[0].x[i];
        }
        buoy_add_cross(ab, ac, area);
        const double size = sqrt(buoy_dot(area, area));
        for (int i = 0; i < 3; ++i) {
            centre[i] += size / 3.0 * (wet[0].x[i] + wet[k - 1].x[i] + wet[k].x[i]);
        }
        total += size;
    }
    for (int i = 0; i < 3 && total > 0.0; ++i) {
        centre[i] /= total;
    }
    return total;
}

// As buoyancy_pressure.h has it, by angles: θ between the normal and the motion.
static void add_drag(const struct pressing *pressing, const struct point v[3],
                     const struct point wet[MOST_CORNERS], int count, struct buoy_pressure *sum) {
    const struct buoy_surface_motion *motion = pressing->motion;
    double ab[3], ac[3], n[3] = {0.0, 0.0, 0.0}, x[3], u[3], force[3];
    for (int i = 0; i < 3; ++i) {
        ab[i] = v[1].x[i] - v[0].x[i];
        ac[i] = v[2].x[i] - v[0].x[i];
    }
    buoy_add_cross(ab, ac, n);
    const double twice = sqrt(buoy_dot(n, n)), area = find_centre(wet, count, x);
    // How the water flows by a point given relative to the pose's position.
    const struct buoy_water *water = &pressing->water;
    double current[3] = {water->current[0], water->current[1], water->current[2]}, at[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = pressing->motion->velocity[i];
        at[i] = x[i] + pressing->pose.position[i];
    }
    buoy_add_cross(pressing->motion->angular_velocity, x, u);
    if (water->current_at) {
        water->current_at(water->current_context, at, 1, current);
    }
    for (int i = 0; i < 3; ++i) {
        u[i] -= current[i];
    }
    const double speed = sqrt(buoy_dot(u, u));
    if (!(area > 0.0) || !(speed > 0.0)) {
        return;
    }
    const double cosine = buoy_dot(n, u) / (twice * speed);
    const double sine = sqrt(fmax(0.0, 1.0 - cosine * cosine));
    const double strength = pressing->water.density * area * speed * speed;
    for (int i = 0; i < 3; ++i) {
        const double ahead = u[i] / speed, normal = n[i] / twice;
        const double along = ahead - cosine * normal; // of length sin θ
        force[i] = -strength * motion->skin * sine * along;
        if (cosine > 0.0) {
            const double across = normal - cosine * ahead; // of length sin θ
            force[i] -= strength * cosine * (motion->drag * ahead + motion->lift * across);
        }
        sum->drag_force[i] += force[i];
    }
    buoy_add_cross(x, force, sum->drag_torque);
}

struct buoy_pressure true_pressure(const struct pressing *pressing) {
    const struct buoy_mesh *mesh = pressing->mesh;
    const double weight = pressing->water.density * pressing->water.gravity;
    struct buoy_pressure sum = {.wetted_area = 0.0};
    struct buoy_rotation rotation;
    assert_true(buoy_pose_rotation(&pressing->pose, &rotation));
    const struct buoy_region *region = pressing->water.region;
    for (int i = 0; region && i < 3; ++i) {
        if (region->low[i] == region->high[i]) {
            return sum; // no room for water
        }
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const struct point v[3] = {place(pressing, &rotation, mesh->triangles->i0[t], 0),
                                   place(pressing, &rotation, mesh->triangles->i1[t], 1),
                                   place(pressing, &rotation, mesh->triangles->i2[t], 2)};
        struct point wet[MOST_CORNERS];
        double area[3];
        // The area vector of a triangle in the world's directions. It is made of the shorter two
        // edges of the corners as given: in a needle, of which the longer two are all but
        // parallel, nothing else is precise, and a long edge that was turned is not either.
        const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                    mesh->triangles->i2[t]};
        double edges[3][3], twice[3];
        int longest = 0;
        for (int k = 0; k < 3; ++k) {
            const uint32_t from = corner[k], to = corner[(k + 1) % 3];
            edges[k][0] = (double)mesh->triangles->px[to] - (double)mesh->triangles->px[from];
            edges[k][1] = (double)mesh->triangles->py[to] - (double)mesh->triangles->py[from];
            edges[k][2] = (double)mesh->triangles->pz[to] - (double)mesh->triangles->pz[from];
            longest = buoy_length(edges[k]) > buoy_length(edges[longest]) ? k : longest;
        }
        buoy_cross_product(edges[(longest + 1) % 3], edges[(longest + 2) % 3], twice);
        buoy_rotate(&rotation, twice, area);
        for (int i = 0; i < 3; ++i) {
            area[i] *= 0.5;
        }
        const int count = clip(pressing, -1, v, wet);
        for (int wall = 0; wall < 6 && pressing->water.region; ++wall) {
            add_cut(pressing, v, wall, &rotation, weight, &sum);
        }
        for (int k = 2; k < count; ++k) {
            add_part(&wet[0], &wet[k - 1], &wet[k], area, weight, &sum);
        }
        if (pressing->motion && !(pressing->motion->hidden && pressing->motion->hidden[t])) {
            add_drag(pressing, v, wet, count, &sum);
        }
    }
    return sum;
}
