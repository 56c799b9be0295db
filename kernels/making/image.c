// Where a mesh's arrays are, in memory and in its image. Counts alone decide, so that an image
// needs no offsets: the numbers of the head, then the arrays as they are in memory, then spheres.
// Loading copies the head; the arrays stay where they are.
//
// A checksum tells damage. It does not keep anybody from crafting an image, so whatever a kernel
// uses as an index or relies on to end a loop is checked as well: counts, corners, slots, bounds of
// lanes that hold nothing, and the size of the frame, which bounds how far planes reach.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "making/bake.h"

void buoy_tree_shape(struct buoy_tree *tree, size_t pair_count) {
    tree->leaf_count = tree->level_count = tree->node_count = tree->item_count = 0;
    tree->pair_count = (uint32_t)pair_count;
    tree->leaf_count = (uint32_t)((pair_count + BUOY_LANES / 2 - 1) / (BUOY_LANES / 2));
    uint32_t items = tree->leaf_count;
    do {
        tree->first_node[tree->level_count] = tree->node_count;
        tree->first_item[tree->level_count++] = tree->item_count;
        tree->item_count += items;
        items = buoy_sixteenths(items);
        tree->node_count += items;
    } while (items > 1);
}

uint64_t buoy_lay_out_triangles(const struct buoy_mesh *mesh, bool in_doubles,
                                struct buoy_triangles *of, char *arena, uint64_t used) {
    const uint64_t vertices = (uint64_t)mesh->vertex_count * sizeof(float);
    const uint64_t corners = (uint64_t)mesh->triangle_count * sizeof(uint32_t);
    float **floats[] = {&of->px, &of->py, &of->pz, &of->x, &of->y, &of->z};
    uint32_t **indices[] = {&of->i0, &of->i1, &of->i2};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; ++i) {
        *floats[i] = buoy_carve(arena, &used, vertices);
    }
    for (size_t i = 0; i < sizeof indices / sizeof *indices; ++i) {
        *indices[i] = buoy_carve(arena, &used, corners);
    }
    of->given = in_doubles ? buoy_carve(arena, &used, 6 * vertices) : NULL;
    of->open_vertices =
        buoy_carve(arena, &used, (uint64_t)mesh->open_vertex_count * sizeof(uint32_t));
    return used;
}

static uint64_t lay_out_blocks(const struct buoy_mesh *mesh, struct buoy_blocks *of, char *arena,
                               uint64_t used) {
    const uint64_t count = buoy_sixteenths(mesh->triangle_count),
                   nodes = buoy_sixteenths((uint32_t)count);
    *of = (struct buoy_blocks){.block_count = (uint32_t)count, .node_count = (uint32_t)nodes};
    of->blocks = buoy_carve(arena, &used, count * sizeof *of->blocks);
    of->nodes = buoy_carve(arena, &used, nodes * sizeof *of->nodes);
    of->moments = buoy_carve(arena, &used, count * sizeof *of->moments);
    of->areas = buoy_carve(arena, &used, count * sizeof *of->areas);
    of->block_areas = buoy_carve(arena, &used, count * sizeof *of->block_areas);
    of->order = buoy_carve(arena, &used, (uint64_t)mesh->triangle_count * sizeof *of->order);
    if (mesh->kept & BUOY_MESH_KEEP_FACETS) {
        of->points_count = buoy_sixteenths(mesh->vertex_count);
        of->point_node_count = buoy_sixteenths(of->points_count);
        of->facets = buoy_carve(arena, &used, count * sizeof *of->facets);
        of->points = buoy_carve(arena, &used, (uint64_t)of->points_count * sizeof *of->points);
        of->point_nodes =
            buoy_carve(arena, &used, (uint64_t)of->point_node_count * sizeof *of->point_nodes);
    }
    return used;
}

