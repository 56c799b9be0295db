// Refusing a mesh that is not closed.
#ifndef BUOY_REFUSE_H
#define BUOY_REFUSE_H

#include "soup/topology.h"

struct buoy_refusal {
    const struct buoy_mesh_input *input;
    struct buoy_soup *soup;               // the input after the repairs that its flags ask for
    const struct buoy_topology *topology; // the soup's, which is not closed
    struct buoy_error *error;             // may be NULL
};

// Names the first fault by the caller's numbers, and the least that would close the mesh.
// The repairs are tried on the soup, which is of no use afterwards. Returns BUOY_ERROR_OPEN or
// BUOY_ERROR_WINDING.
enum buoy_status buoy_refuse(const struct buoy_refusal *refusal);

#endif
