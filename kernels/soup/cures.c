// Why meshes are refused, and what helps.
#include "base/arithmetic.h"

#include "soup/cures.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct buoy_cure buoy_cures[BUOY_CAUSES] = {
    [BUOY_CAUSE_SPLIT] = {"faces do not share vertices at equal positions",
                          "BUOY_MESH_WELD merges equal positions, which closes it"},
    [BUOY_CAUSE_APART] = {"vertices that should be one lie a little apart",
                          "BUOY_MESH_REPAIR merges them, which closes it"},
    [BUOY_CAUSE_WOUND] = {"triangles are wound inward, or against each other",
                          "BUOY_MESH_REPAIR winds it outward"},
    [BUOY_CAUSE_TWICE] = {"triangles are written twice",
                          "BUOY_MESH_REPAIR drops what is written twice, which closes it"},
    [BUOY_CAUSE_OPEN] = {"it has holes, or surfaces that end within it",
                         "BUOY_MESH_CLOSE puts lids on open edges"},
    [BUOY_CAUSE_INSIDE_OUT] = {"it crosses itself and is inside out in part",
                               "BUOY_MESH_ACCEPT_INSIDE_OUT takes the signed sum, without bounds"},
    [BUOY_CAUSE_FLAT] = {"it is flat",
                         "nothing is inside a sheet: give it thickness, or float a box instead"},
    [BUOY_CAUSE_NUMBER] = {"a coordinate is infinite or not a number",
                           "mend it where the mesh is made"},
    [BUOY_CAUSE_FAR] = {"a vertex is beyond float's range from the others",
                        "scale the mesh down, or drop that vertex"},
    [BUOY_CAUSE_INDEX] = {"a triangle names a vertex that is not there",
                          "indices count from 0, within all vertices of the mesh"},
    [BUOY_CAUSE_LARGE] = {"it has too many triangles or vertices",
                          "split it, or leave out detail: water does not see it"},
    [BUOY_CAUSE_TANGLED] = {"too many of its parts cross each other",
                            "merge such parts, or wind each outward"},
};

enum buoy_status(buoy_refuse_for)(struct buoy_error *error, enum buoy_status status,
                                  enum buoy_cause cause, const char *format, ...) {
    if (!error) {
        return status;
    }
    char what[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const char *words = buoy_cures[cause].words;
    const size_t room = sizeof error->message - sizeof ": " - strlen(words);
    return buoy_fail(error, status, "%.*s: %s", (int)room, what, words);
}