uint64_t buoy_lay_out(struct buoy_mesh *mesh, bool closing, struct buoy_kept *kept, char *arrays) {
    struct buoy_tree *tree = &mesh->tree;
    const uint64_t levels = mesh->level_count, open = mesh->open_vertex_count;
    uint64_t used = 0;
    mesh->open_points = NULL;
    mesh->is_indexed = buoy_may_be_indexed(mesh);
    if (mesh->is_indexed) {
        const uint64_t vertices = 6 * (uint64_t)buoy_indexed_room(mesh) * sizeof *mesh->indexed;
        const uint64_t blocks = buoy_sixteenths(mesh->triangle_count);
        mesh->indexed =
            buoy_carve(arrays, &used, vertices + blocks * sizeof(struct buoy_indexed_block));
    }
    if (mesh->kept & BUOY_MESH_KEEP_TREE) {
        const uint64_t leaves = tree->leaf_count, nodes = tree->node_count;
        const uint64_t moments = (uint64_t)tree->item_count * sizeof *tree->moments;
        const uint64_t areas = (uint64_t)tree->item_count * sizeof(double);
        tree->leaves = buoy_carve(arrays, &used, leaves * sizeof *tree->leaves);
        tree->nodes = buoy_carve(arrays, &used, nodes * sizeof *tree->nodes);
        char *small = buoy_carve(arrays, &used, moments + areas + leaves);
        if (small) {
            tree->moments = (struct buoy_moments *)(void *)small;
            tree->large = (uint8_t *)small + moments + areas;
        }
    }
    if (levels > 0) { // found by buoy_levels_behind()
        buoy_carve(arrays, &used, sizeof(struct buoy_levels) + levels * sizeof(float));
    }
    if (open > 0) {
        mesh->open_points = buoy_carve(arrays, &used, 3 * open * sizeof(float));
    }
    mesh->closing = closing ? buoy_carve(arrays, &used, sizeof *mesh->closing) : NULL;
    mesh->triangles = mesh->kept & BUOY_MESH_KEEP_TRIANGLES ? &kept->triangles : NULL;
    if (mesh->triangles) {
        used = buoy_lay_out_triangles(mesh, mesh->in_doubles, &kept->triangles, arrays, used);
    }
    mesh->blocks = mesh->kept & BUOY_MESH_KEEP_BLOCKS ? &kept->blocks : NULL;
    if (mesh->blocks) {
        used = lay_out_blocks(mesh, &kept->blocks, arrays, used);
    }
    return used;
}

// ------------------------------------------------------------------------------------ the head

#define VERSION 6u
// In words of the machine's order and size.
#define MACHINE (UINT32_C(0x01020300) + (uint32_t)sizeof(size_t))

static const char magic[8] = "buoymesh";

#define NUMBERS 46

struct head {
    char magic[8];
    uint32_t version, machine;
    uint64_t bytes, checksum; // of the whole; of what follows
    uint32_t vertex_count, triangle_count, pair_count, open_vertex_count, sphere_count;
    uint32_t kept, traits, valence;
    uint64_t merged_vertices;
    double numbers[NUMBERS];
    uint64_t level_count;
};

_Static_assert(sizeof(struct head) % BUOY_ALIGNMENT == 0, "arrays begin at a cache line");

#define BYTES_BEFORE_SUM (offsetof(struct head, checksum) + sizeof(uint64_t))

// The doubles of a mesh, in the order of the head's.
static const struct {
    size_t at, count;
} image_members[] = {
#define MEMBER(name, count)                                                                        \
    { offsetof(struct buoy_mesh, name), count }
    MEMBER(centre, 3),         MEMBER(scale, 1),          MEMBER(half_extent, 3),
    MEMBER(surface_centre, 3), MEMBER(surface_spread, 9), MEMBER(volume, 1),
    MEMBER(tree.shift, 3),     MEMBER(centroid, 3),       MEMBER(volume_spread, 6),
    MEMBER(spread_length, 1),  MEMBER(area, 1),           MEMBER(perimeter, 1),
    MEMBER(squares, 1),        MEMBER(origin, 3),         MEMBER(middle, 3),
    MEMBER(moved, 1),          MEMBER(inverted, 1),       MEMBER(inverted_doubt, 1),
    MEMBER(merged_distance, 1)
#undef MEMBER
};

// What a mesh is: bits of the head's traits from 0 on.
static const size_t image_traits[] = {
    offsetof(struct buoy_mesh, compact),       offsetof(struct buoy_mesh, scattered),
    offsetof(struct buoy_mesh, closed),        offsetof(struct buoy_mesh, in_doubles),
    offsetof(struct buoy_mesh, spread_is_box), offsetof(struct buoy_mesh, is_box),
    offsetof(struct buoy_mesh, inside_out),    offsetof(struct buoy_mesh, withheld),
};

