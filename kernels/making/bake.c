// Baking: the frame, what is known of the whole body, and the layouts that the caller wants.
#include "base/arithmetic.h"

#include "making/bake.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "mesh/plane.h"

// What is being made: the mesh's head, before it is known how much memory will follow it, and what
// is not kept.
struct baking {
    struct buoy_mesh head;
    const struct buoy_bake_query *query;
    struct buoy_pair *pairs;
    size_t pair_count;
    struct buoy_place *places;  // of the triangles of a mesh that can do without a tree
    uint32_t *met;              // how many triangles meet at each vertex
    struct buoy_levels *levels; // of a mesh in doubles
};

// ----------------------------------------------------------------------------- frame and triangles

// Finds the frame; and how far doubles were moved. They may themselves be decimals rounded to
// double. Differences are right to 2⁻⁵³ of the places, which four of that make up for.
static void find_frame(struct buoy_mesh *mesh, const struct buoy_soup *soup) {
    double low[3], high[3], largest = 0.0, most = 0.0;
    buoy_soup_box(soup, low, high);
    for (int k = 0; k < 3; ++k) {
        // Doubles were rounded relative to the centre, which stays where it is.
        mesh->origin[k] = soup->origin[k];
        mesh->middle[k] = soup->given ? 0.0 : 0.5 * (low[k] + high[k]);
        mesh->centre[k] = soup->given ? soup->origin[k] : mesh->middle[k];
        mesh->half_extent[k] = soup->given ? fmax(high[k], -low[k]) : 0.5 * (high[k] - low[k]);
        largest = mesh->half_extent[k] > largest ? mesh->half_extent[k] : largest;
    }
    mesh->inverse_scale = largest > 0.0 ? 0.5 * buoy_power_of_two_below(largest) : 1.0;
    mesh->scale = 1.0 / mesh->inverse_scale;
    for (int k = 0; k < 3; ++k) {
        mesh->half_extent[k] *= mesh->inverse_scale;
    }
    for (size_t i = 0; soup->given && i < soup->vertex_count; ++i) {
        double moved[3];
        for (size_t k = 0; k < 3; ++k) {
            const double at = soup->given[3 * i + k], away = at - soup->origin[k];
            moved[k] = fabs(away - (double)soup->positions[3 * i + k]) + 0x1p-51 * fabs(at);
        }
        most = fmax(most, buoy_length(moved));
    }
    mesh->moved = most * mesh->inverse_scale * (1.0 + 0x1p-40);
}

static void copy_triangles(const struct buoy_mesh *mesh, const struct buoy_bake_query *query,
                           struct buoy_triangles *to) {
    const double *c = mesh->middle, k = mesh->inverse_scale;
    const struct buoy_soup *soup = query->soup;
    for (size_t i = 0; i < soup->vertex_count; ++i) {
        const float *p = soup->positions + 3 * i;
        to->px[i] = p[0];
        to->py[i] = p[1];
        to->pz[i] = p[2];
        to->x[i] = (float)((p[0] - c[0]) * k);
        to->y[i] = (float)((p[1] - c[1]) * k);
        to->z[i] = (float)((p[2] - c[2]) * k);
    }
    for (size_t i = 0; i < soup->triangle_count; ++i) {
        to->i0[i] = soup->indices[3 * i];
        to->i1[i] = soup->indices[3 * i + 1];
        to->i2[i] = soup->indices[3 * i + 2];
    }
    if (to->given) {
        memcpy(to->given, soup->given, 3 * soup->vertex_count * sizeof *to->given);
    }
    if (mesh->open_vertex_count > 0) {
        memcpy(to->open_vertices, query->topology->open_vertices,
               mesh->open_vertex_count * sizeof *to->open_vertices);
    }
}

