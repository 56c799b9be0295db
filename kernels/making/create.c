// Making a mesh: copy and check, repair, judge, bake, or refuse it with its first fault and what
// would help; and releasing it.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "making/bake.h"
#include "making/repair.h"
#include "soup/lobes.h"

#define KNOWN_FLAGS                                                                                \
    (BUOY_MESH_ACCEPT_OPEN | BUOY_MESH_REPAIR | BUOY_MESH_CLOSE | BUOY_MESH_ACCEPT_INSIDE_OUT |    \
     BUOY_MESH_FILL | BUOY_MESH_KEEP_ALL)

// |V| ≤ FLAT × area × diagonal counts as no volume. Rounding a vertex to float moves it by up to √3
// · 2⁻²⁵ of its largest coordinate, which, for a sheet near its origin, is within its diagonal; the
// two faces of a closed but flat sheet can thus seem to enclose 5e-8 × area × diagonal. Twice that
// is refused. A plate 10⁴ times as wide as it is thick has 3e-5.
#define FLAT 0x1p-23

// Vertices this close to a plane, as a share of the distance between them, are in it: rounding to
// float moves each by less than 2⁻²⁴ of its coordinates.
#define ROUNDING 0x1p-22

// The largest share of a mesh's volume that may be wound backwards: folds and pockets of meshes
// that look sound.
#define MOST_INVERTED 1e-3

// Everything that lives while a mesh is made.
struct making {
    const struct buoy_mesh_input *input;
    unsigned flags; // the input's, or fewer
    struct buoy_soup soup;
    struct buoy_topology topology;
    struct buoy_repairs repairs;
    struct buoy_baked baked;
    struct buoy_error *error; // may be NULL
    size_t misturned;         // a triangle of a part wound inward by mistake, or NO_TRIANGLE
};

#define NO_TRIANGLE SIZE_MAX

// ---------------------------------------------------------------------------- what is not closed

// Whether repairs close the soup. They stand if the next ones are tried.
static bool closes(struct making *making, unsigned flags, double tolerance,
                   struct buoy_repairs *repairs) {
    struct buoy_topology topology;
    const enum buoy_status status =
        buoy_soup_repair(&making->soup, flags, tolerance, repairs, &topology);
    const bool closed = status == BUOY_OK && topology.closed;
    buoy_topology_free(&topology);
    return closed;
}

// The least that would close the mesh, among what was not asked for; lids close any. Consumes the
// soup. `more` is what else there is to say.
static enum buoy_cause find_cause(struct making *making, char *more, size_t size) {
    const unsigned flags = making->input->flags;
    const bool weld = !(flags & BUOY_MESH_WELD) && making->topology.open_edges > 0;
    const bool wind = !(flags & BUOY_MESH_FIX_WINDING);
    struct buoy_repairs repairs;
    if (weld && closes(making, BUOY_MESH_WELD, -1.0, &repairs)) {
        return BUOY_CAUSE_SPLIT;
    }
    if (wind && closes(making, BUOY_MESH_FIX_WINDING, -1.0, &repairs)) {
        return BUOY_CAUSE_WOUND;
    }
    if (closes(making, BUOY_MESH_REPAIR, 0.0, &repairs)) {
        if (repairs.merged > 0) {
            snprintf(more, size, "; %zu vert%s up to %.2g apart", repairs.merged,
                     repairs.merged == 1 ? "ex lies" : "ices lie", repairs.distance);
        }
        return repairs.merged > 0 ? BUOY_CAUSE_APART : BUOY_CAUSE_TWICE;
    }
    if (!wind && making->topology.fault_kind == BUOY_EDGE_INCONSISTENT) {
        snprintf(more, size, "; this surface is one-sided");
    }
    return BUOY_CAUSE_OPEN;
}

