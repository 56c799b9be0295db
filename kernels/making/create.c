// Making a mesh: copy and check, repair, judge, bake; and releasing it.
#include "mesh/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/vector.h"
#include "making/bake.h"
#include "soup/topology.h"
#include "winding/lines.h"

#define KNOWN_FLAGS (BUOY_MESH_ACCEPT_OPEN | BUOY_MESH_REPAIR)

// |V| ≤ FLAT × area × diagonal counts as no volume. Rounding a vertex to float moves it by up to √3
// · 2⁻²⁵ of its largest coordinate, which, for a sheet near its origin, is within its diagonal; the
// two faces of a closed but flat sheet can thus seem to enclose 5e-8 × area × diagonal. Twice that
// is refused. A plate 10⁴ times as wide as it is thick has 3e-5.
#define FLAT 0x1p-23

// Everything that lives while a mesh is made.
struct making {
    const struct buoy_mesh_input *input;
    struct buoy_soup soup;
    struct buoy_topology topology;
    struct buoy_error *error; // may be NULL
    size_t misturned;         // a triangle of a part wound inward by mistake, or NO_TRIANGLE
};

#define NO_TRIANGLE SIZE_MAX

static enum buoy_status repair(struct buoy_soup *soup, unsigned flags) {
    enum buoy_status status = BUOY_OK;
    if (flags & BUOY_MESH_WELD) {
        status = buoy_soup_weld(soup);
    }
    if (status == BUOY_OK && flags & BUOY_MESH_FIX_WINDING) {
        size_t flipped;
        status = buoy_soup_fix_winding(soup, &flipped);
    }
    return status;
}

// Reports why a repair or a search could not finish.
static enum buoy_status fail_to_end(const struct making *making, enum buoy_status status) {
    return status == BUOY_ERROR_TOO_LARGE ? buoy_fail(making->error, status, BUOY_TANGLED)
                                          : buoy_fail_memory(making->error);
}

static bool is_closed(const struct buoy_soup *soup) {
    struct buoy_topology topology;
    if (buoy_topology_find(soup, &topology) != BUOY_OK) {
        return false;
    }
    const bool closed = topology.closed;
    buoy_topology_free(&topology);
    return closed;
}

// The repairs, among those not asked for, that would close the mesh, or the reason why none can.
// Consumes the soup.
static const char *remedy(struct making *making) {
    struct buoy_soup *soup = &making->soup;
    const unsigned flags = making->input->flags;
    const bool weld = !(flags & BUOY_MESH_WELD) && making->topology.open_edges > 0;
    if (weld && buoy_soup_weld(soup) == BUOY_OK && is_closed(soup)) {
        return "; merging equal positions would close it";
    }
    if (flags & BUOY_MESH_FIX_WINDING) {
        const bool one_sided = making->topology.fault_kind == BUOY_EDGE_INCONSISTENT;
        return one_sided ? "; this surface is one-sided" : "";
    }
    size_t flipped;
    if (buoy_soup_fix_winding(soup, &flipped) == BUOY_OK && is_closed(soup)) {
        return weld ? "; merging equal positions and repairing the winding would close it"
                    : "; repairing the winding would close it";
    }
    return "";
}

// How many triangles run along the fault's edge in the fault's direction, how many in the other,
// and the last one in the fault's direction.
struct edge_use {
    size_t along, against;
    size_t last_along;
};

static struct edge_use find_use(const struct making *making) {
    const struct buoy_topology *topology = &making->topology;
    const uint32_t from = topology->fault_from, to = topology->fault_to;
    struct edge_use use = {0};
    for (uint32_t h = 0; h < 3 * making->soup.triangle_count; ++h) {
        const uint32_t a = buoy_half_edge_from(&making->soup, h);
        const uint32_t b = buoy_half_edge_to(&making->soup, h);
        if (topology->part_of_triangle[h / 3] == BUOY_NO_PART) {
            continue;
        }
        if (a == from && b == to) {
            ++use.along;
            use.last_along = h / 3;
        }
        use.against += a == to && b == from;
    }
    return use;
}