// The triangles in the order of the blocks, of a mesh that can do without a tree: the order of
// others is that of their leaves.
static void sort_triangles(const struct buoy_mesh *mesh, struct buoy_place *places,
                           uint32_t *order) {
    const struct buoy_triangles *of = mesh->triangles;
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        const uint32_t a = of->i0[i], b = of->i1[i], c = of->i2[i];
        places[i].x[0] = of->x[a] + of->x[b] + of->x[c];
        places[i].x[1] = of->y[a] + of->y[b] + of->y[c];
        places[i].x[2] = of->z[a] + of->z[b] + of->z[c];
        places[i].item = i;
    }
    buoy_cluster(places, mesh->triangle_count, BUOY_LANES);
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        order[i] = places[i].item;
    }
}

// ------------------------------------------------------------------------------------ levels

static int compare_floats(const void *left, const void *right) {
    const float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

// Finds the levels of a mesh (mesh/plane.h); there is room for three a vertex.
static void find_levels(struct buoy_mesh *mesh, struct buoy_levels *levels, uint32_t *marks) {
    const struct buoy_triangles *of = mesh->triangles;
    const float *const axes[3] = {of->x, of->y, of->z};
    uint32_t kept = 0;
    for (int axis = 0; axis < 3; ++axis) {
        // Marks the vertices of faces square to the axis, and one at each end of the body.
        const float *x = axes[axis];
        uint32_t low = of->i0[0], high = low;
        memset(marks, 0, mesh->vertex_count * sizeof *marks);
        for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
            const uint32_t corners[3] = {of->i0[t], of->i1[t], of->i2[t]};
            const bool level = x[corners[0]] == x[corners[1]] && x[corners[1]] == x[corners[2]];
            for (int k = 0; k < 3; ++k) {
                low = x[corners[k]] < x[low] ? corners[k] : low;
                high = x[corners[k]] > x[high] ? corners[k] : high;
                marks[corners[k]] |= level;
            }
        }
        marks[low] = marks[high] = 1;
        const uint32_t first = kept;
        uint32_t count = first;
        for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
            if (marks[v]) {
                levels->at[count++] = x[v];
            }
        }
        buoy_sort(levels->at + first, count - first, sizeof *levels->at, compare_floats);
        for (uint32_t i = first; i < count; ++i) {
            if (kept == first || levels->at[i] != levels->at[kept - 1]) {
                levels->at[kept++] = levels->at[i];
            }
        }
        levels->end[axis] = kept;
    }
    mesh->level_count = kept;
}

// ------------------------------------------------------------------------------- whole body

void buoy_mesh_find_spread(struct buoy_mesh *mesh) {
    const double scale = mesh->scale;
    double centroid[3], second[3][3], half[3];
    struct buoy_spread spread;
    for (int i = 0; i < 3; ++i) {
        centroid[i] = mesh->centroid[i] * scale;
        half[i] = mesh->half_extent[i] * scale;
        for (int j = 0; j < 3; ++j) {
            second[i][j] = mesh->volume_spread[buoy_symmetric(i, j)] * (scale * scale);
        }
    }
    mesh->spread_is_box =
        !buoy_spread_make(centroid, second, half, mesh->closed && mesh->volume > 0.0, &spread);
    mesh->spread_length = spread.length;
}

