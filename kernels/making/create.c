// Making a mesh: copy and check, repair, judge, bake; and releasing it.
#include "base/arithmetic.h"

#include "mesh/mesh.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/vector.h"
#include "making/bake.h"
#include "making/repair.h"
#include "mesh/leaves.h"
#include "soup/lobes.h"
#include "soup/soup.h"

#define KNOWN_FLAGS                                                                                \
    (BUOY_MESH_ACCEPT_OPEN | BUOY_MESH_REPAIR | BUOY_MESH_CLOSE | BUOY_MESH_ACCEPT_INSIDE_OUT |    \
     BUOY_MESH_FILL | BUOY_MESH_KEEP_ALL)

// |V| ≤ FLAT × area × diagonal counts as no volume. Rounding a vertex to float moves it by up to √3
// · 2⁻²⁵ of its largest coordinate, which, for a sheet near its origin, is within its diagonal; the
// two faces of a closed but flat sheet can thus seem to enclose 5e-8 × area × diagonal. Twice that
// is refused. A plate 10⁴ times as wide as it is thick has 3e-5.
#define FLAT 0x1p-23

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

// Reports why a repair or a search could not finish.
static enum buoy_status fail_to_end(const struct making *making, enum buoy_status status) {
    return status == BUOY_ERROR_TOO_LARGE
               ? buoy_refuse_for(making->error, status, BUOY_CAUSE_TANGLED, BUOY_TANGLED)
               : buoy_fail_memory(making->error);
}

// Bakes the soup, which the topology is that of.
static enum buoy_status bake(struct making *making, bool closing) {
    const struct buoy_bake_query query = {.soup = &making->soup,
                                          .topology = &making->topology,
                                          .keep = making->flags & BUOY_MESH_KEEP_ALL,
                                          .closing = closing};
    return buoy_mesh_bake(&query, &making->baked) == BUOY_OK ? BUOY_OK
                                                             : buoy_fail_memory(making->error);
}

// The measurements that tell whether a part is wound inward.
struct part {
    double six_volume, twice_area;
};

// Adds up the parts' volumes, or else their areas.
static void measure_parts(const struct making *making, bool areas, struct part *parts) {
    const struct buoy_soup *soup = &making->soup;
    const float *apex = soup->positions; // near the mesh, wherever that is
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        double v[3][3], normal[3];
        for (size_t k = 0; k < 3; ++k) {
            const float *corner = soup->positions + 3 * (size_t)soup->indices[3 * t + k];
            for (int i = 0; i < 3; ++i) {
                v[k][i] = (double)corner[i] - (double)apex[i];
            }
        }
        if (making->topology.part_of_triangle[t] == BUOY_NO_PART) {
            continue;
        }
        struct part *part = &parts[making->topology.part_of_triangle[t]];
        buoy_twice_area_vector(v, normal);
        if (areas) {
            part->twice_area += buoy_length(normal);
        } else {
            part->six_volume += buoy_dot(normal, v[0]);
        }
    }
}

// Measures the parts; returns whether any encloses a negative volume: a cavity, or a mistake.
static bool find_inward_parts(const struct making *making, struct part *parts) {
    bool found = false;
    measure_parts(making, false, parts);
    for (uint32_t i = 0; i < making->topology.part_count; ++i) {
        found |= parts[i].six_volume < 0.0;
    }
    if (found) {
        measure_parts(making, true, parts);
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
        return buoy_refuse_for(error, BUOY_ERROR_ZERO_VOLUME, BUOY_CAUSE_FLAT,
                               "the mesh is flat: its surface of %.6g encloses a volume of %.6g",
                               info.area, info.volume);
    }
    if (info.volume < 0.0) {
        return buoy_refuse_for(error, BUOY_ERROR_INWARD, BUOY_CAUSE_WOUND,
                               "the mesh is wound inward: its volume is %.6g", info.volume);
    }
    return BUOY_OK;
}

// The largest share of a mesh's volume that may be wound backwards: folds and pockets of meshes
// that look sound.
#define MOST_INVERTED 1e-3

// Measures what is inside out, on the mesh and in the caller's units.
static enum buoy_status measure_lobes(const struct making *making, struct buoy_lobes *lobes) {
    struct buoy_mesh *mesh = making->baked.mesh;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const struct buoy_lobes_query query = {.soup = &making->soup,
                                           .topology = &making->topology,
                                           .order = making->baked.order,
                                           .most = MOST_INVERTED * info.volume};
    const enum buoy_status status = buoy_lobes_find(&query, lobes);
    if (status == BUOY_OK) {
        const double per_volume = mesh->volume / info.volume;
        mesh->inverted = lobes->inverted * per_volume;
        mesh->inverted_doubt = lobes->doubt * per_volume;
        mesh->withheld = !(lobes->inverted + lobes->doubt <= query.most);
    }
    return status;
}