// Says what is wrong at the first fault. `edge` names its edge.
static void describe_fault(const struct making *making, const char *edge, char *text, size_t size) {
    const struct edge_use use = find_use(making);
    switch (making->topology.fault_kind) {
    case BUOY_EDGE_OPEN:
        snprintf(text, size, "its edge %s has no partner", edge);
        break;
    case BUOY_EDGE_INCONSISTENT:
        snprintf(text, size, "triangle %zu runs along its edge %s the same way", use.last_along,
                 edge);
        break;
    default:
        snprintf(text, size, "triangles at its edge %s: %zu one way, %zu the other", edge,
                 use.along, use.against);
    }
}

// Adds a count to a list of them, unless it is 0.
static void add_count(char *list, size_t size, size_t count, const char *what) {
    const size_t used = strlen(list);
    if (count > 0) {
        snprintf(list + used, size - used, "%s%zu %s", used ? ", " : "", count, what);
    }
}

// Refuses a mesh that is not closed. Names vertices as the caller numbers them.
static enum buoy_status refuse(struct making *making) {
    const struct buoy_topology *topology = &making->topology;
    const enum buoy_status status =
        topology->fault_kind == BUOY_EDGE_INCONSISTENT ? BUOY_ERROR_WINDING : BUOY_ERROR_OPEN;
    if (!making->error) {
        return status;
    }
    const size_t t = topology->fault_triangle;
    const uint32_t *welded = making->soup.indices + 3 * t;
    const uint32_t *given = making->input->indices + 3 * t;
    unsigned long from = 0, to = 0;
    for (int k = 0; k < 3; ++k) {
        from = welded[k] == topology->fault_from ? given[k] : from;
        to = welded[k] == topology->fault_to ? given[k] : to;
    }
    char edge[32], fault[100], counts[120] = "";
    snprintf(edge, sizeof edge, "%lu-%lu", from, to);
    describe_fault(making, edge, fault, sizeof fault);
    add_count(counts, sizeof counts, topology->open_edges, "open");
    add_count(counts, sizeof counts, topology->inconsistent_edges, "wound inconsistently");
    add_count(counts, sizeof counts, topology->unbalanced_edges, "unbalanced");
    return buoy_fail(making->error, status,
                     "triangle %zu (vertices %lu, %lu, %lu): %s; edges in all: %s%s", t,
                     (unsigned long)given[0], (unsigned long)given[1], (unsigned long)given[2],
                     fault, counts, remedy(making));
}

// Hands the open vertices over to the mesh.
static void note_open(struct buoy_mesh *mesh, struct buoy_topology *topology) {
    mesh->closed = topology->closed;
    mesh->open_vertex_count = (uint32_t)topology->open_vertex_count;
    mesh->open_vertices = topology->open_vertices;
    mesh->bytes += topology->open_vertex_count * sizeof *mesh->open_vertices;
    topology->open_vertices = NULL;
    buoy_mesh_find_spread(mesh); // of an open mesh, not that of what it encloses
}

// The measurements that tell whether a part is wound inward.
struct part {
    double six_volume, twice_area;
};

static void add_to_part(struct part *part, double v[3][3]) {
    double a[3], b[3], normal[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = v[1][k] - v[0][k];
        b[k] = v[2][k] - v[0][k];
    }
    buoy_cross_product(a, b, normal);
    for (int k = 0; k < 3; ++k) {
        part->six_volume += normal[k] * v[0][k];
    }
    part->twice_area += buoy_length(normal);
}

// Measures the parts; returns whether any encloses a negative volume: a cavity, or a mistake.
static bool find_inward_parts(const struct making *making, struct part *parts) {
    const struct buoy_soup *soup = &making->soup;
    const float *apex = soup->positions; // near the mesh, wherever that is
    bool found = false;
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        double v[3][3];
        for (size_t k = 0; k < 9; ++k) {
            const float *corner = soup->positions + 3 * (size_t)soup->indices[3 * t + k / 3];
            v[k / 3][k % 3] = (double)corner[k % 3] - (double)apex[k % 3];
        }
        if (making->topology.part_of_triangle[t] != BUOY_NO_PART) {
            add_to_part(&parts[making->topology.part_of_triangle[t]], v);
        }
    }
    for (uint32_t i = 0; i < making->topology.part_count; ++i) {
        found |= parts[i].six_volume < 0.0;
    }
    return found;
}