// Finds what the whole body has: sums over the surface for the body, with the apex at the centre, 3
// V, 12 ∫ x dV and 60 ∫ x xᵀ dV; for the surface itself, its area, ∫ x dA and ∫ x xᵀ dA; and for
// its triangles, their perimeters, and their longest edges squared.
static void find_whole(struct buoy_mesh *mesh) {
    double volume = 0.0, volume_x[3] = {0.0}, volume_xx[3][3] = {{0.0}};
    double area_x[3] = {0.0}, area_xx[3][3] = {{0.0}};
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        double v[3][3], a[3], sum[3], longest = 0.0;
        buoy_exact_corners(mesh, mesh->middle, t, v);
        buoy_area_vector(v, a);
        const double area = buoy_length(a), h = buoy_dot(a, v[0]);
        volume += h;
        mesh->area += area;
        for (int i = 0; i < 3; ++i) {
            const double edge = buoy_distance(v[i], v[(i + 1) % 3]);
            mesh->perimeter += edge;
            longest = edge > longest ? edge : longest;
            sum[i] = v[0][i] + v[1][i] + v[2][i];
            volume_x[i] += h * sum[i];
            area_x[i] += area * sum[i] / 3.0;
        }
        mesh->squares += longest * longest;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const double corners = v[0][i] * v[0][j] + v[1][i] * v[1][j] + v[2][i] * v[2][j];
                volume_xx[i][j] += h * (corners + sum[i] * sum[j]);
                area_xx[i][j] += area / 12.0 * (corners + sum[i] * sum[j]);
            }
        }
    }
    mesh->volume = volume / 3.0;
    const double per_area = mesh->area > 0.0 ? 1.0 / mesh->area : 0.0;
    for (int i = 0; i < 3; ++i) {
        mesh->centroid[i] = mesh->volume != 0.0 ? volume_x[i] / 12.0 / mesh->volume : 0.0;
        mesh->surface_centre[i] = area_x[i] * per_area;
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const double xx = mesh->volume != 0.0 ? volume_xx[i][j] / 60.0 / mesh->volume : 0.0;
            if (j >= i) {
                mesh->volume_spread[buoy_symmetric(i, j)] =
                    xx - mesh->centroid[i] * mesh->centroid[j];
            }
            mesh->surface_spread[i][j] =
                area_xx[i][j] * per_area - mesh->surface_centre[i] * mesh->surface_centre[j];
        }
        // Above the rounding of the sums: keeps n·(spread n) > 0 for all n. It moves the apex off
        // the plane of plates thinner than 10⁻⁷ of their width, by no more than their thickness.
        mesh->surface_spread[i][i] += 1e-14;
    }
}

// Whether the terms of the volume, with the apex in the middle of the surface, are many times as
// large as the volume.
static bool is_scattered(const struct buoy_mesh *mesh) {
    double terms = 0.0;
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        double v[3][3], a[3];
        buoy_exact_corners(mesh, mesh->middle, i, v);
        buoy_area_vector(v, a);
        terms += fabs(buoy_dot(a, v[0]) - buoy_dot(a, mesh->surface_centre));
    }
    return terms > BUOY_SCATTERED * 3.0 * mesh->volume;
}

// Whether the triangles are those of a box with faces along the axes, for which there are closed
// forms: two triangles on each of the six faces, wound outward, that close. Then the two on a face
// share a diagonal, for no other triangle has it, and cover the face.
static bool is_box(const struct buoy_mesh *mesh) {
    const struct buoy_triangles *of = mesh->triangles;
    const float *const x[3] = {of->px, of->py, of->pz};
    float low[3], high[3];
    int on_face[6] = {0};
    if (!mesh->closed || mesh->triangle_count != 12 || mesh->vertex_count != 8) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        low[k] = high[k] = x[k][0];
        for (int i = 1; i < 8; ++i) {
            low[k] = x[k][i] < low[k] ? x[k][i] : low[k];
            high[k] = x[k][i] > high[k] ? x[k][i] : high[k];
        }
        for (int i = 0; i < 8; ++i) {
            if (x[k][i] != low[k] && x[k][i] != high[k]) {
                return false;
            }
        }
    }
    for (uint32_t t = 0; t < 12; ++t) {
        double v[3][3], a[3];
        int axis = -1; // that the triangle is square to
        buoy_exact_corners(mesh, mesh->middle, t, v);
        buoy_area_vector(v, a);
        for (int k = 0; k < 3; ++k) {
            if (a[k] != 0.0 && axis >= 0) {
                return false;
            }
            axis = a[k] != 0.0 ? k : axis;
        }
        const int upper = axis >= 0 && a[axis] > 0.0;
        if (axis < 0 || upper != (x[axis][of->i0[t]] == high[axis]) ||
            ++on_face[2 * axis + upper] > 2) {
            return false;
        }
    }
    return low[0] < high[0] && low[1] < high[1] && low[2] < high[2];
}