enum {
    TRAITS = sizeof image_traits / sizeof *image_traits,
    LARGE = 1u << TRAITS,         // the tree knows large triangles
    CLOSING = 1u << (TRAITS + 1), // the mesh knows how it was closed
    FRAME_SHIFT = TRAITS + 2,     // enum buoy_frame above that
};

// Four sums side by side, each of every fourth word. A wrong bit changes its sum, because each step
// can be undone.
static uint64_t checksum(const void *from, size_t bytes) {
    static const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    const unsigned char *at = from;
    uint64_t sum[4] = {bytes, 1, 2, 3}, word[4];
    for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
        memcpy(word, at, sizeof word);
        for (int k = 0; k < 4; ++k) {
            sum[k] = (sum[k] ^ word[k]) * odd;
            sum[k] ^= sum[k] >> 29;
        }
    }
    memset(word, 0, sizeof word);
    memcpy(word, at, bytes);
    for (int k = 0; k < 4; ++k) {
        sum[k] = (sum[k] ^ word[k]) * odd;
        sum[0] = k > 0 ? ((sum[0] << 23 | sum[0] >> 41) ^ sum[k]) * odd : sum[0];
    }
    return sum[0] ^ sum[0] >> 32;
}

// --------------------------------------------------------------------------------- saving

void buoy_image_seal(void *image, size_t bytes) {
    char *const at = image;
    const uint64_t sum = checksum(at + BYTES_BEFORE_SUM, bytes - BYTES_BEFORE_SUM);
    memcpy(at + offsetof(struct head, checksum), &sum, sizeof sum);
}

static uint64_t sphere_bytes(uint64_t count) {
    return count * sizeof(struct buoy_sphere);
}

// The bytes of a mesh's arrays.
static uint64_t array_bytes(const struct buoy_mesh *mesh) {
    struct buoy_mesh counted = *mesh;
    struct buoy_kept kept;
    return buoy_lay_out(&counted, mesh->closing, &kept, NULL);
}

size_t buoy_mesh_image_bytes(const struct buoy_mesh *mesh, struct buoy_error *error) {
    if (!mesh) {
        buoy_fail(error, BUOY_ERROR_ARGUMENT, "no mesh");
        return SIZE_MAX;
    }
    buoy_succeed(error);
    return (size_t)(sizeof(struct head) + array_bytes(mesh) + sphere_bytes(mesh->sphere_count));
}

enum buoy_status buoy_mesh_save(const struct buoy_mesh *mesh, void *image, size_t bytes,
                                struct buoy_error *error) {
    const size_t needed = buoy_mesh_image_bytes(mesh, error);
    if (needed == SIZE_MAX) {
        return BUOY_ERROR_ARGUMENT;
    }
    BUOY_REFUSE_IF(!image || bytes < needed, ARGUMENT,
                   "the image takes %zu bytes, and there is room for %zu", needed,
                   image ? bytes : (size_t)0);
    struct head head = {
        .version = VERSION,
        .machine = MACHINE,
        .bytes = needed,
        .vertex_count = mesh->vertex_count,
        .triangle_count = mesh->triangle_count,
        .pair_count = mesh->tree.pair_count,
        .open_vertex_count = mesh->open_vertex_count,
        .sphere_count = mesh->sphere_count,
        .kept = mesh->kept,
        .traits = (mesh->tree.large ? LARGE : 0u) | (mesh->closing ? CLOSING : 0u) |
                  (unsigned)mesh->frame << FRAME_SHIFT,
        .valence = mesh->triangles ? mesh->triangles->valence : 0,
        .merged_vertices = mesh->merged_vertices,
        .level_count = mesh->level_count,
    };
    memcpy(head.magic, magic, sizeof magic);
    for (unsigned i = 0; i < TRAITS; ++i) {
        head.traits |= (unsigned)*(const bool *)((const char *)mesh + image_traits[i]) << i;
    }
    double *number = head.numbers;
    for (size_t i = 0; i < sizeof image_members / sizeof *image_members; ++i) {
        memcpy(number, (const char *)mesh + image_members[i].at,
               image_members[i].count * sizeof *number);
        number += image_members[i].count;
    }
    char *to = image;
    const size_t arrays = (size_t)array_bytes(mesh);
    memcpy(to, &head, sizeof head);
    const void *first = mesh->is_indexed ? (const void *)mesh->indexed : mesh->tree.leaves;
    memcpy(to + sizeof head, first, arrays);
    if (mesh->sphere_count > 0) {
        memcpy(to + sizeof head + arrays, mesh->spheres, (size_t)sphere_bytes(mesh->sphere_count));
    }
    buoy_image_seal(image, needed);
    return buoy_succeed(error);
}