// A sheet without open edges is flat, however it is wound. Its vertices lie within rounding of the
// plane of its largest triangle.
static bool is_flat(const struct making *making) {
    const struct buoy_soup *soup = &making->soup;
    const double origin[3] = {soup->positions[0], soup->positions[1], soup->positions[2]};
    double normal[3] = {0.0}, area = 0.0, extent = 0.0, reach = 0.0;
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        double v[3][3], vector[3];
        buoy_soup_corners(soup, t, origin, v);
        buoy_area_vector(v, vector);
        if (buoy_length(vector) > area) {
            area = buoy_length(vector);
            memcpy(normal, vector, sizeof normal);
        }
    }
    for (size_t i = 0; i < soup->vertex_count; ++i) {
        double x[3];
        buoy_soup_vertex(soup, i, origin, x);
        extent = fmax(extent, fabs(buoy_dot(normal, x)));
        reach = fmax(reach, buoy_length(x));
    }
    return making->topology.open_edges == 0 && extent <= ROUNDING * area * reach;
}

// Says what is wrong at the first fault. `edge` names its edge.
static void describe_fault(const struct making *making, const char *edge, char *text, size_t size) {
    const struct buoy_topology *topology = &making->topology;
    const uint32_t from = topology->fault_from, to = topology->fault_to;
    size_t along = 0, against = 0,
           last_along = 0; // triangles in the fault's direction, and against
    for (uint32_t h = 0; h < 3 * making->soup.triangle_count; ++h) {
        if (topology->part_of_triangle[h / 3] != BUOY_NO_PART) {
            const uint32_t a = buoy_half_edge_from(&making->soup, h);
            const uint32_t b = buoy_half_edge_to(&making->soup, h);
            along += a == from && b == to;
            against += a == to && b == from;
            last_along = a == from && b == to ? h / 3 : last_along;
        }
    }
    switch (topology->fault_kind) {
    case BUOY_EDGE_OPEN:
        snprintf(text, size, "its edge %s has no partner", edge);
        break;
    case BUOY_EDGE_INCONSISTENT:
        snprintf(text, size, "triangle %zu runs along its edge %s the same way", last_along, edge);
        break;
    default:
        snprintf(text, size, "triangles at its edge %s: %zu one way, %zu the other", edge, along,
                 against);
    }
}

// Adds a count to a list of them, unless it is 0.
static void add_count(char *list, size_t size, size_t count, const char *what) {
    const size_t used = strlen(list);
    if (count > 0) {
        snprintf(list + used, size - used, "%s%zu %s", used ? ", " : "", count, what);
    }
}

// Refuses a mesh that is not closed: names the first fault by the caller's numbers, and the least
// that would close the mesh. Repairs are tried on the soup, which is of no use afterwards.
static enum buoy_status refuse(struct making *making) {
    const struct buoy_topology *topology = &making->topology;
    const enum buoy_status status =
        topology->fault_kind == BUOY_EDGE_INCONSISTENT ? BUOY_ERROR_WINDING : BUOY_ERROR_OPEN;
    if (is_flat(making)) {
        return buoy_refuse_for(making->error, BUOY_ERROR_ZERO_VOLUME, BUOY_CAUSE_FLAT,
                               "the mesh is flat: all its vertices lie in one plane");
    }
    if (!making->error) {
        return status;
    }
    const size_t t = topology->fault_triangle;
    unsigned long given[3], from = 0, to = 0;
    for (size_t k = 0; k < 3; ++k) {
        const uint32_t welded = making->soup.indices[3 * t + k];
        given[k] = buoy_index_of(making->input, 3 * t + k);
        from = welded == topology->fault_from ? given[k] : from;
        to = welded == topology->fault_to ? given[k] : to;
    }
    char edge[32], fault[100], counts[120] = "", more[100] = "";
    snprintf(edge, sizeof edge, "%lu-%lu", from, to);
    describe_fault(making, edge, fault, sizeof fault);
    add_count(counts, sizeof counts, topology->open_edges, "open");
    add_count(counts, sizeof counts, topology->inconsistent_edges, "wound inconsistently");
    add_count(counts, sizeof counts, topology->unbalanced_edges, "unbalanced");
    const enum buoy_cause cause = find_cause(making, more, sizeof more);
    return buoy_refuse_for(making->error, status, cause,
                           "triangle %zu (vertices %lu, %lu, %lu): %s; edges in all: %s%s", t,
                           given[0], given[1], given[2], fault, counts, more);
}

// ------------------------------------------------------------------------------ what is closed

// The measurements that tell whether a part is wound inward.
struct part {
    double six_volume, twice_area;
};