// ---------------------------------------------------------------------------------- layouts

// Allocates a mesh with its head, followed by its arrays and what leads to them; NULL if out of
// memory. Gaps between arrays are 0.
static struct buoy_mesh *allocate(const struct buoy_mesh *head, bool closing) {
    struct buoy_mesh mesh = *head;
    struct buoy_kept counted;
    const uint64_t used = sizeof mesh + buoy_lay_out(&mesh, closing, &counted, NULL);
    const uint64_t bytes = used + (mesh.triangles || mesh.blocks ? sizeof counted : 0);
    char *whole = bytes <= PTRDIFF_MAX ? buoy_allocate_aligned((size_t)bytes) : NULL;
    if (!whole) {
        return NULL;
    }
    memset(whole, 0, (size_t)bytes);
    buoy_lay_out(&mesh, closing, (void *)(whole + used), whole + sizeof mesh);
    mesh.bytes = (size_t)bytes;
    memcpy(whole, &mesh, sizeof mesh);
    return (void *)whole;
}

// Fills a mesh that is allocated; false if out of memory. Until then its triangles are those that
// are not kept.
static bool fill(struct buoy_mesh *mesh, const struct baking *baking, const double origin[3],
                 struct buoy_baked *baked) {
    struct buoy_triangles *const kept = mesh->triangles;
    const struct buoy_soup *soup = baking->query->soup;
    for (size_t i = 0; i < mesh->open_vertex_count; ++i) {
        const size_t vertex = baking->query->topology->open_vertices[i];
        memcpy(mesh->open_points + 3 * i, soup->positions + 3 * vertex, 3 * sizeof(float));
    }
    if (mesh->in_doubles) {
        const struct buoy_levels *levels = baking->levels;
        memcpy(buoy_levels_behind(mesh), levels,
               sizeof *levels + mesh->level_count * sizeof *levels->at);
    }
    mesh->triangles = &baked->triangles;
    if (mesh->kept & BUOY_MESH_KEEP_TREE &&
        buoy_tree_fill(mesh, origin, baking->pairs, baking->pair_count,
                       mesh->is_indexed ? NULL : baked->order) != BUOY_OK) {
        return false;
    }
    if (mesh->is_indexed) {
        buoy_indexed_fill(mesh, origin);
    }
    if (mesh->blocks) {
        buoy_blocks_fill(mesh, mesh->compact ? mesh->middle : origin, baked->order);
    }
    if (mesh->blocks && mesh->blocks->facets && buoy_facets_fill(mesh) != BUOY_OK) {
        return false;
    }
    if (kept) {
        copy_triangles(mesh, baking->query, kept);
        memset(baking->met, 0, soup->vertex_count * sizeof *baking->met);
        for (size_t i = 0; i < 3 * soup->triangle_count; ++i) {
            const uint32_t meet = ++baking->met[soup->indices[i]];
            kept->valence = meet > kept->valence ? meet : kept->valence;
        }
        mesh->triangles = kept;
    }
    return true;
}