// Refuses what is inside out, unless it is as good as nothing or the caller accepts it. Whatever
// the way to a closed mesh, this decides.
static enum buoy_status judge(const struct making *making) {
    struct buoy_mesh *mesh = making->baked.mesh;
    const bool accept = making->flags & BUOY_MESH_ACCEPT_INSIDE_OUT;
    BUOY_TRY(check_volume(mesh, making->error));
    struct buoy_lobes lobes;
    if (measure_lobes(making, &lobes) != BUOY_OK) {
        return buoy_fail_memory(making->error);
    }
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

// Keeps up with buoy_soup_drop_degenerate(): the triangles without a part are those that it drops.
static void drop_without_part(struct buoy_topology *topology, size_t triangle_count) {
    size_t kept = 0;
    for (size_t t = 0; t < triangle_count; ++t) {
        topology->part_of_triangle[kept] = topology->part_of_triangle[t];
        kept += topology->part_of_triangle[t] != BUOY_NO_PART;
    }
}

// Drops what a baked mesh must not contain. This comes after the search for faults, which names
// triangles as the caller numbers them.
static enum buoy_status clean(struct making *making) {
    struct buoy_soup *soup = &making->soup;
    const size_t triangles = soup->triangle_count;
    if (making->flags & BUOY_MESH_DROP_DEGENERATE || making->repairs.repeated > 0) {
        if (buoy_soup_drop_degenerate(soup) > 0) {
            drop_without_part(&making->topology, triangles);
            buoy_release(making->topology.sorted);
            making->topology.sorted = NULL;
        }
        if (soup->triangle_count == 0) {
            return buoy_refuse_for(making->error, BUOY_ERROR_ZERO_VOLUME, BUOY_CAUSE_FLAT,
                                   "every triangle uses a vertex twice: the mesh encloses nothing");
        }
    }
    const enum buoy_status status = buoy_soup_drop_unused(soup, making->topology.open_vertices,
                                                          making->topology.open_vertex_count);
    return status == BUOY_OK ? BUOY_OK : buoy_fail_memory(making->error);
}

static enum buoy_status make(struct making *making) {
    const unsigned flags = making->flags;
    enum buoy_status status = buoy_soup_repair(&making->soup, flags, making->input->weld_tolerance,
                                               &making->repairs, &making->topology);
    if (status != BUOY_OK) {
        return fail_to_end(making, status);
    }
    if (!making->topology.closed && !(flags & BUOY_MESH_ACCEPT_OPEN)) {
        if (making->input->flags & BUOY_MESH_CLOSE) {
            return BUOY_ERROR_OPEN; // is closed next
        }
        return buoy_refuse(&(struct buoy_refusal){.input = making->input,
                                                  .soup = &making->soup,
                                                  .topology = &making->topology,
                                                  .error = making->error});
    }
    making->misturned = NO_TRIANGLE;
    if (making->topology.closed) {
        status = find_misturned(making);
    }
    if (status != BUOY_OK) {
        return fail_to_end(making, status);
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
    making->misturned = NO_TRIANGLE;
    const enum buoy_status status = judge(making);
    closing.inverted_volume = mesh->inverted * (mesh->scale * mesh->scale * mesh->scale);
    *mesh->closing = closing;
    return status;
}

typedef enum buoy_status maker(struct making *);

// Copies the caller's arrays and makes a mesh of them; NULL on error.
static enum buoy_status attempt(maker *make_of, unsigned flags, const struct buoy_mesh_input *input,
                                struct buoy_mesh **mesh, struct buoy_error *error) {
    const unsigned spheres = input->spheres;
    struct making making = {.input = input, .flags = flags, .error = error};
    enum buoy_status status = buoy_soup_copy(input, &making.soup, error);
    if (status == BUOY_OK) {
        status = make_of(&making);
        struct buoy_mesh *made = making.baked.mesh;
        if (status == BUOY_OK) {
            made->frame = (uint8_t)input->frame;
            made->merged_vertices = making.repairs.merged;
            made->merged_distance = making.repairs.distance;
        }
        if (status == BUOY_OK && spheres > 0 && made->closed) {
            status =
                buoy_spheres_pack(made, spheres) == BUOY_OK ? BUOY_OK : buoy_fail_memory(error);
        }
        buoy_baked_finish(&making.baked);
        buoy_topology_free(&making.topology);
        buoy_soup_free(&making.soup);
    }
    if (status == BUOY_OK) {
        *mesh = making.baked.mesh;
    } else {
        buoy_mesh_destroy(making.baked.mesh);
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
    if (flags & BUOY_MESH_FILL) {
        return attempt(make_closed, flags, input, mesh, error);
    }
    if (!(flags & BUOY_MESH_CLOSE)) {
        return attempt(make, flags, input, mesh, error);
    }
    // A mesh that needs no closing comes out as it would without the flag, bit for bit.
    const unsigned others = flags & ~(unsigned)(BUOY_MESH_CLOSE | BUOY_MESH_ACCEPT_OPEN);
    const enum buoy_status status = attempt(make, others, input, mesh, error);
    switch (status) {
    case BUOY_ERROR_OPEN:
    case BUOY_ERROR_WINDING:
    case BUOY_ERROR_INWARD:
    case BUOY_ERROR_ZERO_VOLUME:
        return attempt(make_closed, flags, input, mesh, error);
    default:
        return status;
    }
}

void buoy_mesh_destroy(struct buoy_mesh *mesh) {
    if (mesh) {
        if (!mesh->in_image) {
            buoy_release(mesh->spheres);
        }
        buoy_mesh_unbake(mesh);
    }
}