// --------------------------------------------------------------------------------- checks

static bool all_below(const uint32_t *numbers, size_t count, uint32_t limit) {
    uint32_t most = 0;
    for (size_t i = 0; i < count; ++i) {
        most = numbers[i] > most ? numbers[i] : most;
    }
    return count == 0 || most < limit;
}

static bool within(const float *numbers, size_t count, float most) {
    bool good = true;
    for (size_t i = 0; i < count; ++i) {
        good &= fabsf(numbers[i]) <= most; // false for NaN
    }
    return good;
}

// Whether coordinates in the mesh's own frame are no farther from its middle than a body can reach.
static bool near_middle(const struct buoy_mesh *mesh, int axis, const float *x, uint32_t count) {
    bool good = true;
    for (uint32_t i = 0; i < count; ++i) {
        good &= fabs(x[i] - mesh->middle[axis]) <= 2.0 * mesh->scale; // false for NaN
    }
    return good;
}

static bool counts_are_sound(const struct head *head) {
    const uint32_t n = head->triangle_count, kept = head->kept;
    const uint32_t below = BUOY_MESH_KEEP_TRIANGLES | BUOY_MESH_KEEP_BLOCKS;
    const uint32_t facets = kept & BUOY_MESH_KEEP_FACETS, tree = kept & BUOY_MESH_KEEP_TREE;
    return n > 0 && n <= BUOY_MAX_TRIANGLES && head->vertex_count > 0 &&
           head->vertex_count <= BUOY_MAX_TRIANGLES && head->pair_count <= n &&
           (!tree || head->pair_count >= n / 2 + n % 2) &&
           head->open_vertex_count <= head->vertex_count &&
           head->sphere_count <= BUOY_MAX_SPHERES &&
           head->level_count <= 3 * (uint64_t)head->vertex_count &&
           !(kept & ~(uint32_t)BUOY_MESH_KEEP_ALL) && (!facets || (kept & below) == below) &&
           head->traits >> FRAME_SHIFT <= (uint32_t)BUOY_Z_DOWN;
}

// The frame: a scale that is a power of two, a body of a size up to 1, and shifts of up to 2.
static bool frame_is_sound(const struct buoy_mesh *mesh) {
    int exponent;
    bool good = isfinite(mesh->scale) && frexp(mesh->scale, &exponent) == 0.5 &&
                isfinite(1.0 / mesh->scale) && isfinite(mesh->volume);
    for (int i = 0; i < 3; ++i) {
        good &= isfinite(mesh->centre[i]) && isfinite(mesh->middle[i]) &&
                isfinite(mesh->origin[i]) && mesh->half_extent[i] >= 0.0 &&
                mesh->half_extent[i] <= 1.0 && fabs(mesh->tree.shift[i]) <= 3.0;
    }
    return good;
}

// Only the last node of a level is not full: its other lanes hold nothing.
static bool nodes_end(const struct buoy_mesh *mesh) {
    const struct buoy_tree *tree = &mesh->tree;
    uint32_t items = tree->leaf_count;
    bool good = true;
    for (uint32_t level = 0; level < tree->level_count; ++level) {
        const uint32_t last = (items - 1) / BUOY_LANES;
        const struct buoy_bounds *node = &tree->nodes[tree->first_node[level] + last];
        for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
            for (uint32_t i = items - last * BUOY_LANES; i < BUOY_LANES; ++i) {
                good &= node->along[t].low[i] == INT16_MAX && node->along[t].high[i] == -INT16_MAX;
            }
        }
        items = last + 1;
    }
    return good;
}

