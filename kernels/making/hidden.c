// Which triangles the other parts of a mesh hide.
#include <stdlib.h>
#include <string.h>

#include "buoyancy_pressure.h"
#include "mesh.h"
#include "pierce.h"
#include "topology.h"

// A search from the centre of one triangle.
struct view {
    const struct buoy_topology *topology;
    uint32_t part; // the triangle's own
    int inside;    // how often other closed parts hold the centre
};

// Whatever the line enters above the point and does not leave there cancels out.
static void count(void *context, uint32_t triangle, double beyond, int sign) {
    struct view *view = context;
    const uint32_t part = view->topology->part_of_triangle[triangle];
    if (beyond > 0.0 && part != BUOY_NO_PART && part != view->part &&
        view->topology->part_closed[part]) {
        view->inside -= sign;
    }
}

static void centre_of(const struct buoy_soup *soup, size_t triangle, float centre[3]) {
    for (size_t k = 0; k < 3; ++k) {
        double sum = 0.0;
        for (size_t c = 0; c < 3; ++c) {
            sum += soup->positions[3 * (size_t)soup->indices[3 * triangle + c] + k];
        }
        centre[k] = (float)(sum / 3.0);
    }
}

static enum buoy_status find(const struct buoy_soup *soup, uint8_t *hidden) {
    struct buoy_topology topology;
    if (buoy_topology_find(soup, &topology) != BUOY_OK) {
        return BUOY_ERROR_MEMORY;
    }
    struct buoy_pierce *pierce = buoy_pierce_make(soup);
    for (size_t t = 0; pierce && t < soup->triangle_count; ++t) {
        struct view view = {&topology, topology.part_of_triangle[t], 0};
        float centre[3];
        centre_of(soup, t, centre);
        buoy_pierce_visit(pierce, centre, count, &view);
        hidden[t] = view.inside > 0;
    }
    buoy_topology_free(&topology);
    const enum buoy_status status = pierce ? BUOY_OK : BUOY_ERROR_MEMORY;
    buoy_pierce_free(pierce);
    return status;
}

enum buoy_status buoy_mesh_find_hidden(const struct buoy_mesh *mesh, uint8_t *hidden) {
    if (!mesh || !hidden) {
        return BUOY_ERROR_ARGUMENT;
    }
    struct buoy_soup soup = {
        .positions = malloc(3 * (size_t)mesh->vertex_count * sizeof(float)),
        .vertex_count = mesh->vertex_count,
        .indices = malloc(3 * (size_t)mesh->triangle_count * sizeof(uint32_t)),
        .triangle_count = mesh->triangle_count,
    };
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (soup.positions && soup.indices) {
        buoy_mesh_copy_out(mesh, soup.positions, soup.indices);
        status = find(&soup, hidden);
    }
    free(soup.positions);
    free(soup.indices);
    return status;
}
