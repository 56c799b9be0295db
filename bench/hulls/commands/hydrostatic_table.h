// The hydrostatic table of a ship, as naval architects print it.
#ifndef BENCH_HYDROSTATIC_TABLE_H
#define BENCH_HYDROSTATIC_TABLE_H

#include "buoyancy_equilibrium.h"
#include "hull_frame.h"
#include "listing.h"

enum {
    HYDROSTATIC_COLUMNS = 20
};

struct hydrostatic_table {
    struct hull_frame frame;     // with the hull's ends
    struct hull_surface surface; // of the mesh
    double density;              // of the water, kg/m³
    double trim;                 // radians, positive where the end towards +e is down
    double perpendiculars[2];    // aft and forward, along e
    bool from_aft;               // lengthwise places count from the aft perpendicular
};

// The columns' names; lengthwise ones say what they count from.
const char *hydrostatic_header(bool from_aft);
extern const char hydrostatic_units[];

// The water's upward normal for the table's trim.
void hydrostatic_normal(const struct hydrostatic_table *table, double n[3]);

// Fills a row from the form below the water that stands at the draft amidships.
void hydrostatic_row(const struct hydrostatic_table *table, double draft,
                     const struct buoy_form *form, double row[HYDROSTATIC_COLUMNS]);

#endif