static bool triangles_are_sound(const struct buoy_mesh *mesh) {
    const struct buoy_triangles *of = mesh->triangles;
    const uint32_t n = mesh->triangle_count, vertices = mesh->vertex_count;
    if (!of) {
        return true;
    }
    bool good = all_below(of->i0, n, vertices) && all_below(of->i1, n, vertices) &&
                all_below(of->i2, n, vertices) &&
                all_below(of->open_vertices, mesh->open_vertex_count, vertices) &&
                within(of->x, vertices, 1.0f) && within(of->y, vertices, 1.0f) &&
                within(of->z, vertices, 1.0f);
    const float *const own[3] = {of->px, of->py, of->pz};
    for (int k = 0; k < 3; ++k) {
        good &= near_middle(mesh, k, own[k], vertices);
    }
    return good;
}

static bool levels_are_sound(const struct buoy_mesh *mesh) {
    if (mesh->level_count == 0) {
        return !mesh->in_doubles;
    }
    const struct buoy_levels *levels = buoy_levels_behind(mesh);
    const uint32_t *end = levels->end;
    return mesh->in_doubles && 0 < end[0] && end[0] < end[1] && end[1] < end[2] &&
           end[2] == mesh->level_count && within(levels->at, mesh->level_count, 1.0f);
}

// Of nodes over `count` boxes, lanes that hold nothing.
static bool boxes_end(const struct buoy_node *nodes, uint32_t count) {
    const struct buoy_node *node = &nodes[(count - 1) / BUOY_LANES];
    bool good = true;
    for (uint32_t i = (count - 1) % BUOY_LANES + 1; i < BUOY_LANES; ++i) {
        good &= node->ex[i] == -1e30f && node->ey[i] == -1e30f && node->ez[i] == -1e30f;
        good &= node->cx[i] == 0.0f && node->cy[i] == 0.0f && node->cz[i] == 0.0f;
    }
    return good;
}

static bool blocks_are_sound(const struct buoy_mesh *mesh) {
    const struct buoy_blocks *of = mesh->blocks;
    if (!of) {
        return true;
    }
    bool good = all_below(of->order, mesh->triangle_count, mesh->triangle_count) &&
                boxes_end(of->nodes, of->block_count);
    if (!of->facets) {
        return good;
    }
    good &= boxes_end(of->point_nodes, of->points_count);
    for (uint32_t b = 0; b < of->block_count; ++b) {
        good &= all_below(of->facets[b].vertex[0], 3 * BUOY_LANES, of->points_count * BUOY_LANES);
    }
    for (uint32_t i = 0; i < of->points_count; ++i) {
        good &= near_middle(mesh, 0, of->points[i].x, BUOY_LANES) &&
                near_middle(mesh, 1, of->points[i].y, BUOY_LANES) &&
                near_middle(mesh, 2, of->points[i].z, BUOY_LANES);
    }
    return good;
}

static bool indexed_are_sound(const struct buoy_mesh *mesh) {
    if (!mesh->is_indexed) {
        return true;
    }
    const uint32_t room = buoy_indexed_room(mesh);
    const struct buoy_indexed_block *blocks = buoy_indexed_blocks(mesh, room);
    bool good = within(mesh->indexed, 3 * (size_t)room, 1.0f) &&
                within(buoy_indexed_exact(mesh, room), 3 * (size_t)room, 3.0f);
    for (uint32_t b = 0; b < buoy_sixteenths(mesh->triangle_count); ++b) {
        for (int i = 0; i < BUOY_LANES; ++i) {
            for (uint32_t corners = blocks[b].corners[i], k = 0; k < 4; ++k, corners >>= 8) {
                good &= (corners & 255) < mesh->vertex_count;
            }
        }
    }
    return good;
}

// ---------------------------------------------------------------------------------- loading

// Whether the image says what it is, and how large; `bytes` of it are there.
static enum buoy_status check_head(const struct head *head, size_t bytes,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(bytes < sizeof *head || memcmp(head->magic, magic, sizeof magic) != 0, IMAGE,
                   "foreign: this is no image of a mesh");
    BUOY_REFUSE_IF(head->machine != MACHINE, IMAGE,
                   "foreign: an image from a machine of another byte order or word size");
    BUOY_REFUSE_IF(head->version != VERSION, IMAGE,
                   "%s: an image of version %lu, and this library reads version %u",
                   head->version > VERSION ? "newer" : "older", (unsigned long)head->version,
                   VERSION);
    BUOY_REFUSE_IF(head->bytes < sizeof *head || head->bytes > bytes, IMAGE,
                   "damaged: the image has %zu bytes of %llu", bytes,
                   (unsigned long long)head->bytes);
    return head->checksum == checksum((const char *)head + BYTES_BEFORE_SUM,
                                      (size_t)head->bytes - BYTES_BEFORE_SUM)
               ? BUOY_OK
               : buoy_fail(error, BUOY_ERROR_IMAGE, "damaged: the checksum is wrong");
}