// Measures the parts; returns whether any encloses a negative volume: a cavity, or a mistake. Areas
// are found only then.
static bool find_inward_parts(const struct making *making, struct part *parts) {
    const struct buoy_soup *soup = &making->soup;
    const double apex[3] = {soup->positions[0], soup->positions[1], soup->positions[2]};
    bool found = false;
    for (int pass = 0; pass == 0 || (pass == 1 && found); ++pass) {
        for (size_t t = 0; t < soup->triangle_count; ++t) {
            const uint32_t index = making->topology.part_of_triangle[t];
            if (index != BUOY_NO_PART) {
                double v[3][3], normal[3];
                buoy_soup_corners(soup, t, apex, v);
                buoy_twice_area_vector(v, normal);
                if (pass == 0) {
                    parts[index].six_volume += buoy_dot(normal, v[0]);
                } else {
                    parts[index].twice_area += buoy_length(normal);
                }
            }
        }
        for (uint32_t i = 0; i < making->topology.part_count; ++i) {
            found |= parts[i].six_volume < 0.0;
        }
    }
    return found;
}

// Finds the first triangle that repairing the winding would turn, in a part that is wound inward
// and is no cavity. The volume of such a part would be subtracted.
static enum buoy_status find_misturned(struct making *making) {
    const struct buoy_soup *soup = &making->soup;
    struct part *parts =
        buoy_allocate_zeroed((size_t)making->topology.part_count + 1, sizeof *parts);
    struct buoy_soup mended = {0};
    size_t flipped = 0;
    enum buoy_status status = parts ? BUOY_OK : BUOY_ERROR_MEMORY;
    if (status == BUOY_OK && find_inward_parts(making, parts)) {
        status = buoy_soup_copy_again(soup, &mended);
        if (status == BUOY_OK) {
            status = buoy_soup_fix_winding(&mended, &flipped);
        }
        for (size_t i = 0; status == BUOY_OK && i < 3 * soup->triangle_count; ++i) {
            const uint32_t index = making->topology.part_of_triangle[i / 3];
            if (mended.indices[i] == soup->indices[i] || index == BUOY_NO_PART) {
                continue;
            }
            // More than rounding makes of a flat sheet, with the root of its area for its diagonal.
            const double area = 0.5 * parts[index].twice_area;
            if (parts[index].six_volume / 6.0 < -FLAT * area * sqrt(area)) {
                making->misturned = i / 3;
                break;
            }
        }
        buoy_soup_free(&mended);
    }
    buoy_release(parts);
    return status;
}

// Refuses what encloses nothing, and what is inside out, unless it is as good as nothing or the
// caller accepts it. Whatever the way to a closed mesh, this decides.
static enum buoy_status judge(const struct making *making) {
    struct buoy_mesh *mesh = making->baked.mesh;
    const bool accept = making->flags & BUOY_MESH_ACCEPT_INSIDE_OUT;
    struct buoy_mesh_info info;
    struct buoy_lobes lobes;
    buoy_mesh_get_info(mesh, &info, NULL);
    if (!(fabs(info.volume) > FLAT * info.area * info.diagonal)) {
        return buoy_refuse_for(making->error, BUOY_ERROR_ZERO_VOLUME, BUOY_CAUSE_FLAT,
                               "the mesh is flat: its surface of %.6g encloses a volume of %.6g",
                               info.area, info.volume);
    }
    if (info.volume < 0.0) {
        return buoy_refuse_for(making->error, BUOY_ERROR_INWARD, BUOY_CAUSE_WOUND,
                               "the mesh is wound inward: its volume is %.6g", info.volume);
    }
    // What is inside out, on the mesh and in the caller's units.
    const struct buoy_lobes_query query = {.soup = &making->soup,
                                           .topology = &making->topology,
                                           .order = making->baked.order,
                                           .most = MOST_INVERTED * info.volume};
    if (buoy_lobes_find(&query, &lobes) != BUOY_OK) {
        return buoy_fail_memory(making->error);
    }
    const double per_volume = mesh->volume / info.volume;
    mesh->inverted = lobes.inverted * per_volume;
    mesh->inverted_doubt = lobes.doubt * per_volume;
    mesh->withheld = !(lobes.inverted + lobes.doubt <= query.most);
    // A part that is taken from others, wherever they are, is proper. In doubt, this one is not.
    if (making->misturned != NO_TRIANGLE && mesh->withheld && !accept) {
        return buoy_refuse_for(
            making->error, BUOY_ERROR_INWARD, BUOY_CAUSE_WOUND,
            "triangle %zu: its part of the mesh is wound inward but is not a cavity",
            making->misturned);
    }
    if (!(mesh->inverted - mesh->inverted_doubt > MOST_INVERTED * mesh->volume)) {
        return BUOY_OK;
    }
    if (!accept) {
        const double *origin = making->soup.origin;
        return buoy_refuse_for(
            making->error, BUOY_ERROR_INWARD, BUOY_CAUSE_INSIDE_OUT,
            "part of the surface encloses negative volume, %.3g of %.6g in all; it "
            "crosses itself and is inside out around (%.6g, %.6g, %.6g)",
            lobes.inverted, lobes.inverted * (mesh->volume / mesh->inverted),
            origin[0] + lobes.at[0], origin[1] + lobes.at[1], origin[2] + lobes.at[2]);
    }
    // Answers are not kept between nothing and the whole, as those of open meshes are not.
    mesh->inside_out = true;
    mesh->closed = false;
    buoy_mesh_find_spread(mesh);
    return BUOY_OK;
}