// The part's negative volume is more than rounding makes of a flat sheet (see FLAT), with the root
// of its area for its diagonal.
static bool is_inward(const struct part *part) {
    const double area = 0.5 * part->twice_area;
    return part->six_volume / 6.0 < -FLAT * area * sqrt(area);
}

// Finds the first triangle that repairing the winding would turn, in a part that is wound inward
// and is no cavity. The volume of such a part would be subtracted.
static enum buoy_status find_misturned(struct making *making) {
    const struct buoy_soup *soup = &making->soup;
    const struct buoy_mesh_input again = {.positions = soup->positions,
                                          .vertex_count = soup->vertex_count,
                                          .indices = soup->indices,
                                          .triangle_count = soup->triangle_count};
    struct part *parts =
        buoy_allocate_zeroed((size_t)making->topology.part_count + 1, sizeof *parts);
    struct buoy_soup mended = {0};
    size_t flipped;
    enum buoy_status status = parts ? BUOY_OK : BUOY_ERROR_MEMORY;
    if (status == BUOY_OK && find_inward_parts(making, parts)) {
        status = buoy_soup_copy(&again, &mended, NULL);
        if (status == BUOY_OK) {
            status = buoy_soup_fix_winding(&mended, &flipped);
        }
        for (size_t i = 0; status == BUOY_OK && i < 3 * soup->triangle_count; ++i) {
            const uint32_t part = making->topology.part_of_triangle[i / 3];
            if (mended.indices[i] != soup->indices[i] && part != BUOY_NO_PART &&
                is_inward(&parts[part])) {
                making->misturned = i / 3;
                break;
            }
        }
        buoy_soup_free(&mended);
    }
    buoy_release(parts);
    return status;
}

static enum buoy_status check_volume(const struct buoy_mesh *mesh, struct buoy_error *error) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    if (!(fabs(info.volume) > FLAT * info.area * info.diagonal)) {
        return buoy_fail(error, BUOY_ERROR_ZERO_VOLUME,
                         "the mesh is flat: its surface of %.6g encloses a volume of %.6g",
                         info.area, info.volume);
    }
    if (info.volume < 0.0) {
        return buoy_fail(error, BUOY_ERROR_INWARD,
                         "the mesh is wound inward: its volume is %.6g; "
                         "repairing the winding would turn it outward",
                         info.volume);
    }
    return BUOY_OK;
}

// The number of sample lines that look for lobes wound inward, along either side of the bounding
// box: for all but the smallest meshes no more than there are triangles, so that they cost little
// beside everything else.
#define FEWEST_LINES 16
#define MOST_LINES 64

// The largest share of a mesh's volume that may be wound backwards: folds and pockets of meshes
// that look sound.
#define MOST_INVERTED 1e-3

// A part that crosses itself can have a lobe whose volume is subtracted, which turning whole parts
// does not repair.
static enum buoy_status check_lobes(const struct making *making, const struct buoy_mesh *mesh) {
    uint32_t per_side = FEWEST_LINES;
    while (per_side < MOST_LINES &&
           (size_t)4 * per_side * per_side <= making->soup.triangle_count) {
        per_side *= 2;
    }
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double most = MOST_INVERTED * info.volume;
    struct buoy_sight sight;
    enum buoy_status status = buoy_lines_look(&making->soup, per_side, &sight);
    if (status == BUOY_OK && sight.inverted_volume > most) {
        // A line counts whatever is thinner than a cell as a whole cell: more lines elsewhere tell
        // a lobe from such a sliver.
        status = buoy_lines_look(&making->soup, BUOY_MOST_LINES, &sight);
    }
    if (status != BUOY_OK) {
        return buoy_fail_memory(making->error);
    }
    if (sight.inverted_volume > most) {
        const double *at = sight.inverted_at;
        return buoy_fail(making->error, BUOY_ERROR_INWARD,
                         "part of the surface encloses negative volume, about %.3g; the whole mesh "
                         "encloses %.6g. The surface crosses itself and is inside out around "
                         "(%.6g, %.6g, %.6g)",
                         sight.inverted_volume, info.volume, at[0], at[1], at[2]);
    }
    return BUOY_OK;
}