// Points a mesh into the image; false if its counts ask for other bytes than there are.
static bool lay_over(const struct head *head, const void *image, struct buoy_mesh *mesh,
                     struct buoy_kept *kept) {
    *mesh = (struct buoy_mesh){
        .vertex_count = head->vertex_count,
        .triangle_count = head->triangle_count,
        .open_vertex_count = head->open_vertex_count,
        .kept = (uint16_t)head->kept,
        .level_count = (uint32_t)head->level_count,
    };
    for (unsigned i = 0; i < TRAITS; ++i) {
        *(bool *)((char *)mesh + image_traits[i]) = head->traits >> i & 1u;
    }
    mesh->frame = (uint8_t)(head->traits >> FRAME_SHIFT);
    if (head->kept & BUOY_MESH_KEEP_TREE) {
        buoy_tree_shape(&mesh->tree, head->pair_count);
    } else if (!buoy_may_be_indexed(mesh)) {
        return false;
    }
    const bool closing = head->traits & CLOSING;
    const uint64_t arrays = buoy_lay_out(mesh, closing, kept, NULL);
    if (head->bytes != sizeof *head + arrays + sphere_bytes(head->sphere_count)) {
        return false;
    }
    // Nothing writes to a mesh, so what is const stays as it is.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    char *const at = (char *)(uintptr_t)image + sizeof *head;
    buoy_lay_out(mesh, closing, kept, at);
    mesh->tree.large = head->traits & LARGE ? mesh->tree.large : NULL;
    mesh->sphere_count = (uint16_t)head->sphere_count;
    mesh->spheres = head->sphere_count > 0 ? (void *)(at + arrays) : NULL;
    mesh->merged_vertices = (size_t)head->merged_vertices;
    mesh->in_image = true;
    const double *number = head->numbers;
    for (size_t i = 0; i < sizeof image_members / sizeof *image_members; ++i) {
        memcpy((char *)mesh + image_members[i].at, number, image_members[i].count * sizeof *number);
        number += image_members[i].count;
    }
    mesh->inverse_scale = 1.0 / mesh->scale;
    kept->triangles.valence = head->valence;
    return true;
}

enum buoy_status buoy_mesh_load(const void *image, size_t bytes, struct buoy_mesh **mesh,
                                struct buoy_error *error) {
    BUOY_REFUSE_IF(!image || !mesh, ARGUMENT,
                   mesh ? "no image" : "the pointer that receives the mesh is null");
    *mesh = NULL;
    BUOY_REFUSE_IF((uintptr_t)image % BUOY_ALIGNMENT != 0, ARGUMENT,
                   "the image is not at a multiple of %zu bytes", BUOY_ALIGNMENT);
    const struct head *head = image;
    BUOY_TRY(check_head(head, bytes, error));
    struct loaded {
        struct buoy_mesh mesh;
        struct buoy_kept kept;
    } *loaded = buoy_allocate_aligned(sizeof *loaded);
    if (!loaded) {
        return buoy_fail_memory(error);
    }
    if (!counts_are_sound(head) || !lay_over(head, image, &loaded->mesh, &loaded->kept) ||
        !frame_is_sound(&loaded->mesh) || !nodes_end(&loaded->mesh) ||
        !levels_are_sound(&loaded->mesh) || !triangles_are_sound(&loaded->mesh) ||
        !blocks_are_sound(&loaded->mesh) || !indexed_are_sound(&loaded->mesh)) {
        buoy_release(loaded);
        return buoy_fail(error, BUOY_ERROR_IMAGE,
                         "damaged: the image's counts or contents are not those of a mesh");
    }
    loaded->mesh.bytes = sizeof *loaded + (size_t)head->bytes;
    *mesh = &loaded->mesh;
    return buoy_succeed(error);
}
