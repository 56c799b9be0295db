// What the plug-ins of this folder share.
#ifndef PEERS_PEER_H
#define PEERS_PEER_H

#include <cmath>
#include <cstdio>

#include "buoyancy_plugin.h"

inline buoy_plugin_status decline(buoy_plugin_prepared *prepared, const char *reason) {
    snprintf(prepared->reason, sizeof prepared->reason, "%s", reason);
    return BUOY_PLUGIN_DECLINED;
}

// Answers every plane of a query by answer(hull, normal, d), with n·x < d below the water.
// Exceptions end here.
template <class Hull, class Answer>
int answer_all(const void *hull, const buoy_volume_query *query, buoy_volume *results,
               Answer answer) {
    try {
        for (size_t i = 0; i < query->count; ++i) {
            const double d = query->offsets ? query->offsets[i] : double(query->planes[i].d);
            results[i] = answer(*static_cast<const Hull *>(hull), query->planes[i].normal, d);
        }
        return 0;
    } catch (...) {
        return 1;
    }
}

#endif