// ----------------------------------------------------------------------------------- the whole

// Bakes the soup, which the topology is that of.
static enum buoy_status bake(struct making *making, bool closing) {
    const struct buoy_bake_query query = {.soup = &making->soup,
                                          .topology = &making->topology,
                                          .keep = making->flags & BUOY_MESH_KEEP_ALL,
                                          .closing = closing};
    return buoy_mesh_bake(&query, &making->baked) == BUOY_OK ? BUOY_OK
                                                             : buoy_fail_memory(making->error);
}

// Drops what a baked mesh must not contain. This comes after the search for faults, which names
// triangles as the caller numbers them.
static enum buoy_status clean(struct making *making) {
    struct buoy_soup *soup = &making->soup;
    struct buoy_topology *topology = &making->topology;
    const size_t triangles = soup->triangle_count;
    if (making->flags & BUOY_MESH_DROP_DEGENERATE || making->repairs.repeated > 0) {
        if (buoy_soup_drop_degenerate(soup) > 0) {
            size_t kept = 0; // the triangles without a part are those that were dropped
            for (size_t t = 0; t < triangles; ++t) {
                topology->part_of_triangle[kept] = topology->part_of_triangle[t];
                kept += topology->part_of_triangle[t] != BUOY_NO_PART;
            }
            buoy_release(topology->sorted);
            topology->sorted = NULL;
        }
        if (soup->triangle_count == 0) {
            return buoy_refuse_for(making->error, BUOY_ERROR_ZERO_VOLUME, BUOY_CAUSE_FLAT,
                                   "every triangle uses a vertex twice: the mesh encloses nothing");
        }
    }
    const enum buoy_status status =
        buoy_soup_drop_unused(soup, topology->open_vertices, topology->open_vertex_count);
    return status == BUOY_OK ? BUOY_OK : buoy_fail_memory(making->error);
}

static enum buoy_status make(struct making *making) {
    const unsigned flags = making->flags;
    enum buoy_status status = buoy_soup_repair(&making->soup, flags, making->input->weld_tolerance,
                                               &making->repairs, &making->topology);
    if (status == BUOY_OK && !making->topology.closed && !(flags & BUOY_MESH_ACCEPT_OPEN)) {
        // With the flag it is closed next.
        return making->input->flags & BUOY_MESH_CLOSE ? BUOY_ERROR_OPEN : refuse(making);
    }
    if (status == BUOY_OK && making->topology.closed) {
        status = find_misturned(making);
    }
    if (status != BUOY_OK) {
        return buoy_fail_winding(making->error, status);
    }
    BUOY_TRY(clean(making));
    BUOY_TRY(bake(making, false));
    return making->topology.closed ? judge(making) : BUOY_OK;
}