// Drops what a baked mesh must not contain. This comes after the search for faults, which names
// triangles as the caller numbers them.
static enum buoy_status clean(struct making *making) {
    struct buoy_soup *soup = &making->soup;
    if (making->input->flags & BUOY_MESH_DROP_DEGENERATE) {
        buoy_soup_drop_degenerate(soup);
        if (soup->triangle_count == 0) {
            return buoy_fail(making->error, BUOY_ERROR_ZERO_VOLUME,
                             "every triangle uses a vertex twice: the mesh encloses nothing");
        }
    }
    const enum buoy_status status = buoy_soup_drop_unused(soup, making->topology.open_vertices,
                                                          making->topology.open_vertex_count);
    return status == BUOY_OK ? BUOY_OK : buoy_fail_memory(making->error);
}

static enum buoy_status make(struct making *making, struct buoy_mesh **mesh) {
    const unsigned flags = making->input->flags;
    enum buoy_status status = repair(&making->soup, flags);
    if (status == BUOY_OK) {
        status = buoy_topology_find(&making->soup, &making->topology);
    }
    if (status != BUOY_OK) {
        return fail_to_end(making, status);
    }
    if (!making->topology.closed && !(flags & BUOY_MESH_ACCEPT_OPEN)) {
        return refuse(making);
    }
    making->misturned = NO_TRIANGLE;
    if (making->topology.closed) {
        status = find_misturned(making);
    }
    if (status != BUOY_OK) {
        return fail_to_end(making, status);
    }
    status = clean(making);
    if (status != BUOY_OK) {
        return status;
    }
    if (buoy_mesh_bake(&making->soup, mesh) != BUOY_OK) {
        return buoy_fail_memory(making->error);
    }
    note_open(*mesh, &making->topology);
    if (!(*mesh)->closed) {
        return BUOY_OK;
    }
    status = check_volume(*mesh, making->error);
    if (status == BUOY_OK && making->misturned != NO_TRIANGLE) {
        return buoy_fail(making->error, BUOY_ERROR_INWARD,
                         "triangle %zu: its part of the mesh is wound inward but is not a cavity; "
                         "repairing the winding would turn it outward",
                         making->misturned);
    }
    return status == BUOY_OK ? check_lobes(making, *mesh) : status;
}

enum buoy_status buoy_mesh_create(const struct buoy_mesh_input *input, struct buoy_mesh **mesh,
                                  struct buoy_error *error) {
    if (!mesh) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "the pointer that receives the mesh is null");
    }
    *mesh = NULL;
    if (input && input->flags & ~(unsigned)KNOWN_FLAGS) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "unknown mesh flags 0x%x",
                         input->flags & ~(unsigned)KNOWN_FLAGS);
    }
    struct making making = {.input = input, .error = error};
    enum buoy_status status = buoy_soup_copy(input, &making.soup, error);
    if (status == BUOY_OK) {
        status = make(&making, mesh);
        buoy_topology_free(&making.topology);
        buoy_soup_free(&making.soup);
    }
    if (status != BUOY_OK) {
        buoy_mesh_destroy(*mesh);
        *mesh = NULL;
    }
    return status;
}

void buoy_mesh_destroy(struct buoy_mesh *mesh) {
    if (mesh) {
        buoy_release(mesh->open_vertices);
        buoy_mesh_unbake(mesh);
    }
}

struct buoy_mesh_input buoy_mesh_input_default(void) {
    return (struct buoy_mesh_input){0};
}