// Makes the mesh; NULL if out of memory.
static struct buoy_mesh *bake(struct baking *baking, struct buoy_baked *baked) {
    struct buoy_mesh *head = &baking->head;
    double origin[3];
    find_frame(head, baking->query->soup);
    head->triangles = &baked->triangles;
    copy_triangles(head, baking->query, &baked->triangles);
    if (head->in_doubles) {
        find_levels(head, baking->levels, baking->met);
    }
    find_whole(head);
    head->compact = buoy_mesh_conditioning(head) <= BUOY_COMPACT;
    head->scattered = is_scattered(head);
    head->is_box = is_box(head);
    buoy_mesh_find_spread(head);
    for (int k = 0; k < 3; ++k) {
        // An origin, in the mesh's own frame, such that every coordinate less this is a float: 0 if
        // the body is near 0. Else all coordinates lie within a factor of 3 of each other, hence on
        // a grid that is at most 2²⁴ steps wide and that contains the rounded centre.
        const double centre = head->middle[k], half = head->half_extent[k] * head->scale;
        origin[k] = fabs(centre) > 2.0 * half ? (double)(float)centre : 0.0;
        head->tree.shift[k] = (head->middle[k] - origin[k]) * head->inverse_scale;
    }
    if (buoy_may_be_indexed(head)) {
        sort_triangles(head, baking->places, baked->order);
    } else {
        head->kept |= BUOY_MESH_KEEP_TREE;
    }
    if (head->kept & BUOY_MESH_KEEP_TREE) {
        if (buoy_pair_triangles(baking->query->soup, baking->query->topology, &baking->pairs,
                                &baking->pair_count) != BUOY_OK) {
            return NULL;
        }
        buoy_tree_shape(&head->tree, baking->pair_count);
    }
    struct buoy_mesh *mesh = allocate(head, baking->query->closing);
    if (mesh && !fill(mesh, baking, origin, baked)) {
        buoy_release(mesh); // and its arrays
        mesh = NULL;
    }
    return mesh;
}

// Takes memory for what is not kept, in one piece; false if out of memory.
static bool begin(struct baking *baking, struct buoy_baked *baked) {
    const struct buoy_mesh *head = &baking->head;
    const uint64_t triangles = head->triangle_count;
    for (;;) {
        char *const memory = baked->memory;
        uint64_t used = buoy_lay_out_triangles(head, false, &baked->triangles, memory, 0);
        baked->order = buoy_carve(memory, &used, triangles * sizeof *baked->order);
        baking->places = buoy_carve(memory, &used, triangles * sizeof *baking->places);
        baking->met = buoy_carve(memory, &used, head->vertex_count * sizeof *baking->met);
        baking->levels = NULL;
        if (head->in_doubles) {
            const uint64_t most = 3 * (uint64_t)head->vertex_count * sizeof *baking->levels->at;
            baking->levels = buoy_carve(memory, &used, sizeof *baking->levels + most);
        }
        if (memory) {
            return true;
        }
        baked->memory = used <= PTRDIFF_MAX ? buoy_allocate_aligned((size_t)used) : NULL;
        if (!baked->memory) {
            return false;
        }
    }
}

enum buoy_status buoy_mesh_bake(const struct buoy_bake_query *query, struct buoy_baked *baked) {
    const unsigned facets = query->keep & BUOY_MESH_KEEP_FACETS;
    const unsigned needed = facets ? BUOY_MESH_KEEP_TRIANGLES | BUOY_MESH_KEEP_BLOCKS : 0;
    struct baking baking = {.query = query,
                            .head = {
                                .vertex_count = (uint32_t)query->soup->vertex_count,
                                .triangle_count = (uint32_t)query->soup->triangle_count,
                                .kept = (uint16_t)((query->keep & BUOY_MESH_KEEP_ALL) | needed),
                                .closed = query->topology->closed,
                                .in_doubles = query->soup->given != NULL,
                                .open_vertex_count = (uint32_t)query->topology->open_vertex_count,
                            }};
    struct buoy_mesh shape = baking.head;
    struct buoy_kept counted;
    *baked = (struct buoy_baked){0};
    // A mesh that is too large even without the tree is refused before it is examined.
    if (buoy_lay_out(&shape, query->closing, &counted, NULL) <= PTRDIFF_MAX &&
        begin(&baking, baked)) {
        baked->mesh = bake(&baking, baked);
    }
    buoy_release(baking.pairs);
    return baked->mesh ? BUOY_OK : BUOY_ERROR_MEMORY;
}

void buoy_baked_finish(struct buoy_baked *baked) {
    if (baked->mesh && baked->mesh->triangles == &baked->triangles) {
        baked->mesh->triangles = NULL;
    }
    buoy_release(baked->memory);
    baked->memory = NULL;
}