// Makes a mesh of a soup once it has been closed.
static enum buoy_status make_closed(struct making *making) {
    struct buoy_closing closing;
    BUOY_TRY(buoy_soup_close(&making->soup, making->input->weld_tolerance,
                             making->flags & BUOY_MESH_FILL, &making->repairs, &closing,
                             making->error));
    if (buoy_topology_find(&making->soup, &making->topology) != BUOY_OK ||
        buoy_soup_drop_unused(&making->soup, NULL, 0) != BUOY_OK) {
        return buoy_fail_memory(making->error);
    }
    BUOY_TRY(bake(making, true));
    struct buoy_mesh *mesh = making->baked.mesh;
    buoy_closing_measure(mesh, &closing);
    const enum buoy_status status = judge(making);
    closing.inverted_volume = mesh->inverted * (mesh->scale * mesh->scale * mesh->scale);
    *mesh->closing = closing;
    return status;
}

// Copies the caller's arrays and makes a mesh of them; NULL on error.
static enum buoy_status attempt(bool closed, unsigned flags, const struct buoy_mesh_input *input,
                                struct buoy_mesh **mesh, struct buoy_error *error) {
    struct making making = {
        .input = input, .flags = flags, .error = error, .misturned = NO_TRIANGLE};
    enum buoy_status status = buoy_soup_copy(input, &making.soup, error);
    if (status == BUOY_OK) {
        status = closed ? make_closed(&making) : make(&making);
    }
    struct buoy_mesh *made = making.baked.mesh;
    if (status == BUOY_OK) {
        made->frame = (uint8_t)input->frame;
        made->merged_vertices = making.repairs.merged;
        made->merged_distance = making.repairs.distance;
        if (input->spheres > 0 && made->closed &&
            buoy_spheres_pack(made, input->spheres) != BUOY_OK) {
            status = buoy_fail_memory(error);
        }
    }
    buoy_baked_finish(&making.baked);
    buoy_topology_free(&making.topology);
    buoy_soup_free(&making.soup);
    if (status == BUOY_OK) {
        *mesh = made;
    } else {
        buoy_mesh_destroy(made);
    }
    return status;
}

enum buoy_status buoy_mesh_create(const struct buoy_mesh_input *input, struct buoy_mesh **mesh,
                                  struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh, ARGUMENT, "the pointer that receives the mesh is null");
    *mesh = NULL;
    BUOY_REFUSE_IF(!input, ARGUMENT, "the mesh input is a null pointer");
    const unsigned flags = input->flags;
    BUOY_REFUSE_IF(flags & ~(unsigned)KNOWN_FLAGS, ARGUMENT, "unknown mesh flags 0x%x",
                   flags & ~(unsigned)KNOWN_FLAGS);
    BUOY_REFUSE_IF(input->spheres > BUOY_MAX_SPHERES, ARGUMENT,
                   "%u spheres: at most %u are allowed", input->spheres, BUOY_MAX_SPHERES);
    BUOY_REFUSE_IF(!(isfinite(input->weld_tolerance) && input->weld_tolerance < 1.0), ARGUMENT,
                   "weld_tolerance is %g: it must be finite and below 1", input->weld_tolerance);
    if (flags & BUOY_MESH_FILL || !(flags & BUOY_MESH_CLOSE)) {
        return attempt(flags & BUOY_MESH_FILL, flags, input, mesh, error);
    }
    // A mesh that needs no closing comes out as it would without the flag, bit for bit.
    const unsigned others = flags & ~(unsigned)(BUOY_MESH_CLOSE | BUOY_MESH_ACCEPT_OPEN);
    const enum buoy_status status = attempt(false, others, input, mesh, error);
    switch (status) {
    case BUOY_ERROR_OPEN:
    case BUOY_ERROR_WINDING:
    case BUOY_ERROR_INWARD:
    case BUOY_ERROR_ZERO_VOLUME:
        return attempt(true, flags, input, mesh, error);
    default:
        return status;
    }
}

void buoy_mesh_destroy(struct buoy_mesh *mesh) {
    if (mesh) {
        if (!mesh->in_image) {
            buoy_release(mesh->spheres);
        }
        buoy_release(mesh); // and its arrays
    }
}
